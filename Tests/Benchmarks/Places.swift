import Foundation

/// Where the benchmarks find what they run and read; each may be missing.
struct Places {
  private let options: [String: String]

  init(_ arguments: [String]) {
    var options: [String: String] = [:]
    for (name, value) in zip(arguments, arguments.dropFirst()) where name.hasPrefix("--") {
      options[name] = value
    }
    self.options = options
  }

  /// Which rows are wanted; empty for all.
  var only: String { options["--only"] ?? "" }

  /// The program under test.
  var lnote: String? { existing(options["--lnote"]) }

  /// The folder with real packages.
  var corpus: URL? { existing(options["--corpus"]).map { URL(filePath: $0) } }

  func peer(_ name: String) -> String? { existing(options["--peers"].map { "\($0)/\(name)" }) }

  /// A peer that is a script, in the sources.
  func script(_ name: String) -> String? { existing("Tests/Benchmarks/Peers/\(name)") }

  /// A Python that has svgelements.
  var svgPython: String? {
    peer("python/bin/python3").flatMap { python in
      (try? run(python, ["-c", "import svgelements"])) == nil ? nil : python
    }
  }

  /// An absolute path, since some commands run in other folders.
  private func existing(_ path: String?) -> String? {
    path.flatMap { FileManager.default.fileExists(atPath: $0) ? URL(filePath: $0).path : nil }
  }

  /// Calls `body` with a fresh folder on the disk that the project lies on: temporary folders are often in memory,
  /// where syncing costs nothing.
  func withScratch<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = URL(filePath: ".build/benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}
