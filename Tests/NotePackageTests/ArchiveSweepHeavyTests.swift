import DurableFiles
import NotePackage
import SafeArchive
import TestSupport
import Testing

/// Small archives with every single byte changed, and cut everywhere: nothing outside of the stage, nothing left of it,
/// and a package that was taken is whole.
@Suite struct ArchiveSweepHeavyTests {
  /// An archive of our own, one that isn't packed, and a tar.
  enum Kind: String, CaseIterable {
    case own, stored, tar
  }

  private static let package: PackageFixture = {
    var package = PackageFixture.notebook
    for path in package.files where path.hasPrefix("thumbnails/") || path.hasSuffix("manifest.json") {
      package.remove(path)
    }
    return package
  }()

  private func bytes(_ kind: Kind, in temporary: TemporaryFolder) throws -> [UInt8] {
    if kind == .own { return try ArchiveBytes.packing([Self.package.source]).bytes }
    try Self.package.write(into: temporary.folder)
    let (program, arguments) = kind == .tar ? ("tar", ["-cf", "x"]) : ("zip", ["-qr0", "x.zip"])
    let made = try #require(Program.find(program)).run(
      arguments + [Self.package.name], in: temporary.path)
    #expect(made.status == 0)
    try temporary.folder.removeTree(.of(Self.package.name))
    return try temporary.read(kind == .tar ? "x" : "x.zip")
  }

  /// Debug builds take a part.
  private static let step: Int = {
    #if DEBUG
      41
    #else
      1
    #endif
  }()

  private func take(_ bytes: [UInt8], _ outer: TemporaryFolder, _ context: String) throws -> Bool {
    let target = try outer.folder.makeFolder(.of("target"))
    try target.replaceFile(.of("there"), with: [1])
    var file = try outer.folder.createFile(.of("archive"))
    try file.write(bytes)
    try file.close()
    var taken = false
    if let archive = try? ArchivedPackages.open(outer.path.appending(Name.of("archive"))) {
      for package in archive.packages {
        let unpacker = Unpacker(into: target, now: PackageFixture.now)
        if (try? unpacker.unpack(package)) != nil { taken = true }
      }
    }
    let names = try target.entries().map { $0.name.description }
    #expect(names.count == (taken ? 2 : 1) && names.contains("there"), "\(context): \(names)")
    #expect(try outer.folder.entries().count == 2, "\(context): something is outside")
    for entry in try target.walk() {
      #expect(entry.status.kind == .file || entry.status.kind == .folder, "\(context): \(entry.path)")
    }
    try outer.folder.removeTree(.of("target"))
    try outer.folder.remove(.of("archive"))
    return taken
  }

  @Test(arguments: Kind.allCases) func everyChangeOfAByte(_ kind: Kind) throws {
    guard kind == .own || Program.has("zip") else { return }
    let whole = try bytes(kind, in: TemporaryFolder())
    let outer = try TemporaryFolder()
    #expect(try take(whole, outer, "whole"))
    var taken = 0
    for index in stride(from: 0, to: whole.count, by: Self.step) {
      for mask in [UInt8(0x01), 0xFF] {
        var bytes = whole
        bytes[index] ^= mask
        if try take(bytes, outer, "byte \(index)") { taken += 1 }
      }
    }
    // Times, owners and the like mean nothing; a tar has no checksums over contents.
    #expect(taken < whole.count)
  }

  @Test(arguments: Kind.allCases) func everyCut(_ kind: Kind) throws {
    guard kind == .own || Program.has("zip") else { return }
    let whole = try bytes(kind, in: TemporaryFolder())
    let outer = try TemporaryFolder()
    // Behind the end of a tar there are zeros, as many as its writer liked.
    let end = kind == .tar ? (whole.lastIndex { $0 != 0 } ?? 0) + 1 : whole.count
    for count in stride(from: 0, to: end, by: Self.step) {
      #expect(try !take(Array(whole[..<count]), outer, "cut at \(count)"))
    }
  }
}
