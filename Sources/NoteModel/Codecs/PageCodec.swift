/// A page snapshot, `pages/<page-uuid>.content`, to values and back.
public enum PageCodec {
  /// Reads a page that must be whole.
  ///
  /// - Throws: the first fault with its offset; `.newerFormat` for a page that a newer program wrote.
  public static func decode(_ bytes: Span<UInt8>) throws(ModelError) -> Page {
    let reading = try read(bytes)
    if reading.formatVersion > FormatVersion.current {
      throw ModelError(
        .newerFormat, at: 0, "the page has format version \(reading.formatVersion), newer than this program")
    }
    if let fault = reading.faults.first { throw fault.error }
    return reading.page
  }

  /// The exact bytes that the format describes.
  public static func encode(_ page: Page) -> [UInt8] {
    var output: [UInt8] = []
    // About what a page takes: growing step by step would copy it several times.
    output.reserveCapacity(256 + page.elements.count * 256 + page.sampleCount * 12)
    output.append(contentsOf: "{\"formatVersion\":\(FormatVersion.current),\"page\":".utf8)
    output.appendQuoted(page.id)
    if let epoch = page.epoch { output.append(contentsOf: ",\"epoch\":\(epoch)".utf8) }
    output.append(members: page.extra)
    output.append(",\"elements\":[\n")
    let elements = page.elements.span
    for index in elements.indices {
      append(elements[index], to: &output)
      if index + 1 < elements.count { output.append(UInt8(ascii: ",")) }
      output.append(UInt8(ascii: "\n"))
    }
    output.append(UInt8(ascii: "]"))
    output.append(members: page.trailingExtra)
    output.append("}\n")
    return output
  }

  /// One element as it stands on its line, without comma and line end.
  public static func encode(_ element: Element) -> [UInt8] {
    var output: [UInt8] = []
    append(element, to: &output)
    return output
  }

  /// Reads one element that must be whole, as it stands on its line.
  public static func decodeElement(_ bytes: Span<UInt8>) throws(ModelError) -> Element {
    var reader = JSONReader(bytes)
    reader.skipSpace()
    var columns = DeltaColumnReader()
    let element = try ElementCodec.read(&reader, &columns)
    try reader.expectEnd()
    return element
  }

  private static func append(_ element: borrowing Element, to output: inout [UInt8]) {
    switch element {
    case .stroke(let stroke): StrokeCodec.append(stroke, to: &output)
    case .image(let image): ImageCodec.append(image, to: &output)
    case .unknown(let element): output.append(contentsOf: element.json)
    }
  }
}

extension [UInt8] {
  mutating func append(members: [RawMember]) {
    for member in members {
      append(",\"")
      append(contentsOf: member.key)
      append("\":")
      append(contentsOf: member.value)
    }
  }
}
