import DurableFiles
import TestSupport
import Testing

@Suite struct StageTests {
  let temporary: TemporaryFolder
  var folder: Folder { temporary.folder }

  init() throws { temporary = try TemporaryFolder() }

  private func make(_ name: String, in folder: Folder, _ content: [UInt8]) throws {
    try folder.makeFolder(.of(name)).replaceFile(.of("x"), with: content)
  }

  private func soleName() throws -> Name { try #require(folder.entries().first?.name) }

  @Test func isPrivateAndKnownByName() throws {
    let stage = try Stage.create(in: folder)
    #expect(try stage.folder.status().mode == 0o700)
    #expect(Stage.isStageName(try soleName()))
    #expect(!Stage.isStageName(.of("stage")))
    try stage.discard()
    #expect(try folder.entries().isEmpty)
  }

  @Test func showsThatItIsInUse() throws {
    let stage = try Stage.create(in: folder)
    let name = try soleName()
    #expect(try Stage.isInUse(name, in: folder))
    try stage.discard()
    #expect(try !Stage.isInUse(name, in: folder))
    _ = try folder.makeFolder(name)
    #expect(try !Stage.isInUse(name, in: folder))
  }

  @Test func goesWithItsOwner() throws {
    do {
      let stage = try Stage.create(in: folder)
      try make("p", in: stage.folder, [1])
    }
    #expect(try folder.entries().isEmpty)
  }

  @Test func installsOnlyWhereNothingIs() throws {
    let stage = try Stage.create(in: folder)
    try make("p", in: stage.folder, [1])
    try make("q", in: stage.folder, [2])
    try stage.syncTree()
    try stage.install(.of("p"), as: .of("P"))
    let error = #expect(throws: FileError.self) { try stage.install(.of("q"), as: .of("P")) }
    #expect(error?.code == .exists)
    try stage.discard()
    #expect(try TreeSnapshot(of: folder).nodes == [.of("P"): .folder, .of("P/x"): .file([1])])
  }

  @Test func keepsTheOldOneAfterAnExchange() throws {
    try make("P", in: folder, [1])
    let stage = try Stage.create(in: folder)
    try make("p", in: stage.folder, [2])
    try stage.syncTree()
    try stage.exchange(.of("p"), with: .of("P"))
    #expect(try folder.read(RelativePath.of("P/x"), limit: 1) == [2])
    #expect(try stage.folder.read(RelativePath.of("p/x"), limit: 1) == [1])
  }
}
