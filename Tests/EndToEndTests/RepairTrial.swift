import DurableFiles
import Foundation
import TestSupport
import Testing

/// A library with damages of several kinds, to be repaired under adverse conditions again and again.
///
/// Files are old, so that what a repair makes of them doesn't depend on how fast the test is.
struct RepairTrial {
  let temporary: TemporaryFolder
  /// The library before, and what a repair that nothing disturbs makes of it.
  let initial: TreeSnapshot
  private(set) var final: TreeSnapshot
  let belongings: Belongings
  let packages: [String]

  static let arguments = ["fsck", "--repair=all", "-j", "1"]
  static let second = "2A2B3C4D-0000-4000-8000-000000000002.lnote"

  init() throws {
    temporary = try TemporaryFolder(isInMemory: true)
    try Self.fill("T", temporary)
    initial = try temporary.snapshot("T")
    belongings = try Belongings(of: Folder.open(Path(temporary("T"))))
    packages = temporary.names(in: "T").filter { $0.hasSuffix(".lnote") }
    final = initial
    try reset()
    let outcome = try Program.lnote.run(Self.arguments + [temporary("L")])
    #expect(outcome.status == 1, "\(outcome)")
    final = try temporary.snapshot("L")
    let repaired = packages.filter { part($0, final) != part($0, initial) }
    try #require(packages.count == 3 && repaired.count == 2)
  }

  /// Two damaged packages and a healthy one.
  static func fill(_ library: String, _ temporary: TemporaryFolder) throws {
    try temporary.makeSmallPackage(in: library)
    let package = "\(library)/\(SmallPackage.name)"
    let page = "\(package)/pages/\(SmallPackage.pages[0]).content"
    try temporary.write(Array(temporary.read(page).prefix(360)), page)
    try temporary.edit("\(package)/manifest.json") {
      $0 = $0.replacingOccurrences(of: "Small", with: "Large")
    }
    try temporary.write(SmallPackage.picture, "\(package)/assets/EEEEEEEE-0000-4000-8000-00000000000E.png")
    try temporary.write("{", "\(package)/pages/.lnote-tmp-0123456789abcdef")
    try temporary.makeSmallPackage(in: "other")
    let other = "\(library)/\(second)"
    try temporary.copy(temporary("other/\(SmallPackage.name)"), other)
    for file in ["document.json", "manifest.json"] + SmallPackage.pages.map({ "pages/\($0).content" }) {
      try temporary.edit("\(other)/\(file)") { text in
        text = text.replacingOccurrences(of: SmallPackage.id, with: String(second.dropLast(6)))
        for id in SmallPackage.pages { text = text.replacingOccurrences(of: id, with: "2" + id.dropFirst()) }
      }
    }
    for id in SmallPackage.pages {
      for (folder, suffix) in [("pages", "content"), ("thumbnails", "jpg")] {
        try FileManager.default.moveItem(
          atPath: temporary("\(other)/\(folder)/\(id).\(suffix)"),
          toPath: temporary("\(other)/\(folder)/2\(id.dropFirst()).\(suffix)"))
      }
    }
    try temporary.edit("\(other)/document.json") {
      $0 = $0.replacingOccurrences(of: "\"elementCount\": 2", with: "\"elementCount\": 7")
    }
    // The second repair needs more room than the first one.
    for number in 1...6 { try temporary.write("\(number)", "\(other)/notes/\(number).txt") }
    try temporary.copy(ProgramSamples.empty, "\(library)/04BF7BC9-E043-5D97-8AA9-66B5DADA06E6.lnote")
    let touched = try Program.named("find").run(
      [temporary(library), "-exec", "touch", "-h", "-d", "2026-02-01T00:00:00Z", "{}", "+"])
    #expect(touched.status == 0, "\(touched)")
  }

  /// Puts the damaged library back.
  func reset() throws {
    if temporary.exists("L") { try temporary.remove("L") }
    let outcome = try Program.named("cp").run(["-a", temporary("T"), temporary("L")])
    #expect(outcome.status == 0, "\(outcome)")
  }

  func part(_ package: String, _ tree: TreeSnapshot) -> TreeSnapshot { tree.under(package) }

  /// Whether everything of the packages is as it was.
  func isOld(_ state: TreeSnapshot) -> Bool { packages.allSatisfy { part($0, state) == part($0, initial) } }

  /// Whether every package is repaired.
  func isNew(_ state: TreeSnapshot) -> Bool { packages.allSatisfy { part($0, state) == part($0, final) } }

  /// The names that unfinished work left in the library itself.
  func leftovers(_ state: TreeSnapshot) -> [String] {
    let outside = state.nodes.keys.filter { $0.names[0].text != ".lnote-lost+found" }
    return outside.filter { path in
      path.names.contains { Stage.isStageName($0) || TemporaryName.isTemporary($0) }
    }.compactMap(\.text).filter { !$0.hasSuffix(".lnote-tmp-0123456789abcdef") }.sorted()
  }

  /// Every package old or new, nothing lost.
  func expectOldOrNew(_ context: String) throws -> TreeSnapshot {
    let state = try temporary.snapshot("L")
    for package in packages {
      let now = part(package, state)
      if now != part(package, initial) && now != part(package, final) {
        Issue.record("\(package) is neither old nor new: \(context): \(now)")
      }
    }
    let missing = belongings.missing(in: try Belongings(of: Folder.open(Path(temporary("L")))))
    if !missing.isEmpty { Issue.record("lost: \(missing), \(context)") }
    return state
  }

  /// An undisturbed repair ends what the disturbed one began, and clears up.
  func expectRepairable(_ context: String) throws {
    let outcome = try Program.lnote.run(Self.arguments + [temporary("L")])
    if outcome.status != 1 && outcome.status != 0 { Issue.record("\(context): \(outcome)") }
    let state = try expectOldOrNew("repaired after \(context)")
    if !isNew(state) { Issue.record("not repaired after \(context): \(outcome)") }
    if !leftovers(state).isEmpty { Issue.record("left after \(context): \(leftovers(state))") }
  }

  // MARK: Faults

  static let writing = [
    "mkdirat", "linkat", "write", "fsync", "fdatasync", "renameat", "renameat2", "unlinkat", "fchmod",
    "fchmodat",
  ]

  /// The calls of an undisturbed repair from where it first touches the library.
  func calls(_ names: [String]) throws -> [TracedCall] {
    try reset()
    return try TracedCall.all(
      of: names, in: Self.arguments + [temporary("L")], from: temporary("L"), expecting: 1, temporary)
  }

  /// Runs a repair in which one call meets a fault.
  func run(_ call: TracedCall, _ fault: String) throws -> Program.Outcome {
    try reset()
    return try call.run(Self.arguments + [temporary("L")], fault)
  }
}
