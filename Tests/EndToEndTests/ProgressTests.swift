import DurableFiles
import Foundation
import TestSupport
import Testing

extension TemporaryFolder {
  /// A library `L`, the same again as `T`, as the archive `A` and as the backups `B`.
  static func withWork() throws -> TemporaryFolder {
    let folder = try TemporaryFolder(isInMemory: true)
    try folder.makeSmallPackage(in: "L")
    try folder.copy(ProgramSamples.empty, "L/04BF7BC9-E043-5D97-8AA9-66B5DADA06E6.lnote")
    #expect(try lnote("pack", folder("L"), "-o", folder("A")).status == 0)
    #expect(try lnote("backup", folder("L"), "--to", folder("B")).status == 0)
    try folder.copy(folder("L"), "T")
    return folder
  }
}

/// Long work says how far it has come, to people on a terminal and to programs that ask, and can be stopped anywhere.
@Suite struct ProgressTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try .withWork() }

  /// Everything that may take long, on one thread, so that its calls can be counted; a word of one letter is something in
  /// the folder.
  static let commands: [[String]] =
    pictures + migrations + [
      ["fsck", "L", "-j1"], ["pack", "L", "-o", "a", "-j1"], ["unpack", "A", "-d", "U", "-j1"],
      ["import", "A", "--into", "N", "-j1"], ["export", "P", "-f", "svg", "-o", "S"],
      ["export", "P", "-o", "J"], ["backup", "L", "--to", "C", "-j1"], ["backup", "--check", "B", "-j1"],
      ["restore", "B", "--into", "R"], ["compact", "L"],
    ]

  #if SQLite
    private static let migrations = [["migrate", "--to", "sqlite", "L", "-j1", "-q"]]
  #else
    private static let migrations: [[String]] = []
  #endif

  #if Rendering
    private static let pictures: [[String]] = [
      ["export", "P", "-f", "png", "-o", "S", "-j1"], ["export", "P", "-o", "D", "-j1"],
      ["thumbnails", "--all", "P", "-j1"],
    ]
  #else
    private static let pictures: [[String]] = []
  #endif

  /// The library as it is before the command.
  private func reset(for command: [String]) throws {
    guard ["migrate", "compact"].contains(command[0]) else { return }
    try temporary.remove("L")
    try temporary.copy(temporary("T"), "L")
    guard command[0] == "compact" else { return }
    let writer = try StorageTrial.writer.run([temporary("L/\(SmallPackage.name)"), "journal", "3", "0"])
    #expect(writer.status == 0, "\(writer)")
  }

  private func words(_ command: [String]) -> [String] {
    let names = ["P": "L/\(SmallPackage.name)", "J": "x.json", "D": "x.pdf"]
    return command.map { $0.count == 1 ? temporary(names[$0] ?? $0) : $0 }
  }

  @Test(arguments: commands) func tellsOtherPrograms(_ command: [String]) throws {
    try reset(for: command)
    let outcome = try Program.lnote.run(words(command) + ["--progress=json"])
    #expect(outcome.status == 0, "\(outcome)")
    let records = try outcome.errorLines.map { line in
      Record(members: try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]))
    }
    #expect(!records.isEmpty, "\(outcome)")
    let keys = Set([
      "type", "v", "what", "done", "total", "bytes", "totalBytes", "bytesPerSecond", "secondsLeft",
    ])
    for record in records {
      #expect(Set(record.members.keys).isSubset(of: keys), "\(record)")
      #expect(record["type"] == "progress" && record["v"] == 1 && record["what"] != "", "\(record)")
      let (done, total) = (try #require(record["done"] as Int?), record["total"] as Int?)
      #expect(done >= 0 && done <= total ?? done, "\(record)")
      let (bytes, all) = (try #require(record["bytes"] as Int?), record["totalBytes"] as Int?)
      #expect(bytes >= 0 && bytes <= all ?? bytes, "\(record)")
    }
    let last = try #require(records.last)
    // Drawing reads and draws; how many bytes that is tells nothing.
    if command[0] != "thumbnails" { #expect(last["bytes"] as Int? ?? 0 > 0, "\(last)") }
    #expect(last["done"] as Int? == last["total"] as Int? && last["total"] as Int? != nil, "\(last)")
  }

  @Test(arguments: commands) func tellsNobodyElse(_ command: [String]) throws {
    try reset(for: command)
    let outcome = try Program.lnote.run(words(command))
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
  }

  /// The line has what, how many of how many, bytes and rate.
  @Test(.needsTracing) func showsFiguresOnATerminal() throws {
    // Each sync takes a while, as on a slow disk.
    let outcome = try Program.named("strace").run(
      [
        "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync", "-e", "inject=fsync:delay_enter=150000",
        Program.lnote.path, "restore", temporary("B"), "--into", temporary("R"),
      ], errors: .terminal)
    #expect(outcome.status == 0, "\(outcome)")
    let pattern = #"restoring: 1 of 2, [0-9.]+ k?B(ytes)?, [0-9.]+ (bytes|kB)/s, [0-9]+:[0-9]{2} left"#
    #expect(
      outcome.errors.range(of: pattern, options: .regularExpression) != nil,
      "\(outcome.errors.debugDescription)")
    #expect(outcome.errors.hasSuffix("\r\u{1B}[K") && !outcome.errors.contains("\n"), "\(outcome)")
  }

  // MARK: Stopping

  static let writing = ["mkdirat", "write", "fsync", "renameat", "renameat2", "linkat", "unlinkat"]

  /// Stopped at moments all over the run: nothing unfinished is left, and the shell sees the signal.
  @Test(.needsTracing, arguments: commands) func stoppedAnywhere(_ command: [String]) throws {
    let arguments = words(command)
    try reset(for: command)
    let calls = try TracedCall.all(
      of: Self.writing, in: arguments, from: temporary(""), expecting: 0, temporary)
    for index in stride(from: 0, to: calls.count, by: max(1, calls.count / 5)) {
      for name in ["a", "U", "N", "S", "C", "R", "x.json", "x.pdf"] where temporary.exists(name) {
        try temporary.remove(name)
      }
      try reset(for: command)
      let outcome = try calls[index].run(arguments, "signal=SIGINT")
      #expect(outcome.signal == SIGINT, "\(calls[index]): \(outcome)")
      let state = try temporary.snapshot()
      #expect(state == state.withoutLeftovers, "\(calls[index]): \(state)")
    }
  }
}
