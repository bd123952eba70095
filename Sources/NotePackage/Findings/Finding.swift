public import DurableFiles
public import NoteModel

/// One thing that a check found.
public struct Finding: Sendable, Hashable {
  public let code: FindingCode
  public let severity: Severity
  /// True when something a person made is gone, nil when that can't be told.
  public let loss: Bool?
  /// The file it is about inside its package (or library); nil for the package itself.
  public let path: RelativePath?
  public let page: PageReference?
  /// Where in the file, in bytes.
  public let offset: Int?
  /// What exactly is wrong, one sentence.
  public var detail: String
  /// What a repair can do about it; nil when it can only be reported.
  public var remedy: Remedy?
  /// What became of it.
  public var state = State.left
  /// Where in the library a repair moved the file.
  public var moved: RelativePath?

  public enum State: String, Sendable, Hashable {
    /// Nothing was done about it.
    case left
    /// A repair would treat it.
    case planned
    case fixed
    /// Fixed by moving the file to lost+found.
    case moved
  }

  /// A page by the number a person counts, from 1, where the document lists it.
  public struct PageReference: Sendable, Hashable {
    public let number: Int?
    public let id: Identifier

    public init(number: Int?, id: Identifier) {
      self.number = number
      self.id = id
    }
  }

  public init(
    _ code: FindingCode, severity: Severity? = nil, path: RelativePath? = nil, page: PageReference? = nil,
    offset: Int? = nil, remedy: Remedy? = nil, _ detail: String
  ) {
    self.code = code
    self.severity = severity ?? code.severity
    loss = code.loss
    self.path = path
    self.page = page
    self.offset = offset
    self.detail = detail
    self.remedy = remedy
  }

  public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
    /// Information: nothing to do.
    case info
    /// Can be recovered, or hygiene.
    case warning
    /// An invariant is broken.
    case error
    /// The document can't be read.
    case fatal

    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// What `fsck --repair` may do about it.
  public enum RepairClass: String, Sendable, Hashable {
    /// Report only.
    case none
    /// Provably loses nothing.
    case safe
    /// Changes what the person sees, loses nothing.
    case all
    /// Moves the file to lost+found.
    case keep
  }
}
