import DurableFiles
import Foundation
import TestSupport
import Testing

@Suite struct FolderTests {
  let temporary: TemporaryFolder
  var folder: Folder { temporary.folder }

  init() throws { temporary = try TemporaryFolder() }

  private func place(_ text: String) -> String { "\(temporary.path)/\(text)" }

  private func code(_ body: () throws -> Void) -> FileError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? FileError)?.code
    }
  }

  private func fill(_ paths: String...) throws {
    for path in paths.map({ RelativePath.of($0) }) {
      var current = folder
      for name in path.names.dropLast() {
        current = try current.status(name) == nil ? current.makeFolder(name) : current.folder(name)
      }
      try current.replaceFile(path.name, with: Array("\(path)".utf8))
    }
  }

  @Test func readsWhatItWrote() throws {
    try fill("a/b/c")
    #expect(try folder.read(RelativePath.of("a/b/c"), limit: 5) == Array("a/b/c".utf8))
    var buffer = [UInt8](repeating: 9, count: 100)
    try folder.read(RelativePath.of("a/b/c"), limit: 5, into: &buffer)
    #expect(buffer == Array("a/b/c".utf8))
  }

  @Test func readsNothingPastTheLimit() throws {
    try fill("a/b/c")
    #expect(code { _ = try folder.read(RelativePath.of("a/b/c"), limit: 4) } == .tooLarge)
  }

  @Test func readsEmptyFiles() throws {
    try folder.replaceFile(.of("empty"), with: [])
    #expect(try folder.read(Name.of("empty"), limit: 0) == [])
  }

  @Test(arguments: ["link", "linked/x", "pipe", "inside", "missing"])
  func readsRegularFilesOnly(_ path: String) throws {
    try fill("inside/x")
    symlink("inside/x", place("link"))
    symlink("inside", place("linked"))
    mkfifo(place("pipe"), 0o644)
    let expected: [String: FileError.Code] = [
      "link": .link, "linked/x": .link, "pipe": .notFile, "inside": .notFile, "missing": .notFound,
    ]
    #expect(code { _ = try folder.read(RelativePath.of(path), limit: 100) } == expected[path])
  }

  @Test func saysWhatStandsUnderAName() throws {
    try fill("inside/x")
    symlink("inside", place("link"))
    mkfifo(place("pipe"), 0o644)
    #expect(try folder.status(Name.of("inside"))?.kind == .folder)
    #expect(try folder.status(Name.of("link"))?.kind == .link)
    #expect(try folder.status(Name.of("pipe"))?.kind == .special)
    #expect(try folder.status(RelativePath.of("inside/x"))?.byteCount == 8)
    #expect(try folder.status(RelativePath.of("gone/x")) == nil)
    #expect(try folder.status(Name.of("gone")) == nil)
    #expect(try folder.entries().map(\.name.text) == ["inside", "link", "pipe"])
  }

  @Test func walksDepthFirstInByteOrderWithoutFollowingLinks() throws {
    try fill("b/y", "b/x/deep", "a", "b-c")
    symlink(".", place("b/loop"))
    let places = try folder.walk().map(\.path.text)
    #expect(places == ["a", "b", "b/loop", "b/x", "b/x/deep", "b/y", "b-c"])
    #expect(code { _ = try folder.walk(maximumDepth: 2) } == .tooLarge)
    #expect(code { _ = try folder.walk(maximumEntries: 6) } == .tooLarge)
    #expect(try folder.walk(maximumDepth: 3, maximumEntries: 7).count == 7)
  }

  @Test func replacesAndKeepsPermissions() throws {
    try fill("file")
    chmod(place("file"), 0o640)
    try folder.replaceFile(.of("file"), with: [1, 2, 3])
    #expect(try folder.status(Name.of("file"))?.mode == 0o640)
    #expect(try folder.read(Name.of("file"), limit: 3) == [1, 2, 3])
    #expect(try folder.entries().count == 1)
  }

  @Test func replacesALinkItself() throws {
    try fill("target")
    symlink("target", place("link"))
    try folder.replaceFile(.of("link"), with: [1])
    #expect(try folder.status(Name.of("link"))?.kind == .file)
    #expect(try folder.read(Name.of("target"), limit: 10) == Array("target".utf8))
  }

  @Test func createsWithoutReplacing() throws {
    try folder.createFileDurably(.of("new"), with: [1])
    #expect(code { try folder.createFileDurably(.of("new"), with: [2]) } == .exists)
    #expect(try folder.read(Name.of("new"), limit: 9) == [1])
    #expect(try folder.entries().count == 1)
    #expect(code { _ = try folder.createFile(.of("new")) } == .exists)
    #expect(code { _ = try folder.makeFolder(.of("new")) } == .exists)
  }

  @Test func renamesExclusivelyOrNot() throws {
    try fill("a", "b", "inside/x")
    let inside = try folder.folder(Name.of("inside"))
    #expect(code { try folder.rename(.of("a"), to: .of("x"), in: inside, replacing: false) } == .exists)
    try folder.rename(.of("a"), to: .of("y"), in: inside, replacing: false)
    try folder.rename(.of("b"), to: .of("x"), in: inside, replacing: true)
    #expect(try inside.read(Name.of("x"), limit: 9) == Array("b".utf8))
    #expect(try inside.read(Name.of("y"), limit: 9) == Array("a".utf8))
    #expect(try folder.entries().count == 1)
  }

  #if RECORDS_OPERATIONS
    @Test(arguments: [EINVAL, ENOSYS, ENOTSUP])
    func renamesExclusivelyWhereTheFileSystemCannot(_ errno: Int32) throws {
      try fill("a", "b", "inside/x", "other/y")
      let names =
        [("a", "new", nil), ("a", "b", .exists), ("inside", "new2", nil), ("inside", "other", .exists)]
        as [(String, String, FileError.Code?)]
      for (old, new, expected) in names where try folder.status(Name.of(old)) != nil {
        let before = try TreeSnapshot(of: folder)
        let result = OperationRecorder.$current.withValue(OperationRecorder(faults: [0: .failure(errno)])) {
          code { try folder.rename(.of(old), to: .of(new), in: folder, replacing: false) }
        }
        #expect(result == expected)
        #expect(try (TreeSnapshot(of: folder) == before) == (expected != nil))
        if expected == nil { try folder.rename(.of(new), to: .of(old), in: folder, replacing: false) }
      }
    }
  #endif

  @Test func exchangesFolders() throws {
    try fill("a/one", "b/two")
    try folder.exchange(.of("a"), with: .of("b"), in: folder)
    #expect(try folder.walk().map(\.path.text) == ["a", "a/two", "b", "b/one"])
    #expect(code { try folder.exchange(.of("a"), with: .of("gone"), in: folder) } == .notFound)
  }

  @Test func removesTreesWithoutFollowingLinks() throws {
    try fill("keep/x", "tree/a/b/c", "tree/d")
    symlink("../keep", place("tree/link"))
    try folder.removeTree(.of("tree"))
    #expect(try folder.walk().map(\.path.text) == ["keep", "keep/x"])
    #expect(code { try folder.removeTree(.of("tree")) } == .notFound)
    #expect(code { try folder.removeEmptyFolder(.of("keep")) } == .notEmpty)
  }

  @Test func givesItsLockToOneOnly() throws {
    let lock = try folder.lock()
    #expect(code { _ = try folder.lock() } == .busy)
    lock.release()
    let again = try folder.lock()
    again.release()
  }

  @Test func staysOpenWhenItIsMoved() throws {
    try fill("inside/x")
    let inside = try folder.folder(Name.of("inside"))
    try folder.rename(.of("inside"), to: .of("moved"), in: folder, replacing: false)
    #expect(try inside.read(Name.of("x"), limit: 100).count == 8)
  }

  @Test func opensNoPathWithNUL() {
    #expect(code { _ = try Folder.open(Path(Array("/tmp".utf8) + [0])) } == .invalidName)
  }

  @Test func saysHowMuchIsFree() throws {
    #expect(try folder.freeByteCount() > 0)
  }

  @Test func errorsSayWhatFailedOnWhatAndWhy() throws {
    let error = #expect(throws: FileError.self) { try folder.read(Name.of("gone\n"), limit: 1) }
    #expect(error?.message == "can't open \(temporary.path)/gone\\u{a}: No such file or directory")
  }

  @Test func readsAtOffsets() throws {
    try fill("inside/x")
    let file = try openForReading(Path(place("inside/x")))
    var bytes = [UInt8](repeating: 0, count: 3)
    #expect(try file.read(at: 6, into: &bytes) == 2)
    #expect(bytes == Array("/x".utf8) + [0])
  }
}
