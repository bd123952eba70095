/// A shell that a completion script can be made for.
public enum Shell: String, Sendable, CaseIterable {
  case bash, zsh, fish
}

extension Program {
  /// A script that completes commands, options, their values and operands in a shell.
  ///
  /// It depends on the table only, and runs nothing but the shell's own commands.
  /// - bash (3.2 or later, without the bash-completion package): to be sourced.
  /// - zsh: to be put into `$fpath` as `_` and the program's name, or sourced after `compinit`.
  /// - fish: to be put into a `completions` folder, or sourced.
  public func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletion(program: self).text
    case .zsh: ZshCompletion(program: self).text
    case .fish: FishCompletion(program: self).text
    }
  }

  /// The program's name as a part of a shell function's name.
  var functionName: String {
    String(name.map { $0 == "-" ? "_" : $0 })
  }
}

/// A word that a shell takes as it stands: between single quotes, which all three read alike once a quote
/// in it is written as `escapedQuote`.
func shellQuoted(_ text: String, escapedQuote: String = "'\\''") -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: escapedQuote) + "'"
}
