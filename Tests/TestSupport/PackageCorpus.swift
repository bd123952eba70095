import DurableFiles
import Foundation

/// Healthy packages made from real ink, beside the project where they are.
public enum PackageCorpus {
  private static let root: String? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return ["../shared/corpus/lnote", "../../shared/corpus/lnote"]
      .map { package.appendingPathComponent($0).standardizedFileURL.path }
      .first { FileManager.default.fileExists(atPath: $0 + "/INDEX.md") }
  }()

  public static var isThere: Bool { root != nil }

  /// The library's packages by name; empty when the collection isn't there.
  public static let names: [String] = {
    guard let library else { return [] }
    let found = (try? FileManager.default.contentsOfDirectory(atPath: "\(library)")) ?? []
    return found.filter { $0.hasSuffix(".lnote") }.sorted()
  }()

  public static var library: Path? { root.map { Path($0 + "/Library") } }

  /// One document at three times, oldest first.
  public static let states: [Path] = {
    guard let root else { return [] }
    return ["rev1", "rev4", "rev5"].map {
      Path("\(root)/states/\($0)/CC085E67-D3AD-5976-A1C8-C9E0FEA23768.lnote")
    }
  }()
}
