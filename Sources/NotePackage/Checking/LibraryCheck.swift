public import DurableFiles
import NoteModel

extension Check {
  /// What a check says of a library: of the folder itself, and of every package in it.
  public struct LibraryReport: Sendable {
    public let path: Path
    /// What concerns the folder and no package in it.
    public var findings: [Finding]
    /// In the order of the packages' names.
    public var packages: [Report]
  }

  /// Checks a library, several packages at a time; the result doesn't depend on how many.
  ///
  /// - Parameters:
  ///   - workerCount: packages checked at a time, at least 1.
  ///   - progress: told how many packages are done and how many there are, from any thread, one call at a time.
  public func library(
    _ library: Library, workerCount: Int,
    progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    isCancelled: @Sendable () -> Bool = { false }
  ) -> LibraryReport {
    let entries: [FolderEntry]
    do {
      entries = try library.folder.entries()
    } catch {
      return LibraryReport(
        path: library.folder.path, findings: [Finding(.libraryUnreadable, error.message)], packages: [])
    }
    var findings = entries.compactMap { Self.finding(of: $0, in: library.folder) }
    findings += Self.clashes(entries)
    let names = entries.filter { $0.status.kind == .folder && Layout.isPackageName($0.name) }.map(\.name)
    var reports = OrderedWork.map(
      names, workerCount: workerCount, progress: progress, isCancelled: isCancelled
    ) {
      name -> Report in
      do throws(PackageError) {
        return package(try library.source(name), named: name)
      } catch {
        return Report(
          path: library.folder.path.appending(name), name: name, documentID: Layout.documentID(of: name),
          title: nil,
          findings: [Finding(.ioError, error.reason)], pageCount: 0, elementCount: 0, byteCount: 0,
          pageIDs: [])
      }
    }
    Self.noteDuplicates(&reports)
    return LibraryReport(path: library.folder.path, findings: findings, packages: reports)
  }

  /// What stands in a library and is no package folder.
  private static func finding(of entry: FolderEntry, in folder: Folder) -> Finding? {
    let path = RelativePath(entry.name)
    if Stage.isStageName(entry.name) {
      if (try? Stage.isInUse(entry.name, in: folder)) == true { return nil }
      return Finding(
        .stageLeftover, path: path, "an interrupted run left it; no package of the library needs it")
    }
    if Litter.isLitter(path) { return Finding(.systemLitter, path: path, "litter") }
    if Litter.isTemporary(entry.name) { return Finding(.temporaryLeftover, path: path, "an unfinished file") }
    if Litter.isPlaceholder(entry.name) {
      return Finding(.packagePlaceholder, path: path, "download it, then check again")
    }
    if entry.name.text == LostAndFound.name { return nil }
    guard Layout.isPackageName(entry.name) else {
      return Finding(.foreignEntry, path: path, "isn't a package")
    }
    switch entry.status.kind {
    case .folder: return nil
    case .file: return Finding(.packageIsFile, path: path, "lnote import takes it if it is an archive")
    case .link: return Finding(.packageIsLink, path: path, "it isn't followed")
    case .special: return Finding(.foreignEntry, path: path, "a special file")
    }
  }

  private static func clashes(_ entries: [FolderEntry]) -> [Finding] {
    var seen: [String: Name] = [:]
    return entries.compactMap { entry in
      guard let key = Portability.foldedText(RelativePath(entry.name)) else { return nil }
      guard let first = seen[key] else {
        seen[key] = entry.name
        return nil
      }
      return Finding(
        .packageNameClash, path: RelativePath(entry.name),
        "is taken for \(first) where case or accents don't count")
    }
  }

  /// Notes documents and pages that are in two packages, at the later one.
  private static func noteDuplicates(_ reports: inout [Report]) {
    var documents: [Identifier: Int] = [:]
    var pages: [Identifier: Int] = [:]
    for index in reports.indices {
      let report = reports[index]
      if let id = report.documentID {
        if let first = documents[id] {
          reports[index].findings.append(
            Finding(.documentIDDuplicate, "the document \(id) is also in \(shownName(reports[first]))"))
          continue
        }
        documents[id] = index
      }
      for page in report.pageIDs.sorted(by: { $0.text < $1.text }) {
        if let first = pages[page] {
          reports[index].findings.append(
            Finding(
              .pageIDShared, page: Finding.PageReference(number: nil, id: page),
              "the page \(page) is also in \(shownName(reports[first]))"))
        } else {
          pages[page] = index
        }
      }
    }
  }

  private static func shownName(_ report: Report) -> String {
    report.name?.description ?? report.path.description
  }
}

/// Where repairs and replacements keep what they take out, in the library itself.
public enum LostAndFound {
  public static let name = ".lnote-lost+found"
}
