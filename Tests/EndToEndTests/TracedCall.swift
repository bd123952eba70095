import DurableFiles
import Foundation
import TestSupport
import Testing

/// One call of the system that a run of our program makes, as strace counts it.
struct TracedCall: CustomStringConvertible {
  let name: String
  /// The number that strace counts it by, from 1.
  let number: Int
  let text: String
  var description: String { "\(name) \(number) (\(text))" }

  /// The calls of an undisturbed run from where it first names a path.
  static func all(
    of names: [String], in arguments: [String], from path: String, expecting status: Int32,
    of program: Program = .lnote, _ temporary: TemporaryFolder
  ) throws -> [TracedCall] {
    let log = temporary("calls")
    let outcome = try Program.named("strace").run(
      ["-f", "-qq", "-o", log, "-e", "trace=openat,\(names.joined(separator: ","))", program.path]
        + arguments)
    #expect(outcome.status == status, "\(outcome)")
    var counts: [String: Int] = [:]
    var isUnderWay = false
    var calls: [TracedCall] = []
    for line in try temporary.text("calls").split(separator: "\n") {
      let text = line.drop { $0.isNumber }.drop { $0 == " " }
      guard let end = text.firstIndex(of: "("), !text.hasPrefix("<") else { continue }
      let name = String(text[..<end])
      counts[name, default: 0] += 1
      if text.contains(path) { isUnderWay = true }
      if isUnderWay, names.contains(name) {
        calls.append(TracedCall(name: name, number: counts[name, default: 0], text: String(text.prefix(120))))
      }
    }
    return calls
  }

  /// Runs the program while this call meets a fault, such as `error=EIO` or `signal=SIGKILL`.
  func run(
    _ arguments: [String], _ fault: String, of program: Program = .lnote
  ) throws -> Program.Outcome {
    try Program.named("strace").run(
      [
        "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(name)", "-e", "inject=\(name):\(fault):when=\(number)",
        program.path,
      ] + arguments)
  }
}
