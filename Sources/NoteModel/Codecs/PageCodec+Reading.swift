extension PageCodec {
  /// What could be read of a page, and what is wrong with it.
  public struct Reading: Sendable {
    /// Holds the elements that could be read, in their order.
    public fileprivate(set) var page: Page
    public fileprivate(set) var formatVersion = 0
    public fileprivate(set) var faults: [Fault] = []
    /// The offsets in the file of the elements of `page`, in the same order.
    public fileprivate(set) var elementOffsets: [Int] = []
  }

  /// One place where a page is not what the format describes.
  public struct Fault: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
      /// The text ends before the page does.
      case truncated
      /// One element can't be read; others can.
      case element
      /// Something stands behind the end of the page.
      case trailingBytes
    }
    public let kind: Kind
    /// The number of the element among those that the file holds, from 0, damaged ones counted.
    public let element: Int
    /// The element's bytes in the file, or what stands behind the end.
    public let range: Range<Int>
    public let error: ModelError
  }

  /// Reads as much as can be read; every element stands on a line of its own, so that one damaged line costs one
  /// element. A newer page is read no further than its version.
  ///
  /// - Throws: when the header is not one of a page, so that nothing below it can be believed.
  public static func read(_ bytes: Span<UInt8>) throws(ModelError) -> Reading {
    var reader = JSONReader(bytes)
    var header = Header()
    try reader.beginObject()
    var isFirst = true
    var keys = JSONKeySet()
    var columns = DeltaColumnReader()
    var reading = Reading(page: Page(id: Identifier(""), epoch: nil))
    while true {
      do {
        guard let key = try reader.nextKey(&isFirst) else { break }
        try keys.insert(key, of: reader)
        guard !reader.matches(key, "elements") else {
          try header.check(at: key.range.lowerBound)
          if header.formatVersion > FormatVersion.current { break }
          guard try readElements(&reader, &columns, into: &reading) else { break }
          header.hasElements = true
          continue
        }
        try header.read(key, &reader)
      } catch {
        guard header.hasElements, error.code == .unexpectedEnd else { throw error }
        reading.faults.append(
          Fault(
            kind: .truncated, element: reading.page.elements.count, range: bytes.count..<bytes.count,
            error: error))
        break
      }
    }
    try header.check(at: reader.position)
    header.apply(to: &reading)
    guard header.formatVersion <= FormatVersion.current else { return reading }
    if reading.faults.last?.kind != .truncated {
      guard header.hasElements else {
        throw ModelError(.missingKey, at: reader.position, "the page has no \"elements\"")
      }
      reader.skipSpace()
      do {
        try reader.expectEnd()
      } catch {
        reading.faults.append(
          Fault(
            kind: .trailingBytes, element: reading.page.elements.count, range: reader.position..<bytes.count,
            error: error))
      }
    }
    return reading
  }

  /// Everything of a page but its elements.
  private struct Header {
    var formatVersion = 0
    var id: Identifier?
    var epoch: UInt64?
    var extra: [RawMember] = []
    var trailingExtra: [RawMember] = []
    var hasElements = false

    mutating func read(_ key: JSONKey, _ reader: inout JSONReader) throws(ModelError) {
      if reader.matches(key, "formatVersion") {
        formatVersion = try reader.readInteger()
      } else if reader.matches(key, "page") {
        id = Identifier(try reader.readString())
      } else if reader.matches(key, "epoch") {
        epoch = try reader.readInteger()
      } else if hasElements {
        trailingExtra.append(try reader.rawMember(key))
      } else {
        extra.append(try reader.rawMember(key))
      }
    }

    func check(at offset: Int) throws(ModelError) {
      if formatVersion < 1 { throw ModelError(.missingKey, at: offset, "the page has no \"formatVersion\"") }
      if id == nil, formatVersion <= FormatVersion.current {
        throw ModelError(.missingKey, at: offset, "the page has no id under \"page\"")
      }
    }

    func apply(to reading: inout Reading) {
      reading.formatVersion = formatVersion
      reading.page.id = id ?? Identifier("")
      reading.page.epoch = epoch
      reading.page.extra = extra
      reading.page.trailingExtra = trailingExtra
    }
  }

  /// Reads the array of elements; false when the text ends before it does.
  private static func readElements(
    _ reader: inout JSONReader, _ columns: inout DeltaColumnReader, into reading: inout Reading
  ) throws(ModelError) -> Bool {
    try reader.beginArray()
    let depth = reader.depth
    var isFirst = true
    var number = 0
    while true {
      reader.skipSpace()
      let start = reader.position
      do {
        guard try reader.nextElement(&isFirst) else { return true }
        let offset = reader.position
        let element = try ElementCodec.read(&reader, &columns)
        reading.page.elements.append(element)
        reading.elementOffsets.append(offset)
      } catch {
        let end = endOfLine(reader.bytes, from: max(start, reader.position))
        let isCut = error.code == .unexpectedEnd
        reading.faults.append(
          Fault(kind: isCut ? .truncated : .element, element: number, range: start..<end, error: error))
        if isCut { return false }
        reader.resume(at: end, depth: depth)
        isFirst = true
      }
      number += 1
    }
  }

  private static func endOfLine(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    return position
  }
}

extension JSONReader {
  /// Goes on behind a fault, as deep as the reader was before it.
  package mutating func resume(at offset: Int, depth: Int) {
    position = offset
    self.depth = depth
  }
}
