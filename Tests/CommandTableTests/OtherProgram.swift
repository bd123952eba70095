import Foundation

/// A program of the system that reads what we wrote.
struct OtherProgram {
  /// What it printed, and how it ended.
  struct Answer {
    let text: String
    let status: Int32
  }

  let path: String

  /// Nil when it isn't installed.
  init?(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
    self.path = path
  }

  static func isInstalled(_ name: String) -> Bool {
    OtherProgram(name) != nil
  }

  /// Runs it to its end, both outputs together.
  func run(_ arguments: [String], in folder: URL? = nil) throws -> Answer {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Answer(text: String(decoding: output, as: UTF8.self), status: process.terminationStatus)
  }
}

/// Gives a fresh folder to a test, and removes it afterwards.
func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("table-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}
