import DurableFiles
import Foundation
import NoteModel
import NotePackage

// An app in small: opens the first page of a package, appends strokes, saves each, and says the number of each that is
// durable. Tests watch, kill and starve it.
// SessionWriter PACKAGE ENGINE COUNT MILLISECONDS [close]
let arguments = CommandLine.arguments
guard arguments.count >= 5, let engine = StorageEngine(rawValue: arguments[2]), let count = Int(arguments[3]),
  let pause = UInt32(arguments[4])
else { fatalError("usage: SessionWriter PACKAGE ENGINE COUNT MILLISECONDS [close]") }

func say(_ text: String, to descriptor: Int32 = 1) {
  let bytes = Array("\(text)\n".utf8)
  _ = write(descriptor, bytes, bytes.count)
}

do throws(PackageError) {
  let session = try PackageSession.open(Path(arguments[1]), engine: engine)
  let page = try session.page(session.package.document.pages[0].id)
  let first = page.page.elements.count
  for number in first..<first + count {
    let digits = String(100_000_000_000 + number)
    try page.append(
      .stroke(
        Stroke(
          id: Identifier("EE000000-0000-4000-8000-\(digits)"), color: Color(red: 1, green: 2, blue: 3),
          radius: .constant(8), x: (0..<40).map { Int32($0 * 7 + number) }, y: (0..<40).map { Int32($0) })))
    try page.save()
    say(digits)
    usleep(pause * 1000)
  }
  if arguments.count > 5 { try session.close(at: Timestamp(milliseconds: 1_796_000_000_000)) }
} catch {
  say(error.message, to: 2)
  exit(8)
}
