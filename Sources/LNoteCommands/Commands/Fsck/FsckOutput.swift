import CommandTable
import DurableFiles
import NoteModel
import NotePackage

/// One finding as a JSON object, by contract.
enum FindingRecord {
  static func write(
    _ finding: Finding, package: String?, document: Identifier?, on console: Console
  ) throws(OutputFailure) {
    try console.record("finding") { writer in
      writer.key("code")
      writer.string(finding.code.rawValue)
      writer.key("severity")
      writer.string(finding.severity.rawValue)
      writer.key("loss")
      if let loss = finding.loss { writer.bool(loss) } else { writer.null() }
      writer.key("package")
      if let package { writer.string(package) } else { writer.null() }
      writer.key("document")
      if let document { writer.string(document.text) } else { writer.null() }
      writer.key("path")
      if let path = finding.path { writer.string(path.description) } else { writer.null() }
      writer.key("page")
      if let page = finding.page { writePage(page, &writer) } else { writer.null() }
      writer.key("offset")
      if let offset = finding.offset { writer.integer(offset) } else { writer.null() }
      writer.key("detail")
      writer.string(finding.detail)
      writer.key("repair")
      writer.object { writer in
        writer.key("class")
        writer.string(finding.code.repairClass.rawValue)
        writer.key("action")
        if let remedy = finding.remedy { writer.string(remedy.action.description) } else { writer.null() }
        writer.key("state")
        writer.string(finding.state.rawValue)
        writer.key("moved")
        if let moved = finding.moved { writer.string(moved.description) } else { writer.null() }
      }
    }
  }

  private static func writePage(_ page: Finding.PageReference, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("number")
      if let number = page.number { writer.integer(number) } else { writer.null() }
      writer.key("id")
      writer.string(page.id.text)
    }
  }
}

/// One finding for people.
enum FindingText {
  private static let indent = String(repeating: " ", count: 11)

  static func write(_ finding: Finding, isRepairing: Bool, on console: Console) throws(OutputFailure) {
    let color: Console.TerminalColor =
      switch finding.severity {
      case .fatal, .error: .red
      case .warning: .yellow
      case .info: .dim
      }
    let severity = TextWidth.padded(finding.severity.rawValue, 7)
    let page = finding.page?.number.map { "page \($0): " } ?? ""
    let text = "\(finding.code.rawValue): \(page)\(TextWidth.safe(finding.detail))"
    let lines = console.width.map { TextWidth.wrapped(text, max(20, $0 - indent.count)) } ?? [text]
    for (number, line) in lines.enumerated() {
      try console.line((number == 0 ? "  \(console.colored(severity, color))  " : indent) + line)
    }
    if let path = finding.path {
      let offset = finding.offset.map { ", byte \($0)" } ?? ""
      try console.line("\(indent)\(console.colored("\(path)\(offset)", .dim))")
    }
    if isRepairing { try writeState(finding, on: console) }
  }

  private static func writeState(_ finding: Finding, on console: Console) throws(OutputFailure) {
    let action = finding.remedy?.action.description ?? "along with the others"
    switch finding.state {
    case .planned: try console.line("           would \(action)")
    case .fixed: try console.line("           \(console.colored("fixed", .green)): \(action)")
    case .moved:
      try console.line(
        "           \(console.colored("moved", .green)) to \(finding.moved?.description ?? "lost+found")")
    case .left:
      guard finding.severity > .info else { return }
      let hint = finding.remedy.map { $0.level == .all ? "left; --repair=all can \(action)" : "left" }
      try console.line("           \(hint ?? "left; nothing can be done about it here")")
    }
  }
}

/// One package as a JSON object.
enum PackageRecord {
  static func write(
    _ outcome: Repair.PackageOutcome, findings: [Finding], on console: Console
  ) throws(OutputFailure) {
    let report = outcome.report
    try console.record("package") { writer in
      writer.key("package")
      writer.string(report.name?.description ?? report.path.description)
      writer.key("path")
      writer.string(report.path.description)
      writer.key("document")
      if let id = report.documentID { writer.string(id.text) } else { writer.null() }
      writer.key("title")
      if let title = report.title { writer.string(title) } else { writer.null() }
      writer.key("pages")
      writer.integer(report.pageCount)
      writer.key("elements")
      writer.integer(report.elementCount)
      writer.key("bytes")
      writer.integer(report.byteCount)
      writer.key("findings")
      writer.integer(findings.count)
      writer.key("worst")
      if let worst = findings.map(\.severity).max() { writer.string(worst.rawValue) } else { writer.null() }
      writer.key("changed")
      writer.bool(outcome.isChanged)
    }
  }
}
