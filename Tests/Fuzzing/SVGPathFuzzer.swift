@testable import NoteInterchange
@testable import NoteModel

/// Reads any bytes as path data: no crash, a fault lies in its text, and every place is near enough to be drawn.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPathData(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  for transform in [AffineTransform.identity, AffineTransform(0.1, 3, -40, 0.1, 7, -1e5)] {
    var flattener = Flattener(transform, limit: 200_000)
    let fault = PathData.read(bytes.span, into: &flattener)
    precondition(fault.map { $0 >= 0 && $0 <= count } ?? true, "a fault lies in its text")
    let path = flattener.finished()
    let farthest = Flattener.farthest
    precondition(
      path.points.allSatisfy { abs($0.x) <= farthest && abs($0.y) <= farthest },
      "a place that is too far away")
    for subpath in path.subpaths {
      let line = path.polyline(subpath, isClosed: subpath.isClosed)
      let (x, y) = GridLine.columns(path.points[subpath.points], isClosed: subpath.isClosed)
      precondition(!x.isEmpty && x.count == y.count && x.count <= line.count, "samples out of nowhere")
    }
    _ = DashPattern([3, 0, 0.5], offset: 1).map { $0.dashes(of: path, scale: 1, unmap: transform.inverse) }
  }
  var positions = MarkerPositions(limit: 10_000)
  _ = PathData.read(bytes.span, into: &positions)
  precondition(positions.places().count <= 10_000 + 8, "markers without end")
  return 0
}
