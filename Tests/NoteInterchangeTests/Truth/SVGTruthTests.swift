import Foundation
import NoteInterchange
import Testing

/// Import against what two independent readers found in the same files.
@Suite struct SVGTruthTests {
  @Test(
    .disabled(if: SVGCorpus.isMissing, "the corpus isn't there"),
    arguments: SVGCorpus.truths.filter(\.isConfirmed))
  func sameStrokesInTheSameOrder(_ truth: TruthFile) throws {
    let bytes = try SVGCorpus.bytes(truth.name)
    let page = try SVGImport.read(bytes.span)
    if let fault = TruthComparison(truth, page).fault() {
      Issue.record("\(truth.name): \(fault); warnings: \(page.warnings.map(\.code.rawValue))")
    }
  }
}
