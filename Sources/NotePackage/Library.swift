public import DurableFiles
public import NoteModel

/// A folder of packages.
public struct Library: Sendable {
  public let folder: Folder
  public let limits: Limits

  public init(_ folder: Folder, limits: Limits = .standard) {
    self.folder = folder
    self.limits = limits
  }

  /// - Throws: `notFound`, and `notPackage` for a folder that is a package itself.
  public static func open(_ path: Path, limits: Limits = .standard) throws(PackageError) -> Library {
    let folder = try files { () throws(FileError) in try Folder.open(path) }
    if try PackageSources.kind(of: path) == .package {
      throw PackageError(.ambiguous, path, "is one package; name the folder it lies in")
    }
    return Library(folder, limits: limits)
  }

  /// One document as its manifest shows it.
  public struct Listing: Sendable {
    public let name: Name
    public let path: Path
    /// Nil when the manifest can't be read; ``problem`` says why.
    public let manifest: Manifest?
    public let problem: PackageError?

    /// The document's id, or what the folder's name says of it.
    public var id: Identifier? { manifest?.id ?? Layout.documentID(of: name) }
  }

  /// The names of the packages, in the order of their bytes; links and files aren't packages.
  public func packageNames() throws(PackageError) -> [Name] {
    try files { () throws(FileError) in try folder.entries() }
      .filter { $0.status.kind == .folder && Layout.isPackageName($0.name) }.map(\.name)
  }

  /// Lists the documents from their manifests; opens nothing else.
  public func list() throws(PackageError) -> [Listing] {
    try packageNames().map { listing($0) }
  }

  private func listing(_ name: Name) -> Listing {
    let path = folder.path.appending(name)
    let file = RelativePath([name] + Layout.manifest.names)
    do {
      let bytes = try folder.read(file, limit: limits.documentByteCount)
      return Listing(name: name, path: path, manifest: try ManifestCodec.decode(bytes.span), problem: nil)
    } catch let error as FileError {
      return Listing(name: name, path: path, manifest: nil, problem: PackageError(error))
    } catch let error as ModelError {
      return Listing(
        name: name, path: path, manifest: nil,
        problem: PackageError(error, in: path.appending(Layout.manifest)))
    } catch {
      return Listing(name: name, path: path, manifest: nil, problem: PackageError(.damaged, path, "\(error)"))
    }
  }

  func source(_ name: Name) throws(PackageError) -> FolderSource {
    FolderSource(try files { () throws(FileError) in try folder.folder(name) }, limits: limits)
  }

  /// The packages that hold a document: by their name, else by what their manifests and documents say.
  func packages(holding id: Identifier) throws(PackageError) -> [Name] {
    var found: [Name] = []
    for name in try packageNames() where try holds(id, name) { found.append(name) }
    return found
  }

  /// The document is asked only where name and manifest don't agree, since a library may hold thousands.
  private func holds(_ id: Identifier, _ name: Name) throws(PackageError) -> Bool {
    let said = Layout.documentID(of: name)
    if said == id { return true }
    let listing = listing(name)
    if let problem = listing.problem, problem.code == .system { throw problem }
    if let cached = listing.manifest?.id, cached == said || cached == id { return cached == id }
    do throws(PackageError) {
      return try Package.open(source(name), limits: limits).document.id == id
    } catch {
      // A failure to read says nothing of the document.
      if error.code == .system { throw error }
      return false
    }
  }
}
