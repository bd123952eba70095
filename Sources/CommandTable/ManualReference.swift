/// A man page that another one points to.
struct ManualReference: Equatable {
  let name: String
  let section: String

  /// Reads `name(section)`; nil for other words.
  init?(_ text: String) {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "("), open > text.startIndex else { return nil }
    name = String(text[..<open])
    section = String(text[text.index(after: open)...].dropLast())
    guard !section.isEmpty else { return nil }
  }

  init(command: String, of program: String) {
    name = "\(program)-\(command)"
    section = "1"
  }

  /// By section, then by name, as man pages order them.
  static func isBefore(_ one: ManualReference, _ other: ManualReference) -> Bool {
    (one.section, one.name) < (other.section, other.name)
  }
}

extension Program {
  /// What a command's SEE ALSO names, the program's own page too.
  func references(of command: Command) -> [ManualReference] {
    let others = command.seeAlso.map { ManualReference($0) ?? ManualReference(command: $0, of: name) }
    return (others + [ManualReference("\(name)(1)")].compactMap { $0 }).sorted(by: ManualReference.isBefore)
  }

  /// What the program's SEE ALSO names: its commands, and its own list.
  func references() -> [ManualReference] {
    let pages = commands.map { ManualReference(command: $0.name, of: name) }
    return (pages + seeAlso.compactMap { ManualReference($0) }).sorted(by: ManualReference.isBefore)
  }
}
