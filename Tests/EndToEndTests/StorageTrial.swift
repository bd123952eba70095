import DurableFiles
import Foundation
import NoteModel
import NotePackage
import TestSupport
import Testing

/// A library with one small package, and a program that changes how its pages are kept, to be disturbed again and again.
struct StorageTrial {
  let temporary: TemporaryFolder
  let program: Program
  /// Of the program, the library being `L`.
  let arguments: [String]
  let pages: [Identifier: [Element]]

  static let package = "L/\(SmallPackage.name)"

  /// The program beside the tests that edits a page.
  static let writer = Program(Path("\(Program.lnote.path.parent)/SessionWriter"))

  init(_ program: Program, _ arguments: [String], inDatabase: Bool = false) throws {
    temporary = try TemporaryFolder(isInMemory: true)
    self.program = program
    self.arguments = arguments
    try temporary.makeSmallPackage(in: "T")
    if inDatabase {
      let outcome = try lnote("migrate", "--to", "sqlite", temporary("T"))
      #expect(outcome.status == 0, "\(outcome)")
      try temporary.remove("T/.lnote-lost+found")
    }
    let package = try Package.open(Path(temporary("T/\(SmallPackage.name)")))
    pages = try Dictionary(
      uniqueKeysWithValues: package.pageIDs().map { ($0, try package.page($0).elements) })
  }

  var words: [String] { arguments.map { $0.hasPrefix("L") ? temporary($0) : $0 } }

  func reset() throws {
    if temporary.exists("L") { try temporary.remove("L") }
    let outcome = try Program.named("cp").run(["-a", temporary("T"), temporary("L")])
    #expect(outcome.status == 0, "\(outcome)")
  }

  /// The pages as they are now; the package must be sound.
  func sound(_ context: String) throws -> Package {
    let package = try Package.open(Path(temporary(Self.package)))
    let report = Check(now: PackageFixture.now).package(package.source, named: Name.of(SmallPackage.name))
    let errors = report.findings.filter { $0.severity >= .error }
    if !errors.isEmpty { Issue.record("\(context): \(errors)") }
    return package
  }

  // MARK: Faults

  static let writing = [
    "mkdirat", "linkat", "write", "pwrite64", "fsync", "fdatasync", "ftruncate", "renameat", "renameat2",
    "unlinkat", "unlink",
  ]

  /// The calls of an undisturbed run from where it first touches the library.
  func calls(_ names: [String]) throws -> [TracedCall] {
    try reset()
    return try TracedCall.all(
      of: names, in: words, from: temporary("L"), expecting: 0, of: program, temporary)
  }

  /// A run in which one call meets a fault, such as `error=EIO` or `signal=SIGKILL`.
  func run(_ call: TracedCall, _ fault: String) throws -> Program.Outcome {
    try reset()
    return try call.run(words, fault, of: program)
  }
}
