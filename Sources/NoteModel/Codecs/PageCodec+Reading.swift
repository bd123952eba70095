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
    /// The element's bytes in the file, or what stands behind the end; empty before an element that lacks its comma.
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
    var reading = Reading(page: Page(id: .unread, epoch: nil))
    do throws(ModelError) {
      try readMembers(&reader, &header, into: &reading)
    } catch {
      // Behind the elements a fault costs nothing but what stands there.
      guard header.hasElements else { throw error }
      let start = min(reader.position, error.offset)
      reading.faults.append(
        Fault(
          kind: error.code == .unexpectedEnd ? .truncated : .trailingBytes,
          element: reading.page.elements.count, range: start..<bytes.count, error: error))
    }
    header.apply(to: &reading)
    return reading
  }

  /// Reads the page up to the end of the text; stops at a newer version, or where the elements are cut.
  private static func readMembers(
    _ reader: inout JSONReader, _ header: inout Header, into reading: inout Reading
  ) throws(ModelError) {
    var columns = DeltaColumnReader()
    var keys = JSONKeySet()
    var isFirst = true
    try reader.beginObject()
    while let key = try reader.nextKey(&isFirst) {
      try keys.insert(key, of: reader)
      guard reader.matches(key, "elements") else {
        try header.read(key, &reader)
        continue
      }
      try header.check(at: key.range.lowerBound)
      if header.isNewer { return }
      try reader.beginArray()
      header.hasElements = true
      guard try readElements(&reader, &columns, into: &reading) else { return }
    }
    try header.check(at: reader.position)
    guard header.hasElements || header.isNewer else {
      throw ModelError(.missingKey, at: reader.position, "the page has no \"elements\"")
    }
    try reader.expectEnd()
  }

  /// Everything of a page but its elements.
  private struct Header {
    var formatVersion = 0
    var id: Identifier?
    var epoch: UInt64?
    var extra: [RawMember] = []
    var trailingExtra: [RawMember] = []
    var hasElements = false

    var isNewer: Bool { formatVersion > FormatVersion.current }

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
      if id == nil, !isNewer {
        throw ModelError(.missingKey, at: offset, "the page has no id under \"page\"")
      }
    }

    func apply(to reading: inout Reading) {
      reading.formatVersion = formatVersion
      reading.page.id = id ?? .unread
      reading.page.epoch = epoch
      reading.page.extra = extra
      reading.page.trailingExtra = trailingExtra
    }
  }

  /// Reads the elements up to the end of their array; false when the text ends before it does.
  private static func readElements(
    _ reader: inout JSONReader, _ columns: inout DeltaColumnReader, into reading: inout Reading
  ) throws(ModelError) -> Bool {
    let depth = reader.depth
    var isFirst = true
    var number = 0
    // About as many as there are: growing step by step would move them all several times.
    reading.page.elements.reserveCapacity(reader.bytes.count / 400)
    while true {
      reader.skipSpace()
      if !isFirst, reader.current == UInt8(ascii: "{") {
        // A lost comma costs no element.
        let fault = reader.fault(wanting: "','")
        let place = reader.position..<reader.position
        reading.faults.append(Fault(kind: .element, element: number, range: place, error: fault))
        isFirst = true
      }
      var start: Int?
      do throws(ModelError) {
        if reader.standsAtFalseEnd { throw reader.fault(wanting: "an element") }
        guard try reader.nextElement(&isFirst) else { return true }
        let offset = reader.position
        start = offset
        reading.page.elements.append(try ElementCodec.read(&reader, &columns))
        reading.elementOffsets.append(offset)
      } catch {
        let start = start ?? reader.position
        let end = reader.endOfElement(from: start, fault: max(reader.position, error.offset))
        let isCut = error.code == .unexpectedEnd && end == reader.bytes.count
        let kind: Fault.Kind = isCut ? .truncated : .element
        reading.faults.append(Fault(kind: kind, element: number, range: start..<end, error: error))
        if isCut { return false }
        reader.resume(at: end, depth: depth)
        isFirst = true
      }
      number += 1
    }
  }
}

extension JSONReader {
  /// Whether the next byte closes the array of elements but what follows can't follow it: a damaged line.
  fileprivate var standsAtFalseEnd: Bool {
    guard current == UInt8(ascii: "]") else { return false }
    var behind = JSONReader(bytes)
    behind.position = position + 1
    behind.skipSpace()
    return ![UInt8(ascii: "}"), UInt8(ascii: ","), nil].contains(behind.current)
  }

  /// Where a damaged element ends: at the end of its line, unless the next lines can't be those of another element.
  fileprivate func endOfElement(from start: Int, fault: Int) -> Int {
    var end = endOfLine(from: start)
    while end < fault {
      let next = end + 1
      if next < bytes.count, "{]".utf8.contains(bytes[next]) { break }
      end = endOfLine(from: next)
    }
    return end
  }

  private func endOfLine(from start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    return position
  }

  /// Goes on behind a fault, as deep as the reader was before it.
  package mutating func resume(at offset: Int, depth: Int) {
    position = offset
    self.depth = depth
  }
}
