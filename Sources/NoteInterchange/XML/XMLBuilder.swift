import CXML

/// Collects what the parser reports. A class, because C callbacks reach it through one pointer.
@safe final class XMLBuilder {
  private(set) var document = XMLDocument()
  /// The first fault.
  private(set) var fault: InterchangeError?
  private let limits: XMLReader.Limits
  /// The elements whose end tag is still to come.
  private var open: [Int] = []
  /// Of character data, entities replaced.
  private var characterCount = 0
  /// Names and namespaces come again and again, always as the same pointer into the parser's dictionary.
  private var texts: [UnsafePointer<xmlChar>: String]

  init(_ limits: XMLReader.Limits) {
    self.limits = limits
    unsafe texts = [:]
  }

  func start(
    _ context: xmlParserCtxtPtr, _ local: UnsafePointer<xmlChar>?, _ namespace: UnsafePointer<xmlChar>?,
    _ attributeCount: Int, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    guard fault == nil else { return }
    let line = unsafe context.pointee.input.map { unsafe Int($0.pointee.line) }
    if document.elements.isEmpty { unsafe allowLongText(context) }
    if document.elements.count >= limits.elementCount {
      unsafe stop(context, line, "the text has more than \(limits.elementCount) elements")
      return
    }
    if open.count >= limits.depth {
      unsafe stop(context, line, "elements are nested deeper than \(limits.depth)")
      return
    }
    let index = document.elements.count
    let first = document.attributes.count
    if let attributes = unsafe attributes {
      for number in 0..<attributeCount { unsafe add(attributes + 5 * number) }
    }
    let name = unsafe XMLDocument.Name(namespace: text(namespace), local: text(local))
    var element = XMLDocument.Element(
      name: name, line: line ?? 0, parent: open.last, attributes: first..<document.attributes.count)
    if let parent = open.last {
      element.previous = document.elements[parent].children.last
      document.elements[parent].children.append(index)
    }
    document.elements.append(element)
    open.append(index)
    if limits.textElements.contains(name.local) { document.contents[index] = [] }
  }

  /// One attribute as libxml2 gives it: local name, prefix, namespace, and where its value begins and ends.
  private func add(_ parts: UnsafeMutablePointer<UnsafePointer<xmlChar>?>) {
    guard let begin = unsafe parts[3], let end = unsafe parts[4] else { return }
    let start = document.text.count
    unsafe document.text.append(contentsOf: UnsafeBufferPointer(start: begin, count: end - begin))
    let name = unsafe XMLDocument.Name(namespace: text(parts[2]), local: text(parts[0]))
    document.attributes.append(XMLDocument.Attribute(name: name, value: start..<document.text.count))
  }

  private func text(_ pointer: UnsafePointer<xmlChar>?) -> String {
    guard let pointer = unsafe pointer else { return "" }
    if let known = unsafe texts[pointer] { return known }
    let text = unsafe String(decodingCString: pointer, as: UTF8.self)
    unsafe texts[pointer] = text
    return text
  }

  func end() { _ = open.popLast() }

  func characters(_ context: xmlParserCtxtPtr, _ text: UnsafePointer<xmlChar>?, _ count: Int) {
    guard fault == nil, let node = open.last, count > 0 else { return }
    characterCount += count
    if characterCount > limits.byteCount {
      let line = unsafe context.pointee.input.map { unsafe Int($0.pointee.line) }
      unsafe stop(context, line, "entities make more than \(limits.byteCount) bytes of the text")
      return
    }
    guard document.contents[node] != nil else { return }
    unsafe document.contents[node]?.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
  }

  func instruction(_ context: xmlParserCtxtPtr, _ target: UnsafePointer<xmlChar>?) {
    guard document.instructions.count < 16 else { return }
    let line = unsafe context.pointee.input.map { unsafe Int($0.pointee.line) }
    unsafe document.instructions.append(XMLDocument.Instruction(target: text(target), line: line ?? 0))
  }

  /// Attributes of any length, for images and long strokes, unless the text declares entities: libxml2 switches its
  /// guard against swelling entities off along with the limit of 10 MB.
  private func allowLongText(_ context: xmlParserCtxtPtr) {
    let subset = unsafe context.pointee.myDoc?.pointee.intSubset
    guard unsafe subset == nil else { return }
    unsafe context.pointee.options |= Int32(XML_PARSE_HUGE.rawValue)
  }

  private func stop(_ context: xmlParserCtxtPtr, _ line: Int?, _ message: String) {
    fault = InterchangeError(.limit, line: line, message)
    unsafe xmlStopParser(context)
  }

  func note(domain: Int, level: xmlErrorLevel, line: Int, column: Int, message: String?) {
    // Namespaces without declaration and the like are errors that leave the text well-formed.
    if level == XML_ERR_ERROR, domain == Int(XML_FROM_NAMESPACE.rawValue), document.lineOfUnboundPrefix == nil
    {
      document.lineOfUnboundPrefix = line
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
