import DurableFiles
import Foundation

/// Hostile, odd and ordinary archives beside the project, with the verdict that a strict reader must reach.
public enum ArchiveCorpus {
  /// One row of the collection's index.
  public struct Row: Sendable, CustomStringConvertible {
    /// Folder and file name.
    public let file: String
    /// The index's word for what is wrong; nil for what is to be accepted.
    public let refusal: String?
    /// How many entries an accepted one has.
    public let entryCount: Int?

    public var description: String { file }
    public var isTar: Bool { file.contains(".tar") }
    public var path: Path { Path("\(root ?? "")/\(file)") }
  }

  private static let root: String? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return ["../shared/corpus/archives", "../../shared/corpus/archives"]
      .map { package.appendingPathComponent($0).standardizedFileURL.path }
      .first { FileManager.default.fileExists(atPath: $0 + "/INDEX.md") }
  }()

  public static var isThere: Bool { root != nil }

  /// Every file of the collection; empty where it isn't there.
  public static let rows: [Row] = {
    guard let root, let index = try? String(contentsOfFile: root + "/INDEX.md", encoding: .utf8) else {
      return []
    }
    var (folder, rows) = ("", [Row]())
    for line in index.split(separator: "\n") {
      if line.hasPrefix("## ") { folder = String(line.dropFirst(3).prefix { $0 != "/" }) }
      let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard columns.count == 4, !columns[0].hasPrefix("-"), columns[0] != "file" else { continue }
      rows.append(row("\(folder)/\(columns[0])", verdict: columns[2], others: columns[3]))
    }
    return rows
  }()

  private static func row(_ file: String, verdict: String, others: String) -> Row {
    // The rows of tar archives were written by hand.
    let isRefused = verdict.hasPrefix("reject") && !verdict.contains("or accept")
    if isRefused {
      let word = verdict.dropFirst("reject".count).drop { $0 == ":" || $0 == " " }
      return Row(file: file, refusal: String(word.components(separatedBy: " — ")[0]), entryCount: nil)
    }
    let counted = verdict.hasPrefix("accept (") && verdict.dropFirst(8).first?.isNumber == true
    let digits = counted ? verdict.dropFirst(8) : others.dropFirst("OK, ".count)
    return Row(file: file, refusal: nil, entryCount: Int(digits.prefix { $0.isNumber }))
  }
}
