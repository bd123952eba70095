@testable import NoteInterchange
@testable import NoteModel

/// Reads any bytes as a transform, a length, a colour and other values of attributes: no crash.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTransform(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = unsafe Array(UnsafeBufferPointer(start: start, count: count))[...]
  let units = LengthUnits()
  if let map = TransformList.read(text, units), map.isInvertible, let back = map.inverse {
    precondition(back.determinant != 0, "what undoes a map has an area")
    _ = map.scales
    _ = map.isSimilarity
  }
  if let color = PaintColorReader.read(text) {
    for part in [color.red, color.green, color.blue, color.alpha] {
      precondition(part >= 0 && part <= 1, "a colour beyond its range")
    }
    _ = color.color(opacity: 0.5)
  }
  _ = TransformOrigin.read(text, units)
  _ = Length.list(text).map { $0.map { units.pixels($0) } }
  if let box = ViewBox(text) {
    precondition(box.width > 0 && box.height > 0, "a view box without an area")
    _ = box.transform(width: 10, height: 20, AspectRatio(text))
  }
  _ = InheritedStyle.opacity(text)
  _ = Paint(text)
  return 0
}
