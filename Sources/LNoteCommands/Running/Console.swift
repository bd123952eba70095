import CommandTable
import DurableFiles
import NoteModel
import NotePackage

/// Standard output could not be written to; nothing more can be said there.
struct OutputFailure: Error {
  let number: Int32
}

/// The one seam to the terminal: results to standard output, everything else to standard error. A class, since it
/// shares the two streams and what is still to be written to them.
final class Console {
  let isJSON: Bool
  let isQuiet: Bool
  let isVerbose: Bool
  /// Columns to write in; nil where nothing needs to be cut.
  let width: Int?
  private let usesColor: Bool
  private let flushesLines: Bool
  private var pending: [UInt8] = []
  let progressLine: ProgressLine

  private static let flushByteCount = 1 << 16

  init(_ environment: Environment, _ invocation: Invocation) {
    isJSON = invocation.has("json")
    isQuiet = invocation.has("quiet")
    isVerbose = invocation.has("verbose")
    width = environment.width
    flushesLines = environment.isOutputTerminal
    usesColor =
      switch invocation.text("color") {
      case "always": true
      case "never": false
      default: environment.isOutputTerminal && !environment.refusesColor
      }
    let style: ProgressLine.Style =
      switch invocation.text("progress") {
      case "always": .line
      case "never": .hidden
      case "json": .json
      default: environment.isErrorTerminal && !isQuiet ? .line : .hidden
      }
    progressLine = ProgressLine(style, width: environment.width ?? 80)
  }

  // MARK: Standard output

  /// One line of the result for people; nothing with `--json`.
  func line(_ text: String = "") throws(OutputFailure) {
    if !isJSON { try write(Array(text.utf8) + [UInt8(ascii: "\n")]) }
  }

  /// One JSON object on a line of its own, with its type and version; nothing without `--json`.
  func record(_ type: String, _ members: (inout JSONWriter) -> Void) throws(OutputFailure) {
    guard isJSON else { return }
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.key("type")
      writer.string(type)
      writer.key("v")
      writer.integer(1)
      members(&writer)
    }
    writer.endLine()
    try write(writer.bytes)
  }

  /// Bytes of the result as they are.
  func write(_ bytes: [UInt8]) throws(OutputFailure) {
    progressLine.erase()
    pending += bytes
    if flushesLines || pending.count >= Self.flushByteCount { try flush() }
  }

  func flush() throws(OutputFailure) {
    guard !pending.isEmpty else { return }
    let number = Libc.write(pending, to: 1)
    pending.removeAll(keepingCapacity: true)
    if number != 0 { throw OutputFailure(number: number) }
  }

  func bold(_ text: String) -> String { usesColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  var helpStyle: HelpStyle { usesColor ? HelpStyle(bold: { "\u{1B}[1m\($0)\u{1B}[0m" }) : .plain }

  func colored(_ text: String, _ color: TerminalColor) -> String {
    usesColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }

  enum TerminalColor: Int {
    case red = 31
    case green = 32
    case yellow = 33
    case dim = 2
  }

  // MARK: Standard error

  /// Something that the user should know; silent with `--quiet`.
  func note(_ text: String) { if !isQuiet { complain(text) } }

  /// Something that only a curious user wants to know.
  func detail(_ text: String) { if isVerbose { complain(text) } }

  func complain(_ text: String) {
    progressLine.erase()
    _ = Libc.write(Array("lnote: \(text)\n".utf8), to: 2)
  }

  /// An input that failed; with `--json` also as an object.
  func report(_ failure: PackageError) throws(OutputFailure) -> ExitStatus {
    let error = failure.withoutUnfinishedNames
    complain(error.message)
    try record("error") { writer in
      writer.key("code")
      writer.string(error.code.rawValue)
      writer.key("path")
      writer.string(error.path.description)
      if let offset = error.offset {
        writer.key("offset")
        writer.integer(offset)
      }
      writer.key("message")
      writer.string(error.message)
    }
    return ExitStatus(for: error)
  }
}
