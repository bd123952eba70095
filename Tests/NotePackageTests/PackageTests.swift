import DurableFiles
import NoteModel
import NotePackage
import TestSupport
import Testing

@Suite struct PackageTests {
  typealias Notebook = PackageFixture

  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func open(_ package: PackageFixture, limits: Limits = .standard) throws -> Package {
    try Package.open(try package.write(into: temporary.folder).path, limits: limits)
  }

  private static func id(_ text: String) -> Identifier { Identifier(text) }

  // MARK: What is there

  @Test func readsDocumentPagesAndAssets() throws {
    let package = try open(.richNotebook)
    #expect(package.document.title == "Field notes")
    #expect(
      package.document.pages.map(\.id.text) == [Notebook.firstPage, Notebook.secondPage, Notebook.emptyPage])
    #expect(try package.page(Self.id(Notebook.firstPage)).elements.count == 3)
    #expect(try package.assetBytes(Self.id(Notebook.drawing)) == Notebook.png)
    #expect(try package.manifest()?.pageCount == 3)
    #expect(package.inventory.extras.map(\.path.text) == ["notes/reading list.txt"])
  }

  @Test(arguments: [PackageFixture.notebook, .richNotebook])
  func readsAndWritesTheSameBytes(_ fixture: PackageFixture) throws {
    let package = try open(fixture)
    #expect(DocumentCodec.encode(package.document) == fixture.bytes("document.json"))
    #expect(ManifestCodec.encode(try #require(try package.manifest())) == fixture.bytes("manifest.json"))
    for entry in package.document.pages {
      #expect(PageCodec.encode(try package.page(entry.id)) == fixture.bytes(Notebook.page(entry.id.text)))
    }
    #expect(try package.derivedManifest() == package.manifest())
  }

  @Test func findsFilesInAnySpelling() throws {
    var fixture = Notebook.notebook
    let (page, asset) = (Notebook.page(Notebook.secondPage), "assets/\(Notebook.photo).jpg")
    fixture.rename(asset, to: asset.lowercased())
    fixture.rename(page, to: page.lowercased())
    let package = try open(fixture)
    #expect(try package.page(Self.id(Notebook.secondPage.lowercased())).elements.count == 2)
    #expect(try package.assetBytes(Self.id("{\(Notebook.photo)}")) == Notebook.jpeg)
  }

  @Test(arguments: ["absent", "damaged"])
  func takesAManifestThatIsNotThereForNothing(_ state: String) throws {
    var fixture = Notebook.notebook
    if state == "absent" { fixture.remove("manifest.json") } else { fixture.cut("manifest.json", to: 10) }
    let package = try open(fixture)
    #expect(try package.manifest() == nil)
    #expect(try ManifestCodec.encode(package.derivedManifest()) == Notebook.notebook.bytes("manifest.json"))
  }

  // MARK: What can't be read

  @Test func namesTheFileAndTheByteOfADamagedDocument() throws {
    var fixture = Notebook.notebook
    fixture.edit("document.json", "\"title\"", "title")
    let offset = fixture.offset(of: "title", in: "document.json")
    let error = #expect(throws: PackageError.self) { try open(fixture) }
    #expect(error?.code == .damaged)
    #expect(error?.path == path("document.json"))
    #expect(error?.offset == offset)
    #expect(error?.message.contains("document.json at byte \(offset): ") == true)
  }

  @Test func saysThatAFolderIsNoPackage() throws {
    var fixture = Notebook.notebook
    fixture.remove("document.json")
    let error = #expect(throws: PackageError.self) { try open(fixture) }
    #expect(error?.code == .notPackage)
    #expect(error?.path == temporary.path.appending(Name.of(fixture.name)))
  }

  @Test func saysThatAPathLeadsNowhere() {
    let path = temporary.path.appending(Name.of("nothing"))
    let error = #expect(throws: PackageError.self) { try Package.open(path) }
    #expect(error?.code == .notFound)
    #expect(error?.path == path)
  }

  @Test func readsNoMoreThanItsLimit() throws {
    var limits = Limits.standard
    limits.documentByteCount = 100
    let error = #expect(throws: PackageError.self) { try open(.notebook, limits: limits) }
    #expect(error?.code == .tooLarge)
    #expect(error?.path == path("document.json"))
  }

  /// How a page is spoiled, and what reading it says then.
  struct SpoiledPage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: PackageError.Code
    /// Inside the package; empty for the package itself.
    let path: String
    let hasOffset: Bool
    let spoil: @Sendable (inout PackageFixture) -> Void
  }

  private static let file = Notebook.page(Notebook.firstPage)
  private static let journal = "pages/\(Notebook.firstPage).journal"

  static let spoiledPages = [
    SpoiledPage(testDescription: "missing", code: .notFound, path: "", hasOffset: false) { $0.remove(file) },
    SpoiledPage(testDescription: "cut", code: .damaged, path: file, hasOffset: true) {
      $0.cut(file, to: 200)
    },
    SpoiledPage(testDescription: "empty", code: .damaged, path: file, hasOffset: true) { $0.empty(file) },
    SpoiledPage(testDescription: "with bytes behind its end", code: .damaged, path: file, hasOffset: true) {
      $0.append(file, "x")
    },
    SpoiledPage(testDescription: "another one", code: .damaged, path: file, hasOffset: false) {
      $0.add(file, Notebook.page(Notebook.otherPage, []))
    },
    SpoiledPage(testDescription: "newer", code: .newerFormat, path: file, hasOffset: true) {
      $0.edit(file, "\"formatVersion\":1", "\"formatVersion\":2")
    },
    SpoiledPage(testDescription: "with a damaged journal", code: .damaged, path: journal, hasOffset: true) {
      $0.add(journal, "x")
    },
    SpoiledPage(testDescription: "in an unknown storage", code: .unsupported, path: "", hasOffset: false) {
      $0.edit("document.json", "  \"pages\"", "  \"storage\": \"cloud\",\n  \"pages\"")
    },
    SpoiledPage(testDescription: "a link", code: .notFound, path: "", hasOffset: false) {
      $0.remove(file)
      $0.links[file] = "../document.json"
    },
  ]

  @Test(arguments: spoiledPages)
  func saysWhyAPageCannotBeRead(_ page: SpoiledPage) throws {
    var fixture = Notebook.notebook
    page.spoil(&fixture)
    let package = try open(fixture)
    let error = #expect(throws: PackageError.self) { try package.page(Self.id(Notebook.firstPage)) }
    #expect(error?.code == page.code)
    #expect(error?.path == path(page.path))
    #expect((error?.offset != nil) == page.hasOffset)
    #expect(error?.reason.isEmpty == false)
    #expect(
      try package.document.storage != nil || package.page(Self.id(Notebook.secondPage)).elements.count == 2)
  }

  @Test func saysThatAnAssetHasNoFile() throws {
    let package = try open(.notebook)
    let error = #expect(throws: PackageError.self) { try package.assetBytes(Self.id(Notebook.otherAsset)) }
    #expect(error?.code == .notFound)
    #expect(error?.reason.contains(Notebook.otherAsset) == true)
  }

  @Test func readsNoMoreOfAnAssetThanItsLimit() throws {
    var limits = Limits.standard
    limits.assetByteCount = 10
    let package = try open(.notebook, limits: limits)
    let error = #expect(throws: PackageError.self) { try package.assetBytes(Self.id(Notebook.photo)) }
    #expect(error?.code == .tooLarge)
    #expect(error?.path == path("assets/\(Notebook.photo).jpg"))
  }

  private func path(_ inside: String) -> Path {
    let package = temporary.path.appending(Name.of(Notebook.notebook.name))
    return inside.isEmpty ? package : package.appending(RelativePath.of(inside))
  }
}
