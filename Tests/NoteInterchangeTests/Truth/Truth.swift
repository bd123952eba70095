import Foundation
import NoteInterchange
import NoteModel
import Testing

/// The resolved geometry of one file of the SVG corpus, in points.
struct TruthFile: CustomTestStringConvertible, Sendable {
  struct Line: Sendable {
    var isClosed: Bool
    var points: [SIMD2<Double>]
  }

  struct Item: Sendable {
    /// `#rrggbb` and opacity; nil when there is no fill; a paint server has no colour.
    var fill: Paint?
    var stroke: Paint?
    var width: Double
    var isDashed: Bool
    /// Dashes of no length without caps, which don't show.
    var hasOnlyEmptyDashes: Bool
    var hasCaps: Bool
    var lines: [Line]
  }

  struct Paint: Sendable {
    var color: String?
    var opacity: Double
  }

  var name: String
  var size: SIMD2<Double>
  var items: [Item]
  var warnings: [String]
  var isConfirmed: Bool

  var testDescription: String { name }
}

enum SVGCorpus {
  static let folder: URL? = Corpus.folder?.deletingLastPathComponent().appendingPathComponent("svg")

  static var isMissing: Bool { folder == nil }

  static func bytes(_ name: String) throws -> [UInt8] {
    guard let folder else { return [] }
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// All files with a truth, in the order of their lists.
  static let truths: [TruthFile] = {
    guard let folder else { return [] }
    let lists = folder.appendingPathComponent("truth")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: lists.path)) ?? []
    return names.sorted().flatMap { name -> [TruthFile] in
      let text = (try? String(contentsOf: lists.appendingPathComponent(name), encoding: .utf8)) ?? ""
      return text.split(separator: "\n").compactMap { TruthFile(json: Data($0.utf8)) }
    }
  }()

  /// The files of a folder, by their names below the corpus.
  static func files(_ name: String) -> [String] {
    guard let folder else { return [] }
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(name).path)) ?? []
    return names.filter { $0.hasSuffix(".svg") || $0.hasSuffix(".svgz") }.sorted().map { "\(name)/\($0)" }
  }
}

extension TruthFile {
  init?(json: Data) {
    guard let object = try? JSONSerialization.jsonObject(with: json) as? [String: Any],
      let name = object["file"] as? String, let size = object["size_px"] as? [Double],
      let elements = object["elements"] as? [[String: Any]]
    else { return nil }
    self.name = name
    self.size = SIMD2(size[0], size[1]) * 0.75
    warnings = object["warn"] as? [String] ?? []
    isConfirmed = object["confirmed"] as? Bool ?? false
    items = elements.map { Item($0) }
  }
}

extension TruthFile.Item {
  init(_ object: [String: Any]) {
    fill = TruthFile.Paint(object["fill"] as? String)
    stroke = TruthFile.Paint(object["stroke"] as? String)
    width = (object["width"] as? Double ?? 0) * 0.75
    isDashed = object["dash"] != nil
    let dashes = (object["dash"] as? String ?? "").split(separator: " ").compactMap { Double($0) }
    hasOnlyEmptyDashes =
      object["linecap"] == nil && !stride(from: 0, to: dashes.count, by: 2).contains { dashes[$0] > 0 }
    hasCaps = object["linecap"] != nil
    lines = (object["sub"] as? [[String: Any]] ?? []).map { sub in
      let numbers = sub["p"] as? [Double] ?? []
      let points = stride(from: 0, to: numbers.count - 1, by: 2).map {
        SIMD2(numbers[$0], numbers[$0 + 1]) * 0.75
      }
      return TruthFile.Line(isClosed: sub["z"] as? Bool ?? false, points: points)
    }
  }
}

extension TruthFile.Paint {
  init?(_ text: String?) {
    guard let text else { return nil }
    let parts = text.split(separator: "@")
    color = parts[0].hasPrefix("#") ? String(parts[0]) : nil
    opacity = parts.count > 1 ? Double(parts[1]) ?? 1 : 1
  }
}
