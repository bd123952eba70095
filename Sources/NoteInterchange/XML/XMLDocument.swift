/// The elements of an XML text with their attributes, in document order; all text lies in one buffer.
final class XMLDocument: Sendable {
  /// A name with the namespace that it is bound to.
  struct Name: Sendable, Hashable {
    /// Empty for none.
    var namespace: String
    var local: String
  }

  struct Attribute: Sendable {
    /// Its place in ``XMLDocument/names``.
    var name: Int
    /// Where the value stands in ``XMLDocument/text``, entities replaced.
    var value: Range<Int>
  }

  /// Small, since there may be many; the limits of ``XMLReader`` keep all numbers far below what fits.
  struct Element: Sendable {
    private let nameNumber: Int32
    private let lineNumber: Int32
    private let parentLink: Link
    private let previousLink: Link
    private var firstChildLink = Link(nil)
    private var nextLink = Link(nil)
    private let firstAttribute: Int32
    private let attributeEnd: Int32

    init(name: Int, line: Int, parent: Int?, previous: Int?, attributes: Range<Int>) {
      nameNumber = Int32(name)
      lineNumber = Int32(line)
      parentLink = Link(parent)
      previousLink = Link(previous)
      firstAttribute = Int32(attributes.lowerBound)
      attributeEnd = Int32(attributes.upperBound)
    }

    /// Its place in ``XMLDocument/names``.
    var name: Int { Int(nameNumber) }
    /// Where the start tag ends.
    var line: Int { Int(lineNumber) }
    /// Nil for the root.
    var parent: Int? { parentLink.node }
    /// The element before among the same parent's children; nil for the first.
    var previous: Int? { previousLink.node }
    /// The element behind among the same parent's children; nil for the last.
    var next: Int? {
      get { nextLink.node }
      set { nextLink = Link(newValue) }
    }
    var firstChild: Int? {
      get { firstChildLink.node }
      set { firstChildLink = Link(newValue) }
    }
    /// Where the attributes stand in ``XMLDocument/attributes``.
    var attributes: Range<Int> { Int(firstAttribute)..<Int(attributeEnd) }
  }

  /// The number of an element, or none.
  private struct Link: Sendable {
    private let number: Int32

    init(_ node: Int?) { number = node.map { Int32($0) } ?? -1 }

    var node: Int? { number < 0 ? nil : Int(number) }
  }

  /// The elements right inside another one, in their order.
  struct Children: Sequence, IteratorProtocol {
    fileprivate let elements: [XMLDocument.Element]
    fileprivate var upcoming: Int?

    mutating func next() -> Int? {
      guard let node = upcoming else { return nil }
      upcoming = elements[node].next
      return node
    }
  }

  /// `<?target data?>` before or inside the root.
  struct Instruction: Sendable {
    var target: String
    var line: Int
  }

  /// Every name once: a drawing has few of them, and a number is compared faster than a text.
  let names: [Name]
  /// The root is the first one.
  let elements: [Element]
  let attributes: [Attribute]
  /// The whole text, and behind it the values that don't stand in it as they are.
  let text: [UInt8]
  /// The character data of the elements that were asked for, by element.
  let contents: [Int: [UInt8]]
  let instructions: [Instruction]
  /// The line of the first name whose prefix stands for no namespace; nil when there is none.
  let lineOfUnboundPrefix: Int?

  init(
    names: [Name], elements: [Element], attributes: [Attribute], text: [UInt8], contents: [Int: [UInt8]],
    instructions: [Instruction], lineOfUnboundPrefix: Int?
  ) {
    self.names = names
    self.elements = elements
    self.attributes = attributes
    self.text = text
    self.contents = contents
    self.instructions = instructions
    self.lineOfUnboundPrefix = lineOfUnboundPrefix
  }

  func children(of element: Int) -> Children {
    Children(elements: elements, upcoming: elements[element].firstChild)
  }

  /// Nil for an element with none or several.
  func onlyChild(of element: Int) -> Int? {
    guard let child = elements[element].firstChild, elements[child].next == nil else { return nil }
    return child
  }

  func name(of element: Int) -> Name { names[elements[element].name] }

  /// The value of an attribute; nil when the element doesn't have it.
  func value(_ element: Int, _ local: String, in namespace: String = "") -> ArraySlice<UInt8>? {
    for place in elements[element].attributes {
      let name = attributes[place].name
      if names[name].local == local, names[name].namespace == namespace {
        return text[attributes[place].value]
      }
    }
    return nil
  }

  /// The value of an attribute by the number of its name; nil for a name that the text doesn't have.
  func value(_ element: Int, number: Int?) -> ArraySlice<UInt8>? {
    range(element, number: number).map { text[$0] }
  }

  /// Where in ``text`` the value of an attribute stands.
  func range(_ element: Int, number: Int?) -> Range<Int>? {
    guard let number else { return nil }
    for place in elements[element].attributes where attributes[place].name == number {
      return attributes[place].value
    }
    return nil
  }

  /// The number of a name; nil when the text doesn't have it.
  func number(_ local: String, in namespace: String = "") -> Int? {
    names.firstIndex { $0.local == local && $0.namespace == namespace }
  }

  /// Such as `svg/g[3]/path`: names with their number among the siblings of that name, if there are more.
  func path(of element: Int) -> String {
    var steps: [String] = []
    var current: Int? = element
    while let index = current {
      let name = elements[index].name
      var step = names[name].local
      if let parent = elements[index].parent {
        var place = 0
        var count = 0
        for sibling in children(of: parent) where elements[sibling].name == name {
          count += 1
          if sibling == index { place = count }
        }
        if count > 1 { step += "[\(place)]" }
      }
      steps.append(step)
      current = elements[index].parent
    }
    return steps.reversed().joined(separator: "/")
  }
}
