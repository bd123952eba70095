import DurableFiles
import Foundation

extension Program {
  /// The `lnote` that was built with these tests, debug or release.
  public static let lnote: Program = {
    // On Linux the tests are an executable beside it; on Apple systems a bundle beside it.
    let places =
      [ProcessInfo.processInfo.arguments[0], Bundle.main.bundlePath] + Bundle.allBundles.map(\.bundlePath)
    for place in places {
      var folder = URL(fileURLWithPath: place).resolvingSymlinksInPath()
      for _ in 0..<5 {
        folder.deleteLastPathComponent()
        let program = folder.appendingPathComponent("lnote").path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: program, isDirectory: &isFolder), !isFolder.boolValue,
          FileManager.default.isExecutableFile(atPath: program)
        {
          return Program(Path(program))
        }
      }
    }
    fatalError("lnote isn't beside the tests: \(places)")
  }()

  /// A program of this system, by its name; nil where it isn't installed.
  public static func find(_ name: String) -> Program? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
      .map { Program(Path($0)) }
  }

  /// A program that the test said it needs.
  public static func named(_ name: String) -> Program {
    guard let program = find(name) else {
      fatalError("\(name) isn't installed; the test must say that it needs it")
    }
    return program
  }

  public static func has(_ name: String) -> Bool { find(name) != nil }

  /// Whether other programs may be traced here.
  public static let canTrace =
    (try? find("strace")?.run(["-o", "/dev/null", "true"]).status) == 0

  /// Whether small file systems may be mounted here.
  public static let canMount: Bool = {
    guard getuid() == 0, let unshare = find("unshare") else { return false }
    return (try? unshare.run(["-m", "mount", "-t", "tmpfs", "none", "/mnt"]).status) == 0
  }()

  /// A Python that has the package `jsonschema`, its own or in a fresh environment; nil where that can't be had.
  public static let schemaPython: Program? = {
    guard let python = find("python3") else { return nil }
    let hasIt = { (program: Program) in (try? program.run(["-c", "import jsonschema"]).status) == 0 }
    if hasIt(python) { return python }
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("lnote-test-python").path
    let own = Program(Path("\(place)/bin/python3"))
    if FileManager.default.isExecutableFile(atPath: "\(own.path)"), hasIt(own) { return own }
    guard (try? python.run(["-m", "venv", place]).status) == 0,
      (try? own.run(["-m", "pip", "install", "--quiet", "jsonschema"]).status) == 0
    else { return nil }
    return hasIt(own) ? own : nil
  }()

  /// Whether the tests run in a build that is fast enough for big inputs.
  public static var isFastBuild: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }
}
