import Foundation

/// One line of the table.
struct Row {
  var work: String
  var peer: String
  var aim: String
  /// Seconds for ours and for the peer's; nil with the reason in ``peer`` when there was nothing to compare with.
  var times: (ours: Double, peer: Double)?
  /// What stands in the columns of ours, the peer's and the ratio where no time was measured.
  var figures: (ours: String, peer: String, ratio: String)?
}

func seconds(_ body: () throws -> Void) rethrows -> Double {
  let elapsed = try ContinuousClock().measure(body)
  return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
}

enum Choice {
  /// For pure computing: everything but the fastest round was disturbed.
  case best
  /// For what depends on a disk.
  case median

  func of(_ times: [Double]) -> Double {
    let sorted = times.sorted()
    return self == .best ? sorted[0] : sorted[sorted.count / 2]
  }
}

/// Runs ours and the peer's in turn, so that both meet the same disturbances.
func alternate(
  rounds: Int, _ choice: Choice, ours: () throws -> Double, peer: () throws -> Double
) rethrows -> (ours: Double, peer: Double) {
  var times: (ours: [Double], peer: [Double]) = ([], [])
  for _ in 0..<rounds {
    times.ours.append(try ours())
    times.peer.append(try peer())
  }
  return (choice.of(times.ours), choice.of(times.peer))
}

/// Runs a program to its end and gives what it wrote.
@discardableResult
func run(
  _ program: String, _ arguments: [String], accepting statuses: ClosedRange<Int32> = 0...0,
  errors: FileHandle = .standardError
) throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = arguments
  let output = Pipe()
  process.standardOutput = output
  process.standardError = errors
  try process.run()
  let text = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationReason == .exit, statuses.contains(process.terminationStatus) else {
    throw BenchmarkError(message: "\(program) ended with \(process.terminationStatus)")
  }
  return String(decoding: text, as: UTF8.self)
}

struct BenchmarkError: Error, CustomStringConvertible {
  var message: String
  var description: String { message }
}

func table(_ rows: [Row]) -> String {
  let cells =
    [["work", "ours", "peer's", "ratio", "aim", "peer"]]
    + rows.map { row in
      if let (ours, peer, ratio) = row.figures { return [row.work, ours, peer, ratio, row.aim, row.peer] }
      guard let (ours, peer) = row.times else {
        return [row.work, "-", "-", "-", row.aim, "not measured: \(row.peer)"]
      }
      return [row.work, milliseconds(ours), milliseconds(peer), ratio(ours, peer), row.aim, row.peer]
    }
  let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
  return cells.map { row in
    zip(row, widths).map { cell, width in cell.padding(toLength: width, withPad: " ", startingAt: 0) }
      .joined(separator: "  ")
  }.joined(separator: "\n")
}

private func milliseconds(_ seconds: Double) -> String { String(format: "%.2f ms", seconds * 1000) }

private func ratio(_ ours: Double, _ peer: Double) -> String {
  ours < peer ? String(format: "%.2f × faster", peer / ours) : String(format: "%.2f × the time", ours / peer)
}
