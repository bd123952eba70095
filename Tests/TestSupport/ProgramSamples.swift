import DurableFiles
import Foundation

/// Real notes for tests of the program.
public enum ProgramSamples {
  /// The top folder of the project.
  public static let root: String = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return folder.path
  }()

  public static let samples = "\(root)/Samples"

  /// The corpus that lies beside the project; nil where it doesn't.
  public static let corpus: String? = {
    ["\(root)/../shared/corpus", "\(root)/../../shared/corpus"]
      .map { URL(fileURLWithPath: $0).standardizedFileURL.path }
      .first { FileManager.default.fileExists(atPath: $0) }
  }()

  /// Folders that hold packages: the samples', and the corpus's where it is there.
  public static let libraries: [String] =
    ["\(samples)/Library"]
    + (corpus.map { corpus in
      ["\(corpus)/lnote/Library"]
        + names(in: "\(corpus)/lnote/states").map { "\(corpus)/lnote/states/\($0)" }
    } ?? [])

  /// Every sound package of samples and corpus.
  public static let packages: [String] = libraries.flatMap { library in
    names(in: library).filter { $0.hasSuffix(".lnote") }.map { "\(library)/\($0)" }
  }

  /// Those that a debug build converts in a moment.
  public static let lightPackages: [String] = packages.filter { package in
    names(in: "\(package)/pages").reduce(0) { count, page in
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(package)/pages/\(page)")
      return count + ((attributes?[.size] as? Int) ?? 0)
    } < 60_000
  }

  /// The sample with pictures, and the one that is smallest.
  public static let pictures = "\(samples)/Library/9C51AF58-438B-5C68-A10C-9AFD4DACA831.lnote"
  public static let empty = "\(samples)/Library/04BF7BC9-E043-5D97-8AA9-66B5DADA06E6.lnote"

  public static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}

extension TemporaryFolder {
  /// The path of something inside, as text.
  public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, with the folders above it, and gives its path.
  @discardableResult public func write(_ text: String, _ name: String) throws -> String {
    try write(Array(text.utf8), name)
  }

  @discardableResult public func write(_ bytes: [UInt8], _ name: String) throws -> String {
    let url = URL(fileURLWithPath: self(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return self(name)
  }

  /// Makes a folder and gives its path.
  @discardableResult public func makeFolder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: self(name), withIntermediateDirectories: true)
    return self(name)
  }

  /// Copies a file or folder that may be read-only, and makes the copy writable.
  @discardableResult public func copy(_ source: String, _ name: String) throws -> String {
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: self(name)).deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: source, toPath: self(name))
    var paths = [self(name)]
    while let path = paths.popLast() {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      try FileManager.default.setAttributes(
        [.posixPermissions: isFolder.boolValue ? 0o755 : 0o644], ofItemAtPath: path)
      if isFolder.boolValue { paths += ProgramSamples.names(in: path).map { "\(path)/\($0)" } }
    }
    return self(name)
  }

  public func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: self(name))))
  }

  public func text(_ name: String) throws -> String { String(decoding: try read(name), as: UTF8.self) }

  public func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: self(name)) }

  public func names(in name: String = "") -> [String] { ProgramSamples.names(in: self(name)) }

  public func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: self(name)) }

  /// Every file and folder with its bytes.
  public func snapshot(_ name: String = "") throws -> TreeSnapshot { try TreeSnapshot(ofPath: self(name)) }

  /// Changes a text file.
  public func edit(_ name: String, _ change: (inout String) -> Void) throws {
    var text = try text(name)
    change(&text)
    try write(text, name)
  }
}

extension TreeSnapshot {
  public init(ofPath path: String) throws { try self.init(of: Folder.open(Path(path))) }

  /// Path and bytes of everything under a folder of the tree, such as `pages`.
  public func under(_ names: String...) -> TreeSnapshot {
    TreeSnapshot(nodes.filter { path, _ in path.names.first.map { names.contains($0.description) } ?? false })
  }
}
