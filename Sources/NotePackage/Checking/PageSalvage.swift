import NoteModel

/// What is left of an element that can't be read whole.
enum PageSalvage {
  /// The beginning of a stroke that was cut or whose columns differ: of other faults nothing can be believed.
  static func stroke(_ fault: PageCodec.Fault, in bytes: [UInt8]) -> Stroke? {
    guard fault.kind == .truncated || fault.error.code == .columnsDiffer else { return nil }
    let line = bytes[fault.range].drop { $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x20 }
    return PageCodec.salvageStroke(Array(line).span)
  }

  /// Says how much of the element a repair can keep, for the end of a finding.
  static func remains(_ fault: PageCodec.Fault, in bytes: [UInt8]) -> String {
    guard let count = stroke(fault, in: bytes)?.sampleCount else { return "nothing of it can be kept" }
    return count == 1 ? "1 sample of it can be kept" : "\(count) samples of it can be kept"
  }
}
