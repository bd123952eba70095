@testable import NoteInterchange
@testable import NoteModel

/// Reads any bytes as a style sheet and as declarations, in a drawing that they style: no crash, no endless work.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStyle(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  var sheet = StyleSheet()
  sheet.add(bytes[...])
  precondition(sheet.rules.count <= StyleSheet.limit, "more rules than are kept")
  _ = StyleDeclaration.list(bytes[...])
  var escaped: [UInt8] = []
  escaped.append(xmlValue: bytes)
  let opening = """
    <svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><g id='a' class='b c'><path class='c' d='M0 0h9'/>\
    <rect id='d' x='1' width='3' height='2'/></g><style>
    """
  let text = Array(opening.utf8) + escaped + Array("</style></svg>".utf8)
  _ = try? SVGImport.read(text.span)
  return 0
}
