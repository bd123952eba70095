import Foundation
import NoteModel

@testable import NoteInterchange

/// A stroke of a Xournal++ notebook with a width for each segment.
struct XournalStroke {
  var points: [SIMD2<Double>]
  /// Of each segment.
  var widths: [Double]

  /// The strokes with pressure on the first page.
  static func strokes(of notebook: URL) throws -> [XournalStroke] {
    let text = try Program.run("gzip", ["-dc", notebook.path]).output
    let page = text.components(separatedBy: "</page>")[0]
    return page.components(separatedBy: "<stroke ").dropFirst().compactMap { part in
      let values = part.components(separatedBy: "width=\"").dropFirst().first?.components(separatedBy: "\"")[
        0]
      let body = part.components(separatedBy: ">").dropFirst().first?.components(separatedBy: "<")[0]
      let widths = (values ?? "").split(separator: " ").compactMap { Double($0) }.dropFirst()
      let numbers = (body ?? "").split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      let points = stride(from: 0, to: numbers.count - 1, by: 2).map { SIMD2(numbers[$0], numbers[$0 + 1]) }
      guard widths.count == points.count - 1, Set(widths).count > 1 else { return nil }
      return XournalStroke(points: points, widths: Array(widths))
    }
  }

  /// Without its last segment, which Xournal++ 1.1 doesn't draw.
  var shortened: XournalStroke { XournalStroke(points: points.dropLast(), widths: widths.dropLast()) }

  /// How far the center lines are apart, in points of the notebook.
  ///
  /// - Parameter scale: by which the stroke is larger.
  func distance(from stroke: Stroke, scale: Double) -> Double {
    let line = zip(stroke.x, stroke.y).map { SIMD2(Double($0), Double($1)) / (10 * scale) }
    return max(PolylineDistance.directed(points, line), PolylineDistance.directed(line, points))
  }

  /// What both cover, as a share of what either covers, by places across each segment of both.
  func overlap(with stroke: Stroke, scale: Double) -> Double {
    var drawn = InkLine()
    for (index, width) in widths.enumerated() {
      for point in points[index...index + 1] { drawn.append(Point(point.x, point.y), width / 2) }
    }
    var read = InkLine()
    for sample in stroke.x.indices {
      let place = Point(Double(stroke.x[sample]), Double(stroke.y[sample])) * (1 / (10 * scale))
      read.append(place, Double(stroke.radius[sample]) / (10 * scale))
    }
    let (one, other) = (Self.share(of: drawn, in: read), Self.share(of: read, in: drawn))
    return 1 / (1 / one + 1 / other - 1)
  }

  /// Which share of a line's area another one covers.
  private static func share(of line: InkLine, in other: InkLine) -> Double {
    let sweeps = (1..<other.count).map {
      InkLine.Sweep(other.points[$0 - 1], other.radii[$0 - 1], other.points[$0], other.radii[$0])
    }
    var (all, both) = (0.0, 0.0)
    for index in 1..<line.count {
      let way = line.points[index] - line.points[index - 1]
      guard way.length > 0 else { continue }
      for step in 0..<4 {
        let along = (Double(step) + 0.5) / 4
        let radius = line.radii[index - 1] + (line.radii[index] - line.radii[index - 1]) * along
        let middle = line.points[index - 1].mixed(with: line.points[index], along)
        for side in -9...9 {
          let beside = Point(-way.y, way.x) * (radius * (Double(side) + 0.5) / (10 * way.length))
          let weight = radius * way.length
          all += weight
          if sweeps.contains(where: { $0.covers(middle + beside) }) { both += weight }
        }
      }
    }
    return all > 0 ? both / all : 0
  }
}
