import DurableFiles
import NoteModel
import NotePackage
import TestSupport
import Testing

/// Every file of a small package, damaged in every place, is repaired: nothing is lost, and a second repair finds
/// nothing to do.
@Suite struct HeavyRepairSweepTests {
  static let package = PackageFixture.richNotebook
  /// Debug builds try a part of all places.
  static let step: Int = {
    #if RECORDS_OPERATIONS
      23
    #else
      1
    #endif
  }()

  @Test(arguments: package.files) func everyCut(_ path: String) throws {
    let bytes = Self.package.bytes(path)
    try repairEach(path, stride(from: 0, to: bytes.count, by: Self.step).lazy.map { Array(bytes[..<$0]) })
  }

  @Test(arguments: package.files) func everyFlippedByte(_ path: String) throws {
    let bytes = Self.package.bytes(path)
    try repairEach(
      path,
      stride(from: 0, to: bytes.count, by: Self.step).lazy.map { offset in
        var flipped = bytes
        // Every bit has its turn, as often as the others.
        flipped[offset] ^= 1 << UInt8(offset % 8)
        return flipped
      })
  }

  @Test(arguments: package.files) func everyZeroedSector(_ path: String) throws {
    let bytes = Self.package.bytes(path)
    try repairEach(
      path,
      stride(from: 0, to: bytes.count, by: 512).lazy.map { start in
        var zeroed = bytes
        for offset in start..<min(start + 512, bytes.count) { zeroed[offset] = 0 }
        return zeroed
      })
  }

  private func repairEach(_ path: String, _ contents: some Sequence<[UInt8]>) throws {
    let temporary = try TemporaryFolder(isInMemory: true)
    for (number, content) in contents.enumerated() {
      let name = Name.of("\(number)")
      let library = Library(try temporary.folder.makeFolder(name))
      var damaged = Self.package
      damaged.add(path, content)
      try damaged.write(into: library.folder)
      let before = try Belongings(of: library.folder)
      let states = try Self.repaired(library, "\(path), damage \(number)", isSecond: false)
      let missing = before.missing(in: try Belongings(of: library.folder))
      if !missing.isEmpty { Issue.record("\(path), damage \(number) loses \(missing)") }
      if try Self.repaired(library, "\(path), damage \(number), again", isSecond: true) != states {
        Issue.record("\(path), damage \(number): a second repair changes something")
      }
      try temporary.folder.removeTree(name)
    }
  }

  private static func repaired(_ library: Library, _ what: String, isSecond: Bool) throws -> [String] {
    let outcome = try Repair(Check(now: PackageFixture.now), level: .all).run(library, workerCount: 1)
    for failure in outcome.failures + outcome.packages.compactMap(\.failure) {
      Issue.record("\(what): \(failure.message)")
    }
    if isSecond, outcome.runID != nil { Issue.record("\(what): there is something to undo") }
    return try library.folder.walk().map(\.description)
  }
}
