/// What was typed, checked against the table.
///
/// Options are asked for by their long name; asking for one that neither the command nor the program has is a
/// programmer's error and traps.
public struct Invocation: Sendable {
  /// An option as it was given.
  struct Given: Sendable, Equatable {
    let name: String
    /// Nil for a switch, and for an optional value that was left out.
    let value: [UInt8]?
  }

  /// Nil when only an informational option was given: `lnote --help`.
  public let command: Command?
  /// In the order given, as bytes. Beside an informational option they may be too few or too many.
  public let operands: [[UInt8]]
  private let names: Set<String>
  private let given: [Given]
  /// The operands of each of the command's operand names, in the table's order.
  private let shares: [ArraySlice<[UInt8]>]

  init(command: Command?, names: Set<String>, given: [Given], operands: [[UInt8]], counts: [Int]) {
    self.command = command
    self.names = names
    self.given = given
    self.operands = operands
    var rest = operands[...]
    shares = counts.map { count in
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
  }

  /// Whether the command or the program has such an option at all.
  public func accepts(_ option: String) -> Bool {
    names.contains(option)
  }

  /// Whether an option was given, with or without a value.
  public func has(_ option: String) -> Bool {
    count(option) > 0
  }

  /// How many times an option was given.
  public func count(_ option: String) -> Int {
    occurrences(of: option).count
  }

  /// The value of an option, the last one if it is repeatable; nil when none was given.
  public func value(_ option: String) -> [UInt8]? {
    values(option).last
  }

  /// The values of an option in the order given.
  public func values(_ option: String) -> [[UInt8]] {
    occurrences(of: option).compactMap(\.value)
  }

  /// The value of an option as text; nil when none was given.
  ///
  /// Text, choices and numbers are valid UTF-8; in a path, which may be anything, other bytes are replaced.
  public func text(_ option: String) -> String? {
    value(option).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The values of an option as text, in the order given.
  public func texts(_ option: String) -> [String] {
    values(option).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The value of an option of the kind `integer`, within its range; nil when none was given.
  public func integer(_ option: String) -> Int? {
    value(option).flatMap(wholeNumber)
  }

  /// The arguments that stand for one of the command's operands; none when it was left out.
  public func operands(_ name: String) -> [[UInt8]] {
    guard let index = command?.operands.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("no operand \(name) in the table")
    }
    return index < shares.count ? Array(shares[index]) : []
  }

  private func occurrences(of option: String) -> [Given] {
    precondition(accepts(option), "no option --\(option) in the table")
    return given.filter { $0.name == option }
  }
}
