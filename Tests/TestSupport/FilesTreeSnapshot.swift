import DurableFiles

extension TreeEntry {
  /// All that a person could notice: not when the file system noted something, such as a second name that came and went.
  public var description: String {
    "\(path) \(status.kind) \(status.byteCount) \(status.modified) \(status.inode) \(status.mode) \(status.linkCount)"
  }
}

/// What a folder tree holds: regular files and folders, with their bytes.
public struct TreeSnapshot: Equatable, Sendable, CustomStringConvertible {
  public enum Node: Equatable, Sendable {
    case folder
    case file([UInt8])
  }

  public var nodes: [RelativePath: Node]

  public init(_ nodes: [RelativePath: Node] = [:]) { self.nodes = nodes }

  public init(of folder: Folder) throws {
    nodes = [:]
    for entry in try folder.walk() {
      switch entry.status.kind {
      case .folder: nodes[entry.path] = .folder
      case .file: nodes[entry.path] = .file(try folder.read(entry.path, limit: 1 << 30))
      case .link, .special: break
      }
    }
  }

  /// Makes it real in an empty folder.
  public func write(into folder: Folder) throws {
    for (path, node) in nodes.sorted(by: { $0.key < $1.key }) {
      let parent = try path.parent.map { try folder.folder($0) } ?? folder
      switch node {
      case .folder: _ = try parent.makeFolder(path.name)
      case .file(let bytes):
        var file = try parent.createFile(path.name)
        try file.write(bytes)
        try file.close()
      }
    }
  }

  /// The tree without what unfinished work leaves behind under names that say so.
  public var withoutLeftovers: TreeSnapshot {
    TreeSnapshot(
      nodes.filter { path, _ in
        !path.names.contains { TemporaryName.isTemporary($0) || Stage.isStageName($0) }
      })
  }

  public var description: String {
    nodes.sorted { $0.key < $1.key }.map { path, node in
      switch node {
      case .folder: "\(path)/"
      case .file(let bytes): "\(path) (\(bytes.count) bytes)"
      }
    }.joined(separator: ", ")
  }
}
