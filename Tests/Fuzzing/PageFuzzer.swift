/// Reads any bytes as a page snapshot: no crash, and what is read whole is written and read again as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPage(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  for fault in (try? PageCodec.read(bytes.span))?.faults ?? [] {
    precondition(
      fault.range.lowerBound >= 0 && fault.range.upperBound <= bytes.count, "a fault lies in its file")
    _ = PageCodec.salvageStroke(Array(bytes[fault.range]).span)
  }
  guard let page = try? PageCodec.decode(bytes.span) else { return 0 }
  let written = PageCodec.encode(page)
  guard let again = try? PageCodec.decode(written.span) else { fatalError("what was written can't be read") }
  precondition(again == page, "what was written reads as another page")
  precondition(PageCodec.encode(again) == written, "writing isn't stable")
  return 0
}
