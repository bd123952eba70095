public import DurableFiles
public import NoteModel
import SafeArchive

/// The one error of this module: why something could not be done with a package.
public struct PackageError: Error, Sendable, CustomStringConvertible {
  /// What kind of failure it is; open to growth.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let notFound = Code(rawValue: "not-found")
    /// A folder or file that holds no package.
    public static let notPackage = Code(rawValue: "not-a-package")
    /// A package where one document was wanted and several are, or the reverse.
    public static let ambiguous = Code(rawValue: "ambiguous")
    /// A file that is not what the format describes.
    public static let damaged = Code(rawValue: "damaged")
    /// A package that doesn't pass the check.
    public static let refused = Code(rawValue: "refused")
    /// An archive that breaks a rule for archives.
    public static let archive = Code(rawValue: "archive")
    /// Written by a newer program.
    public static let newerFormat = Code(rawValue: "newer-format")
    /// A storage or a file that this program can't read yet.
    public static let unsupported = Code(rawValue: "unsupported")
    /// Something of that name or id is there already.
    public static let exists = Code(rawValue: "exists")
    /// Another program holds the lock.
    public static let busy = Code(rawValue: "busy")
    public static let tooLarge = Code(rawValue: "too-large")
    /// Another program changed the package meanwhile.
    public static let changed = Code(rawValue: "changed")
    /// The caller asked to stop.
    public static let cancelled = Code(rawValue: "cancelled")
    /// A stand-in for something that a sync program hasn't downloaded.
    public static let notDownloaded = Code(rawValue: "not-downloaded")
    /// The system refused: I/O, space, permission.
    public static let system = Code(rawValue: "system")
  }

  public let code: Code
  /// The file or folder that it is about.
  public let path: Path
  /// Where in the file, in bytes.
  public let offset: Int?
  /// One sentence that names what failed and why, without the path.
  public let reason: String
  public let underlying: (any Error)?

  public init(
    _ code: Code, _ path: Path, at offset: Int? = nil, _ reason: String, underlying: (any Error)? = nil
  ) {
    self.code = code
    self.path = path
    self.offset = offset
    self.reason = reason
    self.underlying = underlying
  }

  public init(_ error: FileError) {
    let code: Code =
      switch error.code {
      case .notFound, .notFolder: .notFound
      case .exists: .exists
      case .busy: .busy
      case .tooLarge: .tooLarge
      case .link, .notFile: .notPackage
      default: .system
      }
    self.init(code, error.path, error.message, underlying: error)
  }

  public init(_ error: ModelError, in path: Path) {
    self.init(
      error.code == .newerFormat ? .newerFormat : .damaged, path, at: error.offset, error.message,
      underlying: error)
  }

  /// File, place and reason in one line.
  public var message: String {
    if underlying is FileError { return reason }
    let place = offset.map { " at byte \($0)" } ?? ""
    return "\(path)\(place): \(reason)"
  }

  public var description: String { message }
}

/// Runs `body` and turns an error of the file layer into one of this module.
func files<Result: ~Copyable>(_ body: () throws(FileError) -> Result) throws(PackageError) -> Result {
  do { return try body() } catch { throw PackageError(error) }
}
