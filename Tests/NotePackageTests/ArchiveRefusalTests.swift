import DurableFiles
import NotePackage
import TestSupport
import Testing

/// What a refused archive leaves behind: nothing.
@Suite struct ArchiveRefusalTests {
  @Test(
    .enabled(if: ArchiveCorpus.isThere, "the collection isn't there"), arguments: ArchiveCorpus.rows)
  func leavesTheDestinationAsItWas(_ row: ArchiveCorpus.Row) throws {
    let temporary = try TemporaryFolder()
    try PackageFixture.notebook.write(into: temporary.folder)
    let before = try TreeSnapshot(of: temporary.folder)
    var limits = Limits.standard
    (limits.archive.entries, limits.archive.totalByteCount) = (5000, 1 << 30)
    let library = Library(temporary.folder, limits: limits)
    var taken = 0
    if let archive = try? ArchivedPackages.open(row.path, limits: limits) {
      for package in archive.packages {
        for policy in [ImportPolicy.replace, .merge] {
          let importer = Importer(into: library, policy: policy, now: PackageFixture.now)
          if (try? importer.take(package.source)) != nil { taken += 1 }
        }
        let unpacker = Unpacker(into: temporary.folder, limits: limits, now: PackageFixture.now)
        if (try? unpacker.unpack(package)) != nil { taken += 1 }
      }
    }
    let after = try TreeSnapshot(of: temporary.folder)
    if row.refusal != nil { #expect(taken == 0, "an archive that is to be refused") }
    if taken == 0 { #expect(after == before) }
    for (path, node) in before.nodes { #expect(after.nodes[path] == node) }
    #expect(after == after.withoutLeftovers, "a stage is left")
  }
}
