import DurableFiles
import Foundation
import NoteModel
import NotePackage

/// A package as a test wants it: made from text that a person can read, damaged by hand, then written to disk.
///
/// Paths are texts inside the package. Whatever doesn't exist where it should is a mistake of the test and ends it.
public struct PackageFixture: Sendable {
  /// Regular files and folders.
  public var tree: TreeSnapshot
  /// Symbolic links, by what they lead to.
  public var links: [String: String] = [:]
  public var pipes: [String] = []
  /// When files were last changed, in seconds since 1970, where that matters.
  public var times: [String: Int] = [:]
  /// The folder's name in its library.
  public var name: String

  public init(name: String, files: [String: String] = [:]) {
    self.name = name
    tree = TreeSnapshot()
    for (path, text) in files { add(path, text) }
  }

  // MARK: Looking

  public func bytes(_ path: String) -> [UInt8] {
    guard case .file(let bytes) = tree.nodes[.of(path)] else { fatalError("no file \(path) in the fixture") }
    return bytes
  }

  public func text(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }

  /// Where a text begins in a file, its first place.
  public func offset(of text: String, in path: String) -> Int {
    guard let found = bytes(path).firstRange(of: Array(text.utf8)) else {
      fatalError("\(path) doesn't hold \(text)")
    }
    return found.lowerBound
  }

  /// The paths of all regular files.
  public var files: [String] {
    tree.nodes.compactMap { path, node in
      if case .file = node { path.text } else { nil }
    }.sorted()
  }

  // MARK: Changing

  /// Puts a file there, with the folders above it.
  public mutating func add(_ path: String, _ bytes: [UInt8]) {
    addFolders(above: .of(path))
    tree.nodes[.of(path)] = .file(bytes)
  }

  public mutating func add(_ path: String, _ text: String) { add(path, Array(text.utf8)) }

  public mutating func addFolder(_ path: String) {
    addFolders(above: .of(path))
    tree.nodes[.of(path)] = .folder
  }

  private mutating func addFolders(above path: RelativePath) {
    var parent = path.parent
    while let folder = parent {
      tree.nodes[folder] = .folder
      parent = folder.parent
    }
  }

  /// Removes a file, or a folder with what it holds.
  public mutating func remove(_ path: String) {
    let names = RelativePath.of(path).names
    let count = tree.nodes.count
    tree.nodes = tree.nodes.filter { !$0.key.names.starts(with: names) }
    if tree.nodes.count == count { fatalError("no \(path) to remove") }
  }

  public mutating func rename(_ path: String, to newPath: String) {
    let bytes = bytes(path)
    remove(path)
    add(newPath, bytes)
  }

  /// Replaces the first place of a text.
  public mutating func edit(_ path: String, _ old: String, _ new: String) {
    let start = offset(of: old, in: path)
    var bytes = bytes(path)
    bytes.replaceSubrange(start..<start + old.utf8.count, with: Array(new.utf8))
    tree.nodes[.of(path)] = .file(bytes)
  }

  public mutating func append(_ path: String, _ text: String) { add(path, bytes(path) + Array(text.utf8)) }

  public mutating func cut(_ path: String, to byteCount: Int) {
    add(path, Array(bytes(path).prefix(byteCount)))
  }

  /// Cuts a file where a text ends.
  public mutating func cut(_ path: String, after text: String) {
    cut(path, to: offset(of: text, in: path) + text.utf8.count)
  }

  public mutating func empty(_ path: String) { cut(path, to: 0) }

  /// Leaves the length and takes the content, as a power cut can.
  public mutating func zero(_ path: String) {
    add(path, [UInt8](repeating: 0, count: bytes(path).count))
  }

  // MARK: Writing

  /// Writes the package under its name into a library, and gives its folder.
  @discardableResult
  public func write(into library: Folder) throws -> Folder {
    let folder = try library.makeFolder(.of(name))
    try tree.write(into: folder)
    let root = folder.path.description
    for (path, target) in links {
      let place = RelativePath.of(path)
      try (try place.parent.map { try folder.folder($0) } ?? folder).makeLink(place.name, to: target)
    }
    for path in pipes where mkfifo("\(root)/\(path)", 0o644) != 0 { throw CocoaError(.fileWriteUnknown) }
    for (path, seconds) in times { try Self.setTime("\(root)/\(path)", seconds) }
    return folder
  }

  private static func setTime(_ path: String, _ seconds: Int) throws {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    if utimensat(AT_FDCWD, path, [time, time], 0) != 0 { throw CocoaError(.fileWriteUnknown) }
  }

  /// The package as a source that needs no disk.
  public var source: MemorySource { MemorySource(tree, path: Path(name)) }
}

extension Folder {
  public func setMode(_ mode: UInt32, of path: String) throws {
    guard chmod("\(self.path)/\(path)", mode_t(mode)) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Makes a symbolic link, which no code of ours ever does.
  public func makeLink(_ name: Name, to target: String) throws {
    guard symlink(target, path.appending(name).description) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
