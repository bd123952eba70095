import Foundation

/// The packages that lie beside the project, when they do: `../shared/corpus/lnote`.
public enum Corpus {
  /// The folder with the packages; nil where the project stands alone.
  public static let packages: URL? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    // A work tree of the repository stands one folder deeper than the repository itself.
    return ["..", "../.."].map { root.appending(path: "\($0)/shared/corpus/lnote").standardized }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  /// Every file whose path ends in `suffix`, in byte order.
  public static func files(_ suffix: String) -> [URL] {
    guard let packages,
      let walk = FileManager.default.enumerator(at: packages, includingPropertiesForKeys: nil)
    else { return [] }
    return walk.compactMap { $0 as? URL }.filter { $0.path.hasSuffix(suffix) }.sorted { $0.path < $1.path }
  }

  /// Why a test that needs the packages is skipped.
  public static let missing = "the packages beside the project, ../shared/corpus/lnote, are missing"
}
