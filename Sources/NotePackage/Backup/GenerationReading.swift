import DurableFiles
import NoteModel

/// What reading a whole generation tells of it.
struct GenerationReading {
  let content: PackageContent
  let digest: [UInt8]
  let state: GenerationState
  let strokes: StrokeCounts?
  let title: String
  let documentID: Identifier?
  /// What keeps it from being good.
  let findings: [Finding]
  /// Written by a newer program, which alone can judge it.
  let isNewer: Bool

  /// Reads an archive from end to end and checks the package in it.
  ///
  /// - Throws: `archive` and others for one that can't be read whole; that says nothing of the package.
  init(
    _ source: ArchiveSource, _ check: Check, _ monitor: WorkMonitor
  ) throws(PackageError) {
    content = try PackageContent(ofArchive: source, monitor)
    digest = content.digest
    let report = check.package(source, named: nil)
    if let failure = report.findings.first(where: { $0.code == .ioError }) {
      throw PackageError(.system, source.path, "can't be read back: \(failure.detail)")
    }
    try monitor.checkCancellation()
    let refusals = Check.refusals(report)
    let missing = report.findings.filter { $0.code == .filePlaceholder }
    findings = refusals + missing
    state = !refusals.isEmpty ? .damaged : missing.isEmpty ? .good : .incomplete
    strokes = try StrokeCounts(source, limits: check.limits, monitor)
    title = report.title ?? ""
    documentID = report.documentID
    isNewer = report.findings.contains { $0.code == .documentNewerFormat }
  }
}
