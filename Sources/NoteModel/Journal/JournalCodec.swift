/// The frames of a page's journal, `pages/<page-uuid>.journal`.
public enum JournalCodec {
  /// One change to a page.
  public enum Change: Sendable, Hashable {
    /// Replaces the element with that id in its place, else appends.
    case put(Element)
    case remove(Identifier)
    /// Moves the element to that place in the drawing order, from 0; beyond the end means last.
    case move(Identifier, to: Int)
  }

  /// What could be read of a journal.
  public struct Reading: Sendable {
    /// Nil when the first frame is no header.
    public fileprivate(set) var page: Identifier?
    public fileprivate(set) var epoch: UInt64 = 0
    /// From the frames behind the header up to the first that is bad or of an unknown type.
    public fileprivate(set) var changes: [Change] = []
    /// How many bytes those frames and the header take.
    public fileprivate(set) var goodByteCount = 0
    public fileprivate(set) var end = End.whole
    /// From valid frames behind a bad one.
    public fileprivate(set) var laterChanges: [Change] = []
  }

  public enum End: Sendable, Hashable {
    /// Every frame is good.
    case whole
    /// A bad tail with nothing valid behind it: the write that a crash cut short.
    case torn(at: Int)
    /// A bad frame with valid ones behind it.
    case damaged(at: Int)
    /// A frame of a type that this version doesn't know.
    case unknownType(UInt8, at: Int)
    /// The first frame is no header of this version.
    case noHeader(String)
  }

  static let frameHeadByteCount = 9
  /// The longest payload, in bytes.
  public static let maximumPayloadByteCount = 64 << 20
  /// Past this many bytes a journal is due to be merged.
  public static let mergeByteCount = 1 << 20

  /// Reads a whole journal; damage is part of the answer, never an error.
  public static func read(_ bytes: Span<UInt8>) -> Reading {
    var reading = Reading()
    guard let head = frame(bytes, at: 0, index: 0, epoch: 0) else {
      reading.end = bytes.isEmpty ? .torn(at: 0) : .noHeader("the first frame is bad")
      return reading
    }
    do {
      try readHeader(bytes.extracting(head.payload), type: head.type, into: &reading)
    } catch {
      reading.end = .noHeader(error.message)
      return reading
    }
    var index: UInt64 = 1
    var position = head.payload.upperBound
    reading.goodByteCount = position
    while position < bytes.count {
      guard let next = frame(bytes, at: position, index: index, epoch: reading.epoch) else {
        readBehindDamage(bytes, from: position, index: index, into: &reading)
        return reading
      }
      guard next.type <= 3 else {
        reading.end = .unknownType(next.type, at: position)
        return reading
      }
      guard let change = try? change(bytes.extracting(next.payload), type: next.type) else {
        readBehindDamage(bytes, from: position, index: index, into: &reading)
        return reading
      }
      reading.changes.append(change)
      position = next.payload.upperBound
      reading.goodByteCount = position
      index += 1
    }
    return reading
  }

  private struct Frame {
    let type: UInt8
    let payload: Range<Int>
  }

  /// The frame at an offset if its checksum is right for that index and epoch.
  private static func frame(_ bytes: Span<UInt8>, at offset: Int, index: UInt64, epoch: UInt64) -> Frame? {
    guard bytes.count - offset >= frameHeadByteCount else { return nil }
    let length = word(bytes, offset)
    let start = offset + frameHeadByteCount
    guard length <= maximumPayloadByteCount, Int(length) <= bytes.count - start else { return nil }
    let payload = start..<start + Int(length)
    var crc = CRC32C()
    crc.update(littleEndian: epoch)
    crc.update(littleEndian: index)
    crc.update(littleEndian: length)
    crc.update(littleEndian: bytes[offset + 8])
    crc.update(bytes.extracting(payload))
    return crc.value == word(bytes, offset + 4) ? Frame(type: bytes[offset + 8], payload: payload) : nil
  }

  private static func word(_ bytes: Span<UInt8>, _ offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
  }

  private static func readHeader(
    _ payload: Span<UInt8>, type: UInt8, into reading: inout Reading
  ) throws(ModelError) {
    guard type == 0 else { throw ModelError(.wrongType, at: 0, "the first frame is of type \(type)") }
    let value = try JSONValue.read(payload)
    guard let version = value["formatVersion"]?.integer(Int.self), version == FormatVersion.current else {
      throw ModelError(.newerFormat, at: 0, "the journal is of another format version")
    }
    guard let page = value["page"]?.string, let epoch = value["epoch"]?.integer(UInt64.self) else {
      throw ModelError(.missingKey, at: 0, "the header lacks the page or the epoch")
    }
    reading.page = Identifier(page)
    reading.epoch = epoch
  }

  private static func change(_ payload: Span<UInt8>, type: UInt8) throws(ModelError) -> Change {
    if type == 1 { return .put(try PageCodec.decodeElement(payload)) }
    let value = try JSONValue.read(payload)
    guard let id = value["id"]?.string.map({ Identifier($0) }) else {
      throw ModelError(.missingKey, at: 0, "the frame lacks an id")
    }
    if type == 2 { return .remove(id) }
    guard type == 3, let index = value["index"]?.integer(Int.self), index >= 0 else {
      throw ModelError(.missingKey, at: 0, "the frame lacks an index")
    }
    return .move(id, to: index)
  }

  // MARK: Damage

  /// How many frames may be lost in one piece and their followers still be told from chance.
  private static let mostLostFrames: UInt64 = 64

  private static func readBehindDamage(
    _ bytes: Span<UInt8>, from offset: Int, index: UInt64, into reading: inout Reading
  ) {
    reading.end = .torn(at: offset)
    var index = index
    var position = offset + 1
    while position + frameHeadByteCount <= bytes.count {
      guard let (found, at) = nextFrame(bytes, from: position, after: index, epoch: reading.epoch),
        let change = try? change(bytes.extracting(found.payload), type: found.type)
      else {
        position += 1
        continue
      }
      reading.end = .damaged(at: offset)
      reading.laterChanges.append(change)
      index = at
      position = found.payload.upperBound
    }
  }

  /// A valid frame at this very offset, of some index behind the last good one.
  private static func nextFrame(
    _ bytes: Span<UInt8>, from position: Int, after index: UInt64, epoch: UInt64
  ) -> (Frame, index: UInt64)? {
    let start = position + frameHeadByteCount
    let type = bytes[position + 8]
    let length = Int(word(bytes, position))
    // A payload is an object, which spares almost every checksum.
    guard (1...3).contains(type), length >= 2, length <= bytes.count - start,
      bytes[start] == UInt8(ascii: "{"), bytes[start + length - 1] == UInt8(ascii: "}")
    else { return nil }
    for candidate in index...index + mostLostFrames {
      if let frame = frame(bytes, at: position, index: candidate, epoch: epoch) { return (frame, candidate) }
    }
    return nil
  }
}
