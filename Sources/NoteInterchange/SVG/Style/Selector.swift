/// One selector: compounds and how they hang together, such as `g.layer > path:first-child`.
struct Selector: Sendable {
  enum Combinator: Sendable {
    case descendant, child, adjacent, sibling
  }

  struct AttributeTest: Sendable {
    enum Match: Sendable { case exists, equals, hasWord, hasLanguage, begins, ends, contains }
    var name: String
    var match: Match
    var value: [UInt8]
  }

  struct Compound: Sendable {
    /// Nil for any element.
    var type: String?
    var ids: [String] = []
    var classes: [String] = []
    var attributes: [AttributeTest] = []
    var isFirstChild = false
  }

  /// From left to right.
  var compounds: [Compound] = []
  /// What stands between a compound and the next; one less than there are compounds.
  var combinators: [Combinator] = []

  /// Ids, then classes and their like, then types.
  var specificity: Int {
    compounds.reduce(0) { sum, compound in
      sum + compound.ids.count << 20
        + (compound.classes.count + compound.attributes.count + (compound.isFirstChild ? 1 : 0)) << 10
        + (compound.type == nil ? 0 : 1)
    }
  }

  /// Nil for one that this reader doesn't know, which then matches nothing.
  init?(_ text: ArraySlice<UInt8>) {
    var scanner = TextScanner(text.trimmed)
    while true {
      guard compounds.count < 64, let compound = Self.readCompound(&scanner) else { return nil }
      compounds.append(compound)
      if scanner.isAtEnd { return }
      guard let combinator = Self.readCombinator(&scanner) else { return nil }
      combinators.append(combinator)
    }
  }

  private static func readCombinator(_ scanner: inout TextScanner) -> Combinator? {
    let start = scanner.position
    scanner.skipSpace()
    var combinator = Combinator.descendant
    if scanner.skip(">") {
      combinator = .child
    } else if scanner.skip("+") {
      combinator = .adjacent
    } else if scanner.skip("~") {
      combinator = .sibling
    } else if scanner.position == start {
      return nil
    }
    scanner.skipSpace()
    return combinator
  }

  private static func readCompound(_ scanner: inout TextScanner) -> Compound? {
    var compound = Compound()
    let start = scanner.position
    if !scanner.skip("*") {
      let type = scanner.name()
      if !type.isEmpty { compound.type = type }
    }
    if scanner.skip("|") {
      // A namespace prefix; any is taken for the one that the elements have.
      compound.type = nil
      if !scanner.skip("*") { compound.type = scanner.name() }
    }
    while let byte = scanner.next {
      switch byte {
      case UInt8(ascii: "#"):
        scanner.advance()
        compound.ids.append(scanner.name())
      case UInt8(ascii: "."):
        scanner.advance()
        compound.classes.append(scanner.name())
      case UInt8(ascii: "["):
        guard let test = readAttribute(&scanner) else { return nil }
        compound.attributes.append(test)
      case UInt8(ascii: ":"):
        scanner.advance()
        guard scanner.name().lowercased() == "first-child", scanner.next != UInt8(ascii: "(") else {
          return nil
        }
        compound.isFirstChild = true
      default: return scanner.position > start ? compound : nil
      }
    }
    return scanner.position > start ? compound : nil
  }

  private static func readAttribute(_ scanner: inout TextScanner) -> AttributeTest? {
    scanner.advance()
    scanner.skipSpace()
    let name = scanner.name()
    scanner.skipSpace()
    if scanner.skip("]") { return AttributeTest(name: name, match: .exists, value: []) }
    var match = AttributeTest.Match.equals
    if scanner.skip("~") {
      match = .hasWord
    } else if scanner.skip("|") {
      match = .hasLanguage
    } else if scanner.skip("^") {
      match = .begins
    } else if scanner.skip("$") {
      match = .ends
    } else if scanner.skip("*") {
      match = .contains
    }
    guard scanner.skip("=") else { return nil }
    scanner.skipSpace()
    var value: [UInt8] = []
    if let quote = scanner.next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      scanner.advance()
      while let byte = scanner.next, byte != quote {
        value.append(byte)
        scanner.advance()
      }
      scanner.advance()
    } else {
      value = Array(scanner.name().utf8)
    }
    scanner.skipSpace()
    return scanner.skip("]") ? AttributeTest(name: name, match: match, value: value) : nil
  }
}
