import DurableFiles

/// Moves whole packages, and other things of a library, to lost+found: once each, and only as they were checked.
struct Departure {
  private let library: Library
  private let run: LostAndFoundRun
  /// What is known to be in each package.
  private var entries: [Name: [SourceEntry]] = [:]
  private var places: [Name: RelativePath] = [:]

  init(library: Library, run: LostAndFoundRun, reports: [Check.Report]) {
    self.library = library
    self.run = run
    for report in reports { note(report) }
  }

  /// Takes in what a repair made of a package.
  mutating func note(_ report: Check.Report) {
    if let name = report.name { entries[name] = report.entries }
  }

  /// - Returns: where it lies now.
  mutating func takeOut(_ name: Name, _ code: FindingCode) throws(PackageError) -> RelativePath? {
    if let place = places[name] { return place }
    let folder = try files { () throws(FileError) in
      try library.folder.status(name)?.kind == .folder ? library.folder.folder(name) : nil
    }
    // A stage's owner holds its lock, and so does who saves a package.
    let lock = try files { () throws(FileError) in try folder?.lock() }
    defer { lock?.release() }
    if let folder, let known = entries[name],
      try FolderSource(folder, limits: library.limits).entries() != known
    {
      throw PackageError(
        .changed, library.folder.path.appending(name), "changed since it was checked; nothing was done")
    }
    try files { () throws(FileError) in
      try run.record([LostRecord(action: .folderRemoved, package: name, code: code.rawValue)])
      try run.moveHere(name)
    }
    let place = run.place(of: nil, in: name)
    places[name] = place
    return place
  }

  /// Finishes or takes back an interrupted replacement; nil when neither package is there any more.
  mutating func finishReplacing(
    _ stage: Name, _ target: Name, _ check: Check
  ) throws(PackageError) -> RelativePath? {
    let folder = try files { () throws(FileError) in try library.folder.folder(stage) }
    // Whoever is still replacing holds it.
    let lock = try files { () throws(FileError) in try folder.lock() }
    let isFinished: Bool
    do {
      defer { lock.release() }
      isFinished = try Replacing.finish(folder, target: target, in: library, check) != nil
    }
    return isFinished ? try takeOut(stage, .replaceInterrupted) : nil
  }

  /// With a package gone whatever else was found in it.
  func mark(_ report: inout Check.Report) {
    guard let place = report.name.flatMap({ places[$0] }) else { return }
    for index in report.findings.indices where report.findings[index].state == .left {
      report.findings[index].state = .moved
      report.findings[index].moved = place
    }
  }
}

extension PackageError {
  /// The error in terms of the package that a file in a stage was going to be part of.
  func inPackage(_ name: Name, of library: Library) -> PackageError {
    guard var error = underlying as? FileError else { return self }
    var names: [Name] = []
    var path = error.path
    while path != library.folder.path, let last = path.name {
      names.insert(last, at: 0)
      path = path.parent
    }
    guard path == library.folder.path, let first = names.first, Stage.isStageName(first) else { return self }
    error.path = names.dropFirst(2).prefix { !TemporaryName.isTemporary($0) }
      .reduce(library.folder.path.appending(name)) { $0.appending($1) }
    return PackageError(error)
  }
}
