import DurableFiles
import Foundation
import TestSupport
import Testing

@Suite struct PendingFileTests {
  let temporary: TemporaryFolder
  var folder: Folder { temporary.folder }

  init() throws { temporary = try TemporaryFolder() }

  private func path(_ name: String) -> Path { temporary.path.appending(Name.of(name)) }

  @Test func leavesNothingWithoutACommit() throws {
    do {
      var pending = try PendingFile.create(at: path("out"))
      try pending.write([1, 2, 3])
      #expect(try folder.entries().count == 1)
    }
    #expect(try folder.entries().isEmpty)
  }

  @Test func appearsWholeWithItsCommit() throws {
    var pending = try PendingFile.create(at: path("out"))
    for byte in UInt8(0)..<10 { try pending.write([byte]) }
    #expect(pending.byteCount == 10)
    try pending.commit(replacing: false)
    #expect(try folder.read(Name.of("out"), limit: 10) == Array(0..<10))
    #expect(try folder.entries().count == 1)
  }

  @Test func replacesOnlyWhenTold() throws {
    try replaceFile(at: path("out"), with: [1], replacingExisting: false)
    let error = #expect(throws: FileError.self) {
      try replaceFile(at: path("out"), with: [2], replacingExisting: false)
    }
    #expect(error?.code == .exists)
    #expect(error?.path == path("out"))
    try replaceFile(at: path("out"), with: [3], replacingExisting: true)
    #expect(try folder.read(Name.of("out"), limit: 1) == [3])
    #expect(try folder.entries().count == 1)
  }

  @Test func followsALinkSoThatItStays() throws {
    _ = try folder.makeFolder(.of("inside"))
    try replaceFile(at: path("inside").appending(Name.of("real")), with: [1], replacingExisting: false)
    symlink("inside/real", "\(path("link"))")
    try replaceFile(at: path("link"), with: [2], replacingExisting: true)
    #expect(try folder.status(Name.of("link"))?.kind == .link)
    #expect(try folder.read(RelativePath.of("inside/real"), limit: 1) == [2])
  }

  @Test(arguments: ["pipe", "inside"])
  func replacesNothingButFiles(_ name: String) throws {
    mkfifo("\(path("pipe"))", 0o644)
    _ = try folder.makeFolder(.of("inside"))
    let before = try folder.entries().map(\.name)
    let error = #expect(throws: FileError.self) {
      try replaceFile(at: path(name), with: [1], replacingExisting: true)
    }
    #expect(error?.code == .notFile)
    #expect(try folder.entries().map(\.name) == before)
  }

  @Test(arguments: ["", "/", ".", "a/.."])
  func needsAName(_ text: String) {
    let error = #expect(throws: FileError.self) {
      try replaceFile(at: Path(text), with: [1], replacingExisting: true)
    }
    #expect(error?.code == .invalidName)
  }

  @Test func writesToWhatIsOpenAlready() throws {
    let pipe = Pipe()
    var file = try WritableFile.writing(to: pipe.fileHandleForWriting.fileDescriptor, named: "-")
    try file.write([1, 2, 3])
    try file.close()
    try pipe.fileHandleForWriting.write(contentsOf: [4])
    try pipe.fileHandleForWriting.close()
    #expect([UInt8](pipe.fileHandleForReading.readDataToEndOfFile()) == [1, 2, 3, 4])
  }

  /// What can't take all of its bytes says so, by its name.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func tellsOfAFullDisk() throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    var file = try WritableFile.writing(to: full.fileDescriptor, named: "out")
    let error = #expect(throws: FileError.self) { try file.write([1]) }
    #expect(error?.code == .noSpace)
    #expect(error?.message == "can't write out: No space left on device")
  }
}
