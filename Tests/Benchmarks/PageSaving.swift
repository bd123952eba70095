import DurableFiles
import Foundation
import NoteModel
import NotePackage
import TestSupport

/// Saving a page against a raw write, and one page of many against one of few.
func pageSavingRows(_ places: Places) throws -> [Row] {
  try places.withScratch { folder in
    [
      try rawWriteRow(folder, strokeCount: 300), try rawWriteRow(folder, strokeCount: 2000),
      try oneOfManyRow(folder),
    ]
  }
}

private func rawWriteRow(_ url: URL, strokeCount: Int) throws -> Row {
  var generator = GeneratedPages(seed: 2)
  let page = generator.page(strokeCount: strokeCount)
  let bytes = PageCodec.encode(page)
  let folder = try Folder.open(Path(url.path))
  let raw = url.appending(path: "raw").path
  let times = try alternate(rounds: 41, .median) {
    try seconds { try folder.replaceFile(Name.of("page.content"), with: PageCodec.encode(page)) }
  } peer: {
    try seconds { try writeRaw(bytes, to: raw) }
  }
  return Row(
    work: "save a page of \(strokeCount) strokes", peer: "write and sync its \(bytes.count / 1000) kB",
    aim: "≤ 1.5 × the time", times: times)
}

/// Writes a file anew and syncs it, with nothing to make it atomic.
private func writeRaw(_ bytes: [UInt8], to path: String) throws {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  guard descriptor >= 0 else { throw BenchmarkError(message: "\(path) can't be created") }
  var written = 0
  while written < bytes.count {
    let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { throw BenchmarkError(message: "\(path) can't be written") }
    written += count
  }
  guard fsync(descriptor) == 0, close(descriptor) == 0 else {
    throw BenchmarkError(message: "\(path) can't be synced")
  }
}

private func oneOfManyRow(_ folder: URL) throws -> Row {
  let many = try NotebookOnDisk(pageCount: 200, in: folder)
  let few = try NotebookOnDisk(pageCount: 2, in: folder)
  let times = try alternate(rounds: 41, .median) {
    try seconds { try many.saveLastPage() }
  } peer: {
    try seconds { try few.saveLastPage() }
  }
  return Row(work: "save one page of 200", peer: "save one page of 2", aim: "≤ 1.1 × the time", times: times)
}

private final class NotebookOnDisk {
  private var package: Package
  private let lastPage: Page

  init(pageCount: Int, in folder: URL) throws {
    var generator = GeneratedPages(seed: UInt64(pageCount))
    let pages = (0..<pageCount).map { _ in generator.page(strokeCount: 300) }
    let id = generator.identifier()
    let now = Timestamp(milliseconds: 1_796_026_500_000)
    let entries = pages.map { page in
      PageEntry(
        id: page.id, canvas: Canvas(width: 820, height: 1180), createdAt: now, modifiedAt: now,
        elementCount: page.elements.count)
    }
    let document = Document(id: id, title: "Notebook", createdAt: now, modifiedAt: now, pages: entries)
    let root = folder.appending(path: "\(id).lnote")
    let pagesFolder = root.appending(path: "pages")
    try FileManager.default.createDirectory(at: pagesFolder, withIntermediateDirectories: true)
    for page in pages {
      try Data(PageCodec.encode(page)).write(to: pagesFolder.appending(path: "\(page.id).content"))
    }
    try Data(DocumentCodec.encode(document)).write(to: root.appending(path: "document.json"))
    lastPage = pages[pageCount - 1]
    package = try Package.open(Path(root.path))
  }

  func saveLastPage() throws {
    package = try package.save(PackageChanges(document: package.document, pages: [lastPage]))
  }
}
