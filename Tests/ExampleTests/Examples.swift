// The code of the articles in Sources/*/*.docc. ArticleTests compares each region with its article, so that what is
// printed there compiles and runs.

import DurableFiles
import NoteInterchange
import NoteModel
import NotePackage
import SafeArchive

enum Examples {
  static func open(_ path: Path) throws -> [String] {
    var lines: [String] = []
    // begin Opening 1
    let package = try Package.open(path)
    lines.append(package.document.title)
    for entry in package.document.pages {
      let page = try package.page(entry.id)
      for case .stroke(let stroke) in page.elements {
        lines.append("\(stroke.tool.rawValue) of \(stroke.sampleCount) samples")
      }
    }
    // end
    return lines
  }

  static func list(_ path: Path) throws -> [String] {
    var lines: [String] = []
    // begin Opening 2
    for listing in try Library.open(path).list() {
      lines.append(listing.manifest?.title ?? "\(listing.name) (\(listing.problem?.message ?? "unknown"))")
    }
    // end
    return lines
  }

  static func edit(_ path: Path, adding stroke: Stroke, at now: Timestamp) throws {
    // begin Editing 1
    let session = try PackageSession.open(path, engine: .journal)
    let page = try session.page(session.package.document.pages[0].id)
    try page.append(.stroke(stroke))
    try page.save()
    try session.close(at: now)
    // end
  }

  static func check(_ path: Path, now: Int64, isCancelled: @escaping @Sendable () -> Bool) throws -> [String]
  {
    var lines: [String] = []
    // begin Checking 1
    let library = try Library.open(path)
    let report = Check(now: now).library(
      library, workerCount: 2,
      progress: { done, total in print("\(done) of \(total)") },
      isCancelled: isCancelled)
    for package in report.packages {
      for finding in package.findings where finding.severity >= .warning {
        lines.append("\(package.path): \(finding.code.rawValue): \(finding.detail)")
      }
    }
    // end
    return lines
  }

  static func repair(_ path: Path, now: Int64) throws -> String? {
    // begin Checking 2
    let library = try Library.open(path)
    let outcome = try Repair(Check(now: now), level: .safe).run(library, workerCount: 1)
    for failure in outcome.packages.compactMap(\.failure) { print(failure.message) }
    if let id = outcome.runID { print("undone by: try Undo(library).run(\"\(id)\")") }
    // end
    return outcome.runID
  }

  static func pack(_ path: Path, to target: Path, isStopped: () -> Bool) throws {
    // begin Packing 1
    let archive = PendingArchive(try PendingFile.create(at: target))
    let source = try PackageSources.one(at: path)
    var packedByteCount = 0
    _ = try Packing().pack([source], onto: archive, level: 6, workerCount: 2) {
      byteCount throws(PackageError) in
      packedByteCount += byteCount
      if isStopped() { throw PackageError(.cancelled, target, "stopped") }
    }
    try archive.commit(replacing: false)
    // end
  }

  static func take(_ path: Path, into libraryPath: Path, now: Int64) throws -> [String] {
    var lines: [String] = []
    // begin Importing 1
    let importer = Importer(into: try Library.open(libraryPath), policy: .keepBoth, now: now)
    for package in try ArchivedPackages.open(path).packages {
      do {
        let outcome = try importer.take(package.source)
        lines.append("\(outcome.title): \(outcome.path)")
      } catch {
        // The library is as it was; the others may still be fine.
        lines.append(error.message)
      }
    }
    // end
    return lines
  }

  static func export(_ path: Path, to target: Path) throws {
    // begin Exporting 1
    let package = try Package.open(path)
    let entry = package.document.pages[0]
    let page = try package.page(entry.id)
    var file = try PendingFile.create(at: target)
    try SVGExport(document: package.document, entry: entry).write(page) { try file.write($0) }
    try file.commit(replacing: false)
    // end
  }

  static func readDrawing(_ bytes: [UInt8]) throws -> [String] {
    var lines: [String] = []
    // begin Exporting 2
    let drawing = try SVGImport.read(bytes.span)
    for element in drawing.page.elements { lines.append(element.id?.text ?? "an element of a newer program") }
    for warning in drawing.warnings { lines.append(warning.message) }
    // end
    return lines
  }
}
