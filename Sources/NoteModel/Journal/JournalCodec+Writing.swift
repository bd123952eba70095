extension JournalCodec {
  /// The frame that a journal begins with.
  public static func header(page: Identifier, epoch: UInt64) -> [UInt8] {
    var payload = Array("{\"formatVersion\":\(FormatVersion.current),\"page\":".utf8)
    payload.appendQuoted(page)
    payload.append(contentsOf: ",\"epoch\":\(epoch)}".utf8)
    // The header names the epoch, so that it can't be asked for before it is read.
    return frame(type: 0, payload, index: 0, epoch: 0)
  }

  /// A frame of one change; nil when the change is too long for one.
  ///
  /// - Parameter index: the frame's number in its file; the header is number 0.
  public static func frame(_ change: Change, index: UInt64, epoch: UInt64) -> [UInt8]? {
    var type: UInt8 = 1
    var payload: [UInt8] = []
    switch change {
    case .put(let element): payload = PageCodec.encode(element)
    case .remove(let id):
      type = 2
      payload.append(contentsOf: "{\"id\":".utf8)
      payload.appendQuoted(id)
      payload.append(UInt8(ascii: "}"))
    case .move(let id, let place):
      type = 3
      payload.append(contentsOf: "{\"id\":".utf8)
      payload.appendQuoted(id)
      payload.append(contentsOf: ",\"index\":\(place)}".utf8)
    }
    return payload.count > maximumPayloadByteCount
      ? nil : frame(type: type, payload, index: index, epoch: epoch)
  }

  private static func frame(type: UInt8, _ payload: [UInt8], index: UInt64, epoch: UInt64) -> [UInt8] {
    let length = UInt32(payload.count)
    var crc = CRC32C()
    crc.update(littleEndian: epoch)
    crc.update(littleEndian: index)
    crc.update(littleEndian: length)
    crc.update(littleEndian: type)
    crc.update(payload.span)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(frameHeadByteCount + payload.count)
    for word in [length, crc.value] {
      for place in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(place * 8))) }
    }
    bytes.append(type)
    bytes += payload
    return bytes
  }
}
