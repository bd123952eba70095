import CXML

/// Collects what the parser reports.
@safe struct XMLBuilder {
  private var names: [XMLDocument.Name] = []
  private(set) var elements: [XMLDocument.Element] = []
  private var attributes: [XMLDocument.Attribute] = []
  private let text: [UInt8]
  private var contents: [Int: [UInt8]] = [:]
  private var instructions: [XMLDocument.Instruction] = []
  private var lineOfUnboundPrefix: Int?
  /// The first fault.
  private(set) var fault: InterchangeError?
  private let limits: XMLReader.Limits
  /// Where the text lies while it is parsed.
  private var start: UnsafePointer<UInt8>?
  private let byteCount: Int
  /// Values that don't stand in the text as they are: with references in them, or in another encoding.
  private var rewritten: [UInt8] = []
  /// The elements whose end tag is still to come.
  private var open: [OpenElement] = []
  /// Of character data, entities replaced.
  private var characterCount = 0
  /// The names met so far.
  private var numbers: [XMLDocument.Name: Int] = [:]
  /// Whether the character data of elements of a name is kept.
  private var keepsText: [Bool] = []
  /// Names come again and again, always as the same pointers into the parser's dictionary: what was found last for
  /// such a pair, by some of its bits.
  private var recent = [RecentName](repeating: RecentName(), count: 256)

  /// The namespace met last: most names are in the same one.
  private var recentNamespace = (pointer: 0, text: "")

  private struct OpenElement {
    let node: Int
    var lastChild: Int?
  }

  private struct RecentName {
    var local = 0
    var namespace = 0
    var number = 0
  }

  /// - Parameter text: the one that will be parsed.
  init(_ limits: XMLReader.Limits, _ text: [UInt8]) {
    self.limits = limits
    byteCount = text.count
    self.text = text
    // About as many as a drawing has, so that there is less to move when they grow.
    numbers.reserveCapacity(48)
    elements.reserveCapacity(byteCount / 64)
    attributes.reserveCapacity(byteCount / 24)
  }

  mutating func begin(_ text: UnsafeBufferPointer<UInt8>) { unsafe start = text.baseAddress }

  /// The document with all values behind one another.
  func finished() -> XMLDocument {
    XMLDocument(
      names: names, elements: elements, attributes: attributes,
      text: rewritten.isEmpty ? text : text + rewritten, contents: contents, instructions: instructions,
      lineOfUnboundPrefix: lineOfUnboundPrefix)
  }

  mutating func start(
    _ context: xmlParserCtxtPtr, _ local: UnsafePointer<xmlChar>?, _ namespace: UnsafePointer<xmlChar>?,
    _ attributeCount: Int, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    guard fault == nil else { return }
    let line = unsafe context.pointee.input.map { unsafe Int($0.pointee.line) }
    if elements.isEmpty { unsafe allowLongText(context) }
    if elements.count >= limits.elementCount {
      unsafe stop(context, line, "the text has more than \(limits.elementCount) elements")
      return
    }
    if open.count >= limits.depth {
      unsafe stop(context, line, "elements are nested deeper than \(limits.depth)")
      return
    }
    let index = elements.count
    let first = self.attributes.count
    if let attributes = unsafe attributes {
      for number in 0..<attributeCount { unsafe add(attributes + 5 * number) }
    }
    let name = unsafe number(namespace, local)
    let parent = open.last
    let previous = parent?.lastChild
    elements.append(
      XMLDocument.Element(
        name: name, line: line ?? 0, parent: parent?.node, previous: previous,
        attributes: first..<self.attributes.count))
    if let parent {
      if let previous { elements[previous].next = index } else { elements[parent.node].firstChild = index }
      open[open.count - 1].lastChild = index
    }
    open.append(OpenElement(node: index))
    if keepsText[name] { contents[index] = [] }
  }

