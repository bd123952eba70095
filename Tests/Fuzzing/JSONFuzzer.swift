/// Reads any bytes as JSON, as a document and as a manifest: no crash, and writing is stable.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do {
    _ = try JSONValue.read(bytes.span)
  } catch {
    precondition(error.offset >= 0 && error.offset <= bytes.count, "a fault lies in its text")
    _ = JSONPlace(of: error.offset, in: bytes.span)
  }
  if let document = try? DocumentCodec.decode(bytes.span) {
    let written = DocumentCodec.encode(document)
    precondition(
      (try? DocumentCodec.decode(written.span)) == document, "what was written reads as another document")
  }
  if let manifest = try? ManifestCodec.decode(bytes.span) {
    let written = ManifestCodec.encode(manifest)
    precondition(
      (try? ManifestCodec.decode(written.span)) == manifest, "what was written reads as another manifest")
  }
  return 0
}
