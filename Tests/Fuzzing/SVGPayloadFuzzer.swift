@testable import NoteInterchange
@testable import NoteModel

/// Puts any bytes into our own drawing, as payload and as what is drawn: no crash, and what is believed is drawn.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPayload(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  // Payload, path and transform with bars between them; the rest are further attributes.
  var parts = bytes.split(separator: UInt8(ascii: "|"), maxSplits: 3, omittingEmptySubsequences: false)
  while parts.count < 4 { parts.append([]) }
  var text = Array(
    """
    <svg xmlns='http://www.w3.org/2000/svg' xmlns:ln='urn:lnote:svg:1' width='99pt' height='99pt' \
    viewBox='0 0 99 99' ln:v='1' fill='none' stroke-linecap='round'><path stroke='red' stroke-width='2'
    """.utf8)
  for (name, part) in zip([" ln:s=\"", " d=\"", " transform=\""], parts) {
    text += Array(name.utf8)
    text.append(xmlValue: part)
    text.append(UInt8(ascii: "\""))
  }
  text.append(UInt8(ascii: " "))
  text += parts[3]
  text += Array("/></svg>".utf8)
  guard let page = try? SVGImport.read(text.span) else { return 0 }
  for case .stroke(let stroke) in page.page.elements {
    precondition(stroke.x.count == stroke.y.count && !stroke.x.isEmpty, "columns of different lengths")
    if case .column(let radii) = stroke.radius {
      precondition(radii.count == stroke.x.count, "radii for no sample")
    }
    precondition(stroke.pressure.map { $0.count == stroke.x.count } ?? true, "pressure for no sample")
  }
  return 0
}
