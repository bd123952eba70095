import DurableFiles
import NoteModel
import NotePackage
import TestSupport
import Testing

@Suite struct LayoutTests {
  private static let id = Identifier(PackageFixture.documentID)

  @Test(arguments: ["6F9619FF-8B86-4011-B42D-00CF4FC964FF", "6f9619ff-8b86-4011-b42d-00cf4fc964ff"])
  func spellsUUIDsInUpperCase(_ text: String) {
    let id = Identifier(text)
    #expect(Layout.packageName(id) == .of("\(PackageFixture.documentID).lnote"))
    #expect(Layout.page(id) == .of("pages/\(PackageFixture.documentID).content"))
    #expect(Layout.thumbnail(id) == .of("thumbnails/\(PackageFixture.documentID).jpg"))
    #expect(Layout.asset(id, extension: "png") == .of("assets/\(PackageFixture.documentID).png"))
    #expect(Layout.asset(id, extension: "") == .of("assets/\(PackageFixture.documentID)"))
  }

  @Test(arguments: ["a/b", "..", ""])
  func staysInsideThePackage(_ text: String) {
    let id = Identifier(text)
    for path in [Layout.page(id), Layout.thumbnail(id), Layout.asset(id, extension: "png")] {
      #expect(path.map { ["pages", "thumbnails", "assets"].contains($0.names[0].text) } != false)
    }
    #expect(Layout.packageName(id)?.text != "..")
  }

  @Test(
    arguments: [
      ("a.lnote", true), ("a.LNOTE", true), (".a.lnote", true), ("a.b.lnote", true), (".lnote", false),
      ("lnote", false), ("a.lnote2", false), ("a.lnotepack", false), ("a", false),
    ])
  func knowsPackagesByTheirExtension(_ name: String, _ isPackage: Bool) {
    #expect(Layout.isPackageName(.of(name)) == isPackage)
  }

  @Test func readsTheDocumentsIdFromTheFoldersName() {
    #expect(Layout.documentID(of: .of("\(PackageFixture.documentID).lnote")) == Self.id)
    #expect(Layout.documentID(of: .of("\(PackageFixture.documentID.lowercased()).lnote")) == Self.id)
    #expect(Layout.documentID(of: .of("{\(PackageFixture.documentID)}.lnote")) == Self.id)
    #expect(Layout.documentID(of: .of("notes.lnote")) == nil)
    #expect(Layout.documentID(of: .of(PackageFixture.documentID)) == nil)
  }
}

@Suite struct RoleTests {
  private static let id = Identifier(PackageFixture.firstPage)
  private static let text = PackageFixture.firstPage

  static let roles: [(path: String, role: Role)] = [
    ("manifest.json", .manifest), ("document.json", .document), ("pages.sqlite", .database),
    ("pages.sqlite-wal", .databaseSidecar), ("pages.sqlite-shm", .databaseSidecar), ("pages", .knownFolder),
    ("assets", .knownFolder), ("thumbnails", .knownFolder), ("pages/\(text).content", .page(id)),
    ("pages/\(text.lowercased()).content", .page(id)), ("pages/\(text).journal", .journal(id)),
    ("assets/\(text).jpg", .asset(id, extension: "jpg")), ("assets/\(text)", .asset(id, extension: "")),
    ("assets/cat.jpg", .asset(Identifier("cat"), extension: "jpg")),
    ("thumbnails/\(text).jpg", .thumbnail(id)),
    ("thumbnails/\(text).png", .extra), ("thumbnails/cat.jpg", .extra), ("pages/cat.content", .extra),
    ("pages/\(text).CONTENT", .extra), ("pages/sub/\(text).content", .extra), ("Manifest.json", .extra),
    ("notes.txt", .extra), ("notes/document.json", .extra), ("PAGES", .extra), (".DS_Store", .litter),
    ("pages/._\(text).content", .litter), ("__MACOSX/pages/x", .litter), (".lnote-tmp-1", .temporary),
    (".lnote-stage-1", .temporary), ("pages/.dat.nosync01.x", .temporary), ("notes/draft.tmp", .temporary),
    ("document.json.sb-1234", .temporary), ("letter.txt~", .temporary), ("pages/.lock", .temporary),
    (".document.json.icloud", .placeholder), ("pages/.\(text).content.icloud", .placeholder),
    ("document.icloud", .extra),
    ("assets/\(text).tmp", .temporary), ("pages/\(text).lock", .temporary),
    ("assets/\(text).jpg~", .temporary), ("assets/\(text).sb-12", .temporary),
    ("@eaDir/\(text).jpg", .litter),
    ("pages/\(text) 2.content", .conflictCopy(of: .of("pages/\(text).content"))),
  ]

  @Test(arguments: roles)
  func followsFromThePath(_ path: String, _ role: Role) { #expect(Role(of: .of(path)) == role) }

  @Test func isExtraForANameThatIsNoText() {
    let name = Name([0xFF, 0x2E, 0x6A])!
    #expect(Role(of: RelativePath([name])) == .extra)
    #expect(Role(of: RelativePath([.of("pages"), name])) == .extra)
    #expect(Role(of: RelativePath([.of("assets"), name])) == .asset(Identifier("\\xff.j"), extension: ""))
  }
}

/// Through the check, which is who asks.
@Suite struct PortabilityTests {
  private func findings(_ names: [String]) throws -> [FindingCode] {
    var package = PackageFixture.notebook
    for name in names { package.addFolder(name) }
    return Check(now: PackageFixture.now).package(package.source, named: nil).findings.map(\.code)
  }

  @Test(arguments: [
    "a\u{1}b", "a\u{85}b", "a\\b", "a:b", "a*", "a?", "\"a\"", "<a>", "a|b", "a.", "a ", "CON", "nul",
    "Aux.txt",
    "com1", "LPT9.log",
  ])
  func someNamesCannotTravel(_ name: String) throws { #expect(try findings([name]) == [.nameUnportable]) }

  @Test(arguments: ["a.b", " a", "CONTENT", "com0", "COM10", "lpt", "né", "笔记", "a'b", "console.txt"])
  func othersCan(_ name: String) throws { #expect(try findings([name]) == []) }

  @Test(arguments: [("Plans", "plans"), ("n\u{E9}", "ne\u{301}"), ("STRASSE", "straße"), ("Σ", "ς")])
  func namesClashWhereCaseAndAccentsDoNotCount(_ one: String, _ other: String) throws {
    #expect(try findings([one, other]) == [.nameClash])
  }

  @Test func aNameThatIsNoTextCannotTravel() {
    var package = PackageFixture.notebook
    package.tree.nodes[RelativePath([Name([0xC3, 0x28])!])] = .folder
    let findings = Check(now: PackageFixture.now).package(package.source, named: nil).findings
    #expect(findings.map(\.code) == [.nameUnportable])
  }
}
