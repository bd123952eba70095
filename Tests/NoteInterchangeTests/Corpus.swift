import Foundation
import NoteInterchange
import NoteModel
import Testing

/// One package of the corpus, read without the package module.
struct CorpusPackage: CustomTestStringConvertible, Sendable {
  let folder: URL
  var testDescription: String { folder.lastPathComponent }

  func documentBytes() throws -> [UInt8] { try bytes("document.json") }

  func document() throws -> Document {
    let bytes = try documentBytes()
    return try DocumentCodec.decode(bytes.span)
  }

  func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
  }

  func pageBytes(_ entry: PageEntry) throws -> [UInt8] { try bytes("pages/\(entry.id.text).content") }

  func page(_ entry: PageEntry) throws -> Page {
    let bytes = try pageBytes(entry)
    return try PageCodec.decode(bytes.span)
  }

  var assets: [AssetFile] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent("assets").path)
    return (names ?? []).sorted().map { name in
      let parts = name.split(separator: ".", maxSplits: 1)
      return AssetFile(id: Identifier(String(parts[0])), fileExtension: String(parts[1]))
    }
  }

  func assetBytes(_ file: AssetFile) throws -> [UInt8] { try bytes("assets/\(file.name)") }

  func image(_ asset: Identifier) throws -> SVGImage? {
    guard let file = assets.first(where: { $0.id == asset }) else { return nil }
    return .embedded(file, try assetBytes(file))
  }
}

enum Corpus {
  /// The folder of the package under test.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// `shared/corpus/lnote` beside the package or above it; nil when it isn't there.
  static let folder: URL? = ["..", "../.."]
    .map { root.appendingPathComponent($0).appendingPathComponent("shared/corpus/lnote").standardizedFileURL }
    .first { FileManager.default.fileExists(atPath: $0.path) }

  static var isMissing: Bool { folder == nil }

  static let packages: [CorpusPackage] = {
    guard let folder, let paths = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".lnote") }.sorted()
      .map { CorpusPackage(folder: folder.appendingPathComponent($0)) }
  }()
}

/// Runs another program, for what only it can tell.
enum Program {
  static func exists(_ name: String) -> Bool {
    (try? run("sh", ["-c", "command -v \(name)"]))?.status == 0
  }

  static func run(_ name: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// A fresh folder for the length of `body`.
  static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}
