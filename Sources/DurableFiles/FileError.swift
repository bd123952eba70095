/// What went wrong with a file or folder.
public struct FileError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, open to growth: compare with the constants, and expect others.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The word that names it.
    public let rawValue: String
    /// A code by its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is nothing of this name.
    public static let notFound = Code(rawValue: "not-found")
    /// There is something of this name already.
    public static let exists = Code(rawValue: "exists")
    /// A symbolic link stands where none may be.
    public static let link = Code(rawValue: "link")
    /// It isn't a folder.
    public static let notFolder = Code(rawValue: "not-folder")
    /// It isn't a regular file.
    public static let notFile = Code(rawValue: "not-file")
    /// A folder still holds something.
    public static let notEmpty = Code(rawValue: "not-empty")
    /// The system doesn't allow it.
    public static let permission = Code(rawValue: "permission")
    /// The disk or the quota is full.
    public static let noSpace = Code(rawValue: "no-space")
    /// The file system can only be read.
    public static let readOnly = Code(rawValue: "read-only")
    /// The medium failed.
    public static let io = Code(rawValue: "io")
    /// It is larger than the limit given, or than the system allows.
    public static let tooLarge = Code(rawValue: "too-large")
    /// Somebody else holds the lock.
    public static let busy = Code(rawValue: "busy")
    /// Two places lie on different file systems.
    public static let crossDevice = Code(rawValue: "cross-device")
    /// Too many files are open.
    public static let tooManyOpen = Code(rawValue: "too-many-open")
    /// The name can't exist here.
    public static let invalidName = Code(rawValue: "invalid-name")
    /// The file system can't do this.
    public static let unsupported = Code(rawValue: "unsupported")
    /// Nobody reads the pipe any more.
    public static let closedPipe = Code(rawValue: "closed-pipe")
    /// A signal came in between, in a step that can't be repeated.
    public static let interrupted = Code(rawValue: "interrupted")
    /// Anything else; `errno` says more.
    public static let other = Code(rawValue: "other")
  }

  /// The kind of failure.
  public var code: Code
  /// The system's number for it; 0 when the failure was found here.
  public var errno: Int32
  /// What was tried, as a verb: "open", "write", "rename".
  public var operation: String
  /// The file or folder it was tried on.
  public var path: Path
  /// The reason in words; nil takes the system's.
  public var reason: String?

  /// A failure found here rather than by the system.
  public init(_ code: Code, operation: String, path: Path, reason: String) {
    self.code = code
    self.errno = 0
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  /// A failure that the system reported.
  public init(errno: Int32, operation: String, path: Path) {
    self.code = Code(errno: errno)
    self.errno = errno
    self.operation = operation
    self.path = path
    self.reason = nil
  }

  /// One line: what failed, on what, and why.
  public var message: String { "can't \(operation) \(path): \(reason ?? words)" }

  /// The system's words; those for a link would speak of too many levels.
  private var words: String {
    code == .link ? "it is a symbolic link, and those aren't followed here" : System.words(for: errno)
  }

  /// The same as `message`.
  public var description: String { message }
}
