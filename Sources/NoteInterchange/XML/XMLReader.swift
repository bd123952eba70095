import CXML

/// Reads XML through libxml2: any encoding that it knows, nothing from outside the text.
///
/// External entities and DTDs are not loaded, there is no network, and entities are replaced only as far as libxml2's
/// own guards against swelling allow.
enum XMLReader {
  struct Limits: Sendable {
    /// Of the whole text.
    var byteCount = 64 << 20
    var elementCount = 1_000_000
    /// Of elements inside elements.
    var depth = 1024
    /// The local names of the elements whose character data is kept.
    var textElements: Set<String> = []
  }

  /// - Parameter source: becomes that of the document, so that none of it has to be copied.
  static func read(
    _ source: consuming [UInt8], _ limits: Limits = Limits()
  ) throws(InterchangeError) -> XMLDocument {
    var text = source
    let count = text.count
    guard count <= limits.byteCount else {
      throw InterchangeError(
        .limit, line: nil, "the text has \(count) bytes; at most \(limits.byteCount) are read")
    }
    guard count > 0 else {
      throw InterchangeError(.malformedXML, line: 1, column: 1, "the text is empty")
    }
    // libxml2 looks for the zero at the end.
    text.append(0)
    var builder = XMLBuilder(limits, text)
    let isWellFormed = parse(text.span, into: &builder)
    if let fault = builder.fault { throw fault }
    guard isWellFormed, !builder.elements.isEmpty else {
      throw InterchangeError(.malformedXML, line: nil, "the text is no well-formed XML")
    }
    return builder.finished()
  }

  /// libxml2 wants to be set up once, before threads meet in it.
  private static let isReady: Bool = {
    xmlInitParser()
    return true
  }()

  /// Hands a text with a zero behind it to libxml2; false when it isn't well-formed.
  private static func parse(_ bytes: Span<UInt8>, into builder: inout XMLBuilder) -> Bool {
    guard isReady, let context = unsafe xmlNewParserCtxt() else { return false }
    defer {
      if let document = unsafe context.pointee.myDoc {
        unsafe xmlFreeDoc(document)
        unsafe context.pointee.myDoc = nil
      }
      unsafe xmlFreeParserCtxt(context)
    }
    unsafe install(on: context.pointee.sax)
    // Errors and warnings come through the structured handler; nothing may be printed.
    let options = Int32(
      XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_NOERROR.rawValue
        | XML_PARSE_NOWARNING.rawValue)
    let isPlain = isPlain(bytes)
    unsafe bytes.withUnsafeBufferPointer { text in
      if isPlain { unsafe builder.begin(text) }
      unsafe withUnsafeMutablePointer(to: &builder) { builder in
        unsafe context.pointee._private = UnsafeMutableRawPointer(builder)
        if isPlain {
          unsafe lnote_parse_in_place(context, text.baseAddress, Int32(text.count - 1), options)
        } else {
          unsafe parseCopy(of: text, context, options)
        }
      }
    }
    return unsafe context.pointee.wellFormed == 1
  }

  private static func parseCopy(
    of text: UnsafeBufferPointer<UInt8>, _ context: xmlParserCtxtPtr, _ options: Int32
  ) {
    unsafe text.withMemoryRebound(to: CChar.self) { text in
      let count = Int32(text.count - 1)
      if let document = unsafe xmlCtxtReadMemory(context, text.baseAddress, count, nil, nil, options) {
        unsafe xmlFreeDoc(document)
      }
    }
  }

  /// Whether a text begins with a tag and says that it is UTF-8, or says nothing.
  private static func isPlain(_ text: Span<UInt8>) -> Bool {
    let start = text.count > 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 3 : 0
    guard text.count > start + 1, text[start] == UInt8(ascii: "<"), text[start + 1] != 0 else { return false }
    var word = start
    var isAtEncoding = false
    var isForeign = false
    for position in start..<min(text.count, 1024) {
      let byte = text[position]
      if byte == UInt8(ascii: ">") { return !isForeign && !isAtEncoding }
      guard isFiller(byte) else { continue }
      if position > word {
        if isAtEncoding, !isWord("utf-8", text, word..<position) { isForeign = true }
        isAtEncoding = isWord("encoding", text, word..<position)
      }
      word = position + 1
    }
    return false
  }

  /// What parts the names and values of a declaration.
  private static func isFiller(_ byte: UInt8) -> Bool {
    TextScanner.isSpace(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "'")
      || byte == UInt8(ascii: "\"")
  }

  private static func isWord(_ word: String, _ text: Span<UInt8>, _ place: Range<Int>) -> Bool {
    guard place.count == word.utf8.count else { return false }
    for (position, letter) in zip(place, word.utf8) where text[position].lowered != letter { return false }
    return true
  }

  /// Takes elements and errors from the parser. Declarations of entities stay with libxml2, but it never hears of
  /// those that lie outside the text.
  private static func install(on handler: UnsafeMutablePointer<xmlSAXHandler>) {
    unsafe handler.pointee.startElementNs = { context, local, _, namespace, _, _, count, _, attributes in
      guard let context = unsafe XMLReader.parser(context) else { return }
      unsafe XMLReader.builder(of: context)?.pointee.start(context, local, namespace, Int(count), attributes)
    }
    unsafe handler.pointee.endElementNs = { context, _, _, _ in
      guard let context = unsafe XMLReader.parser(context) else { return }
      unsafe XMLReader.builder(of: context)?.pointee.end()
    }
    unsafe handler.pointee.serror = { context, error in
      guard let context = unsafe XMLReader.parser(context), let error = unsafe error else { return }
      unsafe XMLReader.builder(of: context)?.pointee.note(
        domain: Int(error.pointee.domain), level: error.pointee.level, line: Int(error.pointee.line),
        column: Int(error.pointee.int2), message: error.pointee.message.map { unsafe String(cString: $0) })
    }
    unsafe handler.pointee.entityDecl = { context, name, type, publicID, systemID, content in
      let internalType = Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue)
      if type == internalType {
        unsafe xmlSAX2EntityDecl(context, name, type, publicID, systemID, content)
      } else if type == Int32(XML_EXTERNAL_GENERAL_PARSED_ENTITY.rawValue) {
        // What lies outside the text stands for nothing.
        var nothing: xmlChar = 0
        unsafe xmlSAX2EntityDecl(context, name, internalType, nil, nil, &nothing)
      }
    }
    unsafe handler.pointee.unparsedEntityDecl = nil
    unsafe handler.pointee.characters = { context, text, count in
      guard let context = unsafe XMLReader.parser(context) else { return }
      unsafe XMLReader.builder(of: context)?.pointee.characters(context, text, Int(count))
    }
    unsafe handler.pointee.cdataBlock = handler.pointee.characters
    unsafe handler.pointee.ignorableWhitespace = nil
    unsafe handler.pointee.comment = nil
    unsafe handler.pointee.processingInstruction = { context, target, _ in
      guard let context = unsafe XMLReader.parser(context) else { return }
      unsafe XMLReader.builder(of: context)?.pointee.instruction(context, target)
    }
    unsafe handler.pointee.reference = nil
    unsafe handler.pointee.externalSubset = nil
    unsafe handler.pointee.resolveEntity = nil
  }

  private static func parser(_ context: UnsafeMutableRawPointer?) -> xmlParserCtxtPtr? {
    unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self)
  }

  private static func builder(of context: xmlParserCtxtPtr) -> UnsafeMutablePointer<XMLBuilder>? {
    unsafe context.pointee._private?.assumingMemoryBound(to: XMLBuilder.self)
  }
}
