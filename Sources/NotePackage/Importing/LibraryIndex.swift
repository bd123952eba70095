import DurableFiles
import NoteModel
import Synchronization

/// Tells which packages of a library hold a document: by their name, else by what their manifests and documents say.
///
/// Every package is looked at once, since many documents may come into a library of thousands. A class, since the
/// threads of an import share it.
final class LibraryIndex: Sendable {
  private let library: Library
  private let known = Mutex<[Name: Set<Identifier>]>([:])

  init(_ library: Library) { self.library = library }

  /// In the order of their names.
  func packages(holding id: Identifier) throws(PackageError) -> [Name] {
    let names = try files { () throws(FileError) in try library.folder.names() }
    return try known.withLock { (known) throws(PackageError) -> [Name] in
      var found: [Name] = []
      for name in names where Layout.isPackageName(name) {
        if let ids = known[name], !ids.contains(id) { continue }
        guard try isFolder(name) else { continue }
        let ids: Set<Identifier>
        if let seen = known[name] { ids = seen } else { ids = try identities(of: name) }
        known[name] = ids
        if ids.contains(id) { found.append(name) }
      }
      return found
    }
  }

  private func isFolder(_ name: Name) throws(PackageError) -> Bool {
    try files { () throws(FileError) in try library.folder.status(name) }?.kind == .folder
  }

  /// The document is asked only where name and manifest don't agree.
  private func identities(of name: Name) throws(PackageError) -> Set<Identifier> {
    let said = Layout.documentID(of: name)
    let listing = library.listing(name)
    if let problem = listing.problem, problem.code == .system { throw problem }
    var ids = Set([said, listing.manifest?.id].compactMap { $0 })
    if said != nil, listing.manifest?.id == said { return ids }
    do throws(PackageError) {
      ids.insert(try Package.open(library.source(name), limits: library.limits).document.id)
    } catch {
      // A failure to read says nothing of the document.
      if error.code == .system { throw error }
    }
    return ids
  }
}
