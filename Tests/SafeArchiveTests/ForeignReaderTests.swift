import DurableFiles
import Foundation
import SafeArchive
import TestSupport
import Testing

/// Other programs must read what we write.
@Suite struct ForeignReaderTests {
  let temporary: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.folder.replaceFile(.of("a.zip"), with: Content.archive(Content.sample))
  }

  static let lister = """
    import java.io.*; import java.util.zip.*;
    public class Lister { public static void main(String[] a) throws Exception {
      int sum = 0; ZipEntry e; ZipInputStream z = new ZipInputStream(new FileInputStream(a[0]));
      while ((e = z.getNextEntry()) != null) sum += z.readAllBytes().length;
      if (sum != 1021) throw new Exception("" + sum); } }
    """

  static let python = """
    import sys, zipfile
    z = zipfile.ZipFile(sys.argv[1])
    assert z.testzip() is None
    assert sum(len(z.read(n)) for n in z.namelist()) == 1021
    assert z.namelist()[3] == 'A.lnote/pages/Ünï\\u0301cödé 笔记.content', z.namelist()
    assert [i.external_attr >> 16 for i in z.infolist()] == [0o100644]*2 + [0o40755, 0o100644]*2
    assert all(i.compress_type == 8 for i in z.infolist() if not i.is_dir())
    """

  static let readers: [(program: String, arguments: [String])] = [
    ("unzip", ["-tqq", "a.zip"]), ("bsdtar", ["-xOf", "a.zip"]), ("python3", ["-c", python, "a.zip"]),
    ("java", ["Lister.java", "a.zip"]), ("7z", ["t", "a.zip"]),
  ].filter { find($0.0) != nil }

  @Test(arguments: readers.map(\.program))
  func reads(_ program: String) throws {
    let arguments = try #require(Self.readers.first { $0.program == program }?.arguments)
    try temporary.folder.replaceFile(.of("Lister.java"), with: Array(Self.lister.utf8))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.find(program)))
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: "\(temporary.path)")
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(said)")
  }

  private static func find(_ program: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
