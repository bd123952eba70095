/// The elements of an XML text with their attributes, in document order; all text lies in one buffer.
struct XMLDocument: Sendable {
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

  struct Element: Sendable {
    /// Its place in ``XMLDocument/names``.
    var name: Int
    /// Where the start tag ends.
    var line: Int
    /// Nil for the root.
    var parent: Int?
    /// Where the attributes stand in ``XMLDocument/attributes``.
    var attributes: Range<Int>
    var children: [Int] = []
    /// The element before among the same parent's children; nil for the first.
    var previous: Int?
  }

  /// `<?target data?>` before or inside the root.
  struct Instruction: Sendable {
    var target: String
    var line: Int
  }

  /// Every name once: a drawing has few of them, and a number is compared faster than a text.
  var names: [Name] = []
  /// The root is the first one.
  var elements: [Element] = []
  var attributes: [Attribute] = []
  /// The whole text, and behind it the values that don't stand in it as they are.
  var text: [UInt8] = []
  /// The character data of the elements that were asked for, by element.
  var contents: [Int: [UInt8]] = [:]
  var instructions: [Instruction] = []
  /// The line of the first name whose prefix stands for no namespace; nil when there is none.
  var lineOfUnboundPrefix: Int?

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
        let namesakes = elements[parent].children.filter { elements[$0].name == name }
        if namesakes.count > 1, let place = namesakes.firstIndex(of: index) { step += "[\(place + 1)]" }
      }
      steps.append(step)
      current = elements[index].parent
    }
    return steps.reversed().joined(separator: "/")
  }
}
