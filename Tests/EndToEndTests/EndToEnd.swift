import DurableFiles
import Foundation
import TestSupport
import Testing

/// Runs our program.
func lnote(
  _ arguments: any ProgramArgument..., in folder: Path? = nil, environment: [String: String?] = [:],
  input: [UInt8] = [], output: Program.Stream = .captured, errors: Program.Stream = .captured,
  umask: String? = nil
) throws -> Program.Outcome {
  try Program.lnote.run(
    arguments, in: folder, environment: environment, input: input, output: output, errors: errors,
    umask: umask)
}

extension Trait where Self == ConditionTrait {
  /// Skips the test, by name, where one of the programs isn't installed.
  static func needs(_ programs: String...) -> Self {
    let missing = programs.filter { !Program.has($0) }
    return .enabled(if: missing.isEmpty, "needs \(missing.joined(separator: ", ")), which isn't installed")
  }

  static var needsCorpus: Self {
    .enabled(if: ProgramSamples.corpus != nil, "needs ../shared/corpus, which isn't here")
  }

  static var needsTracing: Self { .enabled(if: Program.canTrace, "needs strace and the right to trace") }

  static var needsMounting: Self { .enabled(if: Program.canMount, "needs root and the right to mount") }

  static var needsRoot: Self { .enabled(if: getuid() == 0, "needs root") }

  /// For inputs that a debug build takes minutes for.
  static var needsFastBuild: Self {
    .enabled(if: Program.isFastBuild, "runs in release: swift test -c release --filter Heavy")
  }
}

extension Program.Outcome {
  /// What `--json` printed: every line an object with type and version, the last one a summary or an error.
  func records(_ location: SourceLocation = #_sourceLocation) throws -> [Record] {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "", "the last line has no end: \(self)", sourceLocation: location)
    let records = try lines.dropLast().map { line in
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return Record(members: try #require(value as? [String: Any], sourceLocation: location))
    }
    for record in records {
      #expect(record["v"] == 1 && record["type"] != "", "\(record)", sourceLocation: location)
    }
    let last = try #require(records.last, "no line: \(self)", sourceLocation: location)
    #expect(["summary", "error"].contains(last["type"]), "\(last)", sourceLocation: location)
    return records
  }

  /// Whether the program said why it failed as it should: on one line that begins with its name, with all of `parts`.
  func expectComplaint(
    _ status: Int32, _ parts: String..., location: SourceLocation = #_sourceLocation
  ) {
    #expect(self.status == status, "\(self)", sourceLocation: location)
    #expect(errorLines.count == 1 && errors.hasPrefix("lnote: "), "\(self)", sourceLocation: location)
    for part in parts { #expect(errors.contains(part), "\(self)", sourceLocation: location) }
    #expect(output.isEmpty, "\(self)", sourceLocation: location)
  }

  /// Whether wrong usage was told as it should be: what is wrong, and where to read more.
  func expectUsage(_ parts: String..., location: SourceLocation = #_sourceLocation) {
    #expect(status == 16, "\(self)", sourceLocation: location)
    #expect(errorLines.count == 2 && errors.hasPrefix("lnote: "), "\(self)", sourceLocation: location)
    #expect(errorLines.last?.contains("--help'") == true, "\(self)", sourceLocation: location)
    for part in parts { #expect(errors.contains(part), "\(self)", sourceLocation: location) }
    #expect(output.isEmpty, "\(self)", sourceLocation: location)
  }
}

/// One JSON object that the program printed.
struct Record: CustomStringConvertible {
  let members: [String: Any]

  subscript(_ key: String) -> String { members[key] as? String ?? "" }
  subscript(_ key: String) -> Int? { (members[key] as? NSNumber)?.intValue }
  func array(_ key: String) -> [Any] { members[key] as? [Any] ?? [] }
  var description: String { "\(members)" }
}

extension [Record] {
  func of(_ type: String) -> [Record] { filter { $0["type"] == type } }
}
