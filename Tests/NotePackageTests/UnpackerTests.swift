import DurableFiles
import NoteModel
import NotePackage
import TestSupport
import Testing

@Suite struct UnpackerTests {
  let temporary: TemporaryFolder
  let target: Folder

  init() throws {
    temporary = try TemporaryFolder()
    target = try temporary.folder.makeFolder(.of("target"))
  }

  private func unpack(_ package: PackageFixture) throws -> Unpacker.Outcome {
    let entries = package.files.map { (name: "\(package.name)/\($0)", bytes: package.bytes($0)) }
    let folders = package.tree.nodes.filter { $0.value == .folder }.map {
      (name: "\(package.name)/\($0.key)/", bytes: [UInt8]())
    }
    let archive = try ArchiveBytes.holding(entries + folders).open(in: temporary)
    return try Unpacker(into: target, now: PackageFixture.now).unpack(archive.packages[0])
  }

  @Test(arguments: ["\(PackageFixture.documentID).lnote", "My notes"])
  func givesTheSameFilesUnderTheDocumentsName(_ name: String) throws {
    var package = PackageFixture.richNotebook
    package.name = name
    let outcome = try unpack(package)
    #expect(try target.entries().map(\.name.text) == ["\(PackageFixture.documentID).lnote"])
    #expect(try TreeSnapshot(of: Folder.open(outcome.path)) == package.tree)
    #expect(outcome.documentID == Identifier(PackageFixture.documentID))
    #expect(outcome.title == "Field notes")
    #expect(outcome.findings.map(\.code) == [.extraFile, .elementUnknown])
  }

  @Test func changesNothingWhereAPackageIs() throws {
    var held = PackageFixture.notebook
    held.edit("document.json", "Field notes", "My notes")
    try held.write(into: target)
    let before = try target.walk()
    let error = #expect(throws: PackageError.self) { try unpack(.notebook) }
    #expect(error?.code == .exists)
    #expect(error?.path == target.path.appending(Name.of(held.name)))
    #expect(try target.walk() == before)
  }

  @Test(arguments: Damage.ofDocuments + Damage.ofPages)
  func takesWhatPassesTheCheckAndLeavesNothingOfTheRest(_ damage: Damage) throws {
    let isRefused = damage.found.contains { $0.code.severity >= .error || $0.code == .documentNewerFormat }
    if isRefused {
      let error = #expect(throws: PackageError.self) { try unpack(damage.package) }
      #expect(error?.code == .refused || error?.code == .newerFormat)
      #expect(try target.walk() == [])
    } else {
      let outcome = try unpack(damage.package)
      #expect(outcome.findings.map(\.code) == damage.found.map(\.code))
    }
  }

  @Test func saysWhatIsWrongWithARefusedPackage() throws {
    var package = PackageFixture.notebook
    package.remove("assets/\(PackageFixture.photo).jpg")
    let page = PackageFixture.page(PackageFixture.firstPage)
    let offset = package.offset(of: PackageFixture.image(PackageFixture.photo), in: page)
    let error = #expect(throws: PackageError.self) { try unpack(package) }
    #expect(error?.reason.contains("\(page): asset-missing at byte \(offset)") == true)
  }

  @Test func wantsAUUID() throws {
    var package = PackageFixture.notebook
    package.edit("document.json", PackageFixture.documentID, "../../escape")
    package.edit("manifest.json", PackageFixture.documentID, "../../escape")
    let error = #expect(throws: PackageError.self) { try unpack(package) }
    #expect(error?.code == .refused)
    #expect(try target.walk() == [])
  }

  @Test func leavesNothingOfAnArchiveWithAWrongChecksum() throws {
    let archive = try ArchiveBytes.packing([PackageFixture.notebook.source])
    var bytes = archive.bytes
    // Inside the packed content of the first file.
    bytes[150] ^= 0xFF
    try temporary.folder.replaceFile(.of("broken"), with: bytes)
    let opened = try? ArchivedPackages.open(temporary.path.appending(Name.of("broken")))
    if let package = opened?.packages.first {
      let error = #expect(throws: PackageError.self) {
        try Unpacker(into: target, now: PackageFixture.now).unpack(package)
      }
      #expect(error?.code == .archive)
    }
    #expect(try target.walk() == [])
  }
}
