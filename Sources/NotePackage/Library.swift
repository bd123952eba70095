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

  func listing(_ name: Name) -> Listing {
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
}
