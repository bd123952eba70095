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
  ///   - didCheck: told how many bytes a package has that was checked, from any thread.
  public func library(
    _ library: Library, workerCount: Int,
    progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    didCheck: @Sendable (_ byteCount: Int) -> Void = { _ in },
    isCancelled: @Sendable () -> Bool = { false }
  ) -> LibraryReport {
    let entries: [FolderEntry]
    do {
      entries = try library.folder.entries()
    } catch {
      return LibraryReport(
        path: library.folder.path, findings: [Finding(.libraryUnreadable, error.message)], packages: [])
    }
    var findings = entries.compactMap { entry in
      do throws(FileError) {
        return try Self.finding(of: entry, in: library.folder)
      } catch {
        return Finding(.ioError, path: RelativePath(entry.name), error.message)
      }
    }
    findings += Self.clashes(entries)
    let search = LibrarySearch(library)
    let names = entries.filter { $0.status.kind == .folder && Layout.isPackageName($0.name) }.map(\.name)
    var reports = OrderedWork.map(
      names, workerCount: workerCount, progress: progress, isCancelled: isCancelled
    ) {
      name -> Report in
      let report = package(name, in: library, search: search)
      didCheck(report.byteCount)
      return report
    }
    noteDuplicates(&reports, library)
    Self.forgetTakenNames(&reports, Set(entries.map(\.name)))
    if let zeroed = Self.zeroedPackages(reports) { findings.append(zeroed) }
    return LibraryReport(path: library.folder.path, findings: findings, packages: reports)
  }

  /// What stands in a library and is no package folder.
  private static func finding(of entry: FolderEntry, in folder: Folder) throws(FileError) -> Finding? {
    let path = RelativePath(entry.name)
    if Stage.isStageName(entry.name) { return try finding(ofStage: entry, in: folder) }
    if Litter.isLitter(path) {
      if Litter.claimsAppleDouble(path), entry.status.kind == .file,
        try !isAppleDouble(entry.name, in: folder)
      {
        return Finding(.foreignEntry, path: path, "isn't a package")
      }
      return Finding(.systemLitter, path: path, "litter")
    }
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

  private static func isAppleDouble(_ name: Name, in folder: Folder) throws(FileError) -> Bool {
    var head = [UInt8](repeating: 0, count: Litter.appleDoubleMagic.count)
    let file = try folder.openFile(name)
    let count = try file.read(at: 0, into: &head)
    return count == head.count && head == Litter.appleDoubleMagic
  }

  private static func finding(ofStage entry: FolderEntry, in folder: Folder) throws(FileError) -> Finding? {
    let path = RelativePath(entry.name)
    if entry.status.kind == .folder {
      if try Stage.isInUse(entry.name, in: folder) { return nil }
      let stage: Folder
      do throws(FileError) {
        stage = try folder.folder(entry.name)
      } catch  where error.code == .notFound {
        // Its owner was done with it just now.
        return nil
      }
      if let target = try Replacing.missingTarget(of: stage, in: folder) {
        return Finding(
          .replaceInterrupted, path: path,
          remedy: try Replacing.canFinish(stage)
            ? Remedy(.safe, .finishReplacing(stage: entry.name, target: target)) : nil,
          "it was about to take the place of \(target), which is missing")
      }
    }
    return Finding(
      .stageLeftover, path: path, remedy: Remedy(.safe, .takeOutOfLibrary(entry.name)),
      "an interrupted run left it; no package of the library needs it")
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

  /// More than a few packages with empty or zeroed files point to a failing disk, on which every write is a risk.
  private static func zeroedPackages(_ reports: [Report]) -> Finding? {
    let zeroed = reports.filter { report in
      report.findings.contains { $0.code == .fileZeroed || $0.code == .fileEmpty || $0.code == .assetEmpty }
    }
    guard zeroed.count > mostZeroedPackages else { return nil }
    return Finding(
      .manyFilesZeroed,
      "files of \(zeroed.count) packages are empty or full of NUL bytes: stop and back up first; nothing is repaired"
    )
  }

  private static let mostZeroedPackages = 3

  /// A folder can only be renamed to a name that is free.
  private static func forgetTakenNames(_ reports: inout [Report], _ names: Set<Name>) {
    for index in reports.indices {
      for place in reports[index].findings.indices {
        guard case .renameFolder(let name) = reports[index].findings[place].remedy?.action,
          names.contains(name)
        else {
          continue
        }
        reports[index].findings[place].remedy = nil
      }
    }
  }

  // MARK: Duplicates

  /// Notes documents and pages that are in two packages, at the later one, and copies that sync programs made.
  private func noteDuplicates(_ reports: inout [Report], _ library: Library) {
    let names = Set(reports.compactMap(\.name))
    var documents: [Identifier: Int] = [:]
    var pages: [Identifier: Int] = [:]
    let copies = reports.indices.filter { index in
      reports[index].name.flatMap { ConflictCopy.original(of: $0) }.map { names.contains($0) } ?? false
    }
    for index in reports.indices where !copies.contains(index) {
      if let id = reports[index].documentID {
        if let first = documents[id] {
          noteDuplicate(&reports, index, of: first, id, library)
          continue
        }
        documents[id] = index
      }
      // Of a document that can't be read nobody knows whether it is another one.
      if reports[index].document == nil, reports[index].findings.contains(where: { $0.code == .ioError }) {
        continue
      }
      notePages(&reports, index, &pages)
    }
    for index in copies { noteCopy(&reports, index, library) }
  }

  private func notePages(_ reports: inout [Report], _ index: Int, _ pages: inout [Identifier: Int]) {
    for page in reports[index].pageIDs.sorted(by: { $0.text < $1.text }) {
      guard let first = pages[page] else {
        pages[page] = index
        continue
      }
      reports[index].findings.append(
        Finding(
          .pageIDShared, page: Finding.PageReference(number: nil, id: page),
          "the page \(page) is also in \(reports[first].shownName)"))
    }
  }

  private func noteDuplicate(
    _ reports: inout [Report], _ index: Int, of first: Int, _ id: Identifier, _ library: Library
  ) {
    let (one, other) = (reports[first], reports[index])
    var outgoing: Report?
    do throws(PackageError) {
      // The one that may go is contained in the other; of two equal ones it is the later.
      outgoing =
        try isContained(other, in: one, library)
        ? other : isContained(one, in: other, library) ? one : nil
    } catch {
      reports[index].findings.append(Finding(.ioError, error.reason))
    }
    reports[index].findings.append(
      Finding(
        .documentIDDuplicate, remedy: outgoing?.name.map { Remedy(.all, .takeOutOfLibrary($0)) },
        "the document \(id) is also in \(one.shownName)"
          + (outgoing.map { "; \($0.shownName) adds nothing" } ?? "")))
  }

  private func noteCopy(_ reports: inout [Report], _ index: Int, _ library: Library) {
    guard let name = reports[index].name, let original = ConflictCopy.original(of: name),
      let first = reports.firstIndex(where: { $0.name == original })
    else { return }
    var isContained = false
    do throws(PackageError) {
      isContained = try self.isContained(reports[index], in: reports[first], library)
    } catch {
      reports[index].findings.append(Finding(.ioError, error.reason))
    }
    // Its name and its ids are wrong only because it is a copy.
    reports[index].findings.removeAll { $0.code == .folderNameForm || $0.code == .folderNameMismatch }
    reports[index].findings.append(
      Finding(
        .packageConflictCopy, remedy: isContained ? Remedy(.all, .takeOutOfLibrary(name)) : nil,
        isContained ? "\(original) holds all of it" : "another state of \(original)"))
  }

  /// Whether all that one package says to a person is in another one too.
  private func isContained(
    _ report: Report, in other: Report, _ library: Library
  ) throws(PackageError) -> Bool {
    guard let name = report.name, let otherName = other.name,
      report.findings.allSatisfy({ $0.severity < .error && !$0.code.isUnjudged }),
      // What stays must be there to be read.
      other.findings.allSatisfy({ $0.code != .ioError && !$0.code.isUnjudged })
    else { return false }
    do throws(PackageError) {
      let one = try Meaning(of: library.source(name), limits: limits)
      return one.isContained(in: try Meaning(of: library.source(otherName), limits: limits))
    } catch {
      if error.code == .system { throw error }
      return false
    }
  }
}

extension Check.Report {
  fileprivate var shownName: String { name?.description ?? path.description }
}