  /// One attribute as libxml2 gives it: local name, prefix, namespace, and where its value begins and ends.
  private mutating func add(_ parts: UnsafeMutablePointer<UnsafePointer<xmlChar>?>) {
    guard let begin = unsafe parts[3], let end = unsafe parts[4] else { return }
    let length = unsafe end - begin
    let value: Int
    if let start = unsafe start, unsafe begin >= start, unsafe end <= start + byteCount {
      value = unsafe begin - start
    } else {
      value = byteCount + rewritten.count
      unsafe rewritten.append(contentsOf: UnsafeBufferPointer(start: begin, count: length))
    }
    let name = unsafe number(parts[2], parts[0])
    attributes.append(XMLDocument.Attribute(name: name, value: value..<value + length))
  }

  private mutating func number(_ namespace: UnsafePointer<xmlChar>?, _ local: UnsafePointer<xmlChar>?) -> Int
  {
    let pair = (local: Int(bitPattern: local), namespace: Int(bitPattern: namespace))
    let slot = (pair.local ^ pair.local >> 8 ^ pair.namespace >> 3) & 255
    if recent[slot].local == pair.local, recent[slot].namespace == pair.namespace {
      return recent[slot].number
    }
    if pair.namespace != 0, recentNamespace.pointer != pair.namespace {
      recentNamespace = unsafe (pair.namespace, string(namespace))
    }
    let name = unsafe XMLDocument.Name(
      namespace: pair.namespace == 0 ? "" : recentNamespace.text, local: string(local))
    let number = numbers[name] ?? names.count
    if number == names.count {
      names.append(name)
      keepsText.append(limits.textElements.contains(name.local))
      numbers[name] = number
    }
    recent[slot] = RecentName(local: pair.local, namespace: pair.namespace, number: number)
    return number
  }

  private func string(_ pointer: UnsafePointer<xmlChar>?) -> String {
    unsafe pointer.map { unsafe String(decodingCString: $0, as: UTF8.self) } ?? ""
  }

  mutating func end() { _ = open.popLast() }

  mutating func characters(_ context: xmlParserCtxtPtr, _ text: UnsafePointer<xmlChar>?, _ count: Int) {
    guard fault == nil, let node = open.last?.node, count > 0 else { return }
    characterCount += count
    if characterCount > limits.byteCount {
      let line = unsafe context.pointee.input.map { unsafe Int($0.pointee.line) }
      unsafe stop(context, line, "entities make more than \(limits.byteCount) bytes of the text")
      return
    }
    guard keepsText[elements[node].name] else { return }
    unsafe contents[node]?.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
  }

  mutating func instruction(_ context: xmlParserCtxtPtr, _ target: UnsafePointer<xmlChar>?) {
    guard instructions.count < 16 else { return }
    let line = unsafe context.pointee.input.map { unsafe Int($0.pointee.line) }
    unsafe instructions.append(XMLDocument.Instruction(target: string(target), line: line ?? 0))
  }

  /// Attributes of any length, for images and long strokes, unless the text declares entities: libxml2 switches its
  /// guard against swelling entities off along with the limit of 10 MB.
  private func allowLongText(_ context: xmlParserCtxtPtr) {
    let subset = unsafe context.pointee.myDoc?.pointee.intSubset
    guard unsafe subset == nil else { return }
    unsafe context.pointee.options |= Int32(XML_PARSE_HUGE.rawValue)
  }

  private mutating func stop(_ context: xmlParserCtxtPtr, _ line: Int?, _ message: String) {
    fault = InterchangeError(.limit, line: line, message)
    unsafe xmlStopParser(context)
  }

  mutating func note(domain: Int, level: xmlErrorLevel, line: Int, column: Int, message: String?) {
    // Namespaces without declaration and the like are errors that leave the text well-formed.
    if level == XML_ERR_ERROR, domain == Int(XML_FROM_NAMESPACE.rawValue), lineOfUnboundPrefix == nil {
      lineOfUnboundPrefix = line
    }
    guard fault == nil, level == XML_ERR_FATAL else { return }
    var sentence = message ?? "the text is no well-formed XML"
    while let last = sentence.unicodeScalars.last, last == "\n" || last == " " || last == "." {
      sentence.unicodeScalars.removeLast()
    }
    fault = InterchangeError(
      .malformedXML, line: line > 0 ? line : nil, column: column > 0 ? column : nil, sentence)
  }
}
