import DurableFiles
import Foundation

/// A fresh folder of its own for a test, removed with the last who holds it.
public final class TemporaryFolder: Sendable {
  public let folder: Folder
  private let parent: Folder
  private let name: Name

  /// - Parameter isInMemory: in memory where there is such a disk, for tests that sync thousands of times.
  public init(isInMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let isThere = isInMemory && FileManager.default.isWritableFile(atPath: memory)
    let base = isThere ? memory : FileManager.default.temporaryDirectory.path
    parent = try Folder.open(Path(base))
    guard let name = Name("lnote-test-\(UUID().uuidString)") else { fatalError("a UUID is a name") }
    self.name = name
    folder = try parent.makeFolder(name)
  }

  public var path: Path { folder.path }

  deinit { try? parent.removeTree(name) }
}

extension Name {
  /// For tests that know that their text is a name.
  public static func of(_ text: String) -> Name {
    guard let name = Name(text) else { fatalError("\(text) isn't a name") }
    return name
  }
}

extension RelativePath {
  /// For tests that know that their text is a relative path.
  public static func of(_ text: String) -> RelativePath {
    guard let path = RelativePath(text) else { fatalError("\(text) isn't a relative path") }
    return path
  }
}
