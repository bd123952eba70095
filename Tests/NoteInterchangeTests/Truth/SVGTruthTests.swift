import Foundation
import NoteInterchange
import Testing

/// Import against what two independent readers found in the same files.
@Suite struct SVGTruthTests {
  /// Files in which the truth isn't what the specification and the reference picture say, and why.
  private static let exceptions: [String: String] = {
    let origin = "the truth leaves transform-origin out; the picture agrees with the import"
    let hidden = "the truth lists what is hidden"
    let units = "the truth doesn't know ch, rem, vw and vh"
    let gradient = "the truth has black instead of a gradient"
    var reasons: [String: String] = [:]
    for name in [
      "bottom", "center", "keyword-length", "left", "length-percent", "length-px", "on-group", "on-shape",
      "right-bottom", "right", "top",
    ] { reasons["resvg/structure/transform-origin/\(name).svg"] = origin }
    for name in [
      "resvg/painting/visibility/bbox-impact-1", "resvg/painting/visibility/bbox-impact-2",
      "resvg/painting/visibility/hidden-on-group", "resvg/painting/visibility/hidden-on-shape",
      "w3c/struct-group-03-t", "w3c/styling-css-07-f", "w3c/styling-css-08-f",
    ] { reasons["\(name).svg"] = hidden }
    for name in ["ch-values", "rem-values", "vw-and-vh-values"] {
      reasons["resvg/shapes/rect/\(name).svg"] = units
    }
    reasons["resvg/painting/fill/valid-FuncIRI-with-a-fallback-ICC-color.svg"] = gradient
    reasons["resvg/structure/svg/funcIRI-with-quotes.svg"] = gradient
    return reasons
  }()

  @Test(
    .disabled(if: SVGCorpus.isMissing, "the corpus isn't there"),
    arguments: SVGCorpus.truths.filter(\.isConfirmed))
  func sameStrokesInTheSameOrder(_ truth: TruthFile) throws {
    let bytes = try SVGCorpus.bytes(truth.name)
    let page = try SVGImport.read(bytes.span)
    let fault = TruthComparison(truth, page).fault()
    if Self.exceptions[truth.name] != nil {
      #expect(fault != nil, "no exception any more")
    } else if let fault {
      Issue.record("\(truth.name): \(fault); warnings: \(page.warnings.map(\.code.rawValue))")
    }
  }

  /// Where the readers disagree, the import either is within the metric of one of them or says what it left out.
  @Test(
    .disabled(if: SVGCorpus.isMissing, "the corpus isn't there"),
    arguments: SVGCorpus.truths.filter { !$0.isConfirmed })
  func withinTheMetricOrWarned(_ truth: TruthFile) throws {
    let bytes = try SVGCorpus.bytes(truth.name)
    let page = try SVGImport.read(bytes.span)
    let fault = TruthComparison(truth, page).fault()
    guard page.warnings.isEmpty, !Self.disagreements.contains(truth.name) else { return }
    if let fault { Issue.record("\(truth.name): \(fault)") }
  }

  /// Files without anything to warn of, in which the other reader has the specification on its side: without a context
  /// `context-fill` is none (SVG 2), and `currentColor` is inherited as such (CSS Color 4).
  private static let disagreements: Set<String> = [
    "resvg/painting/color/recursive-nested-context.svg",
    "resvg/painting/color/recursive-nested-context-without-color.svg",
    "resvg/structure/style/current-color-stroke-before-color.svg",
  ]
}
