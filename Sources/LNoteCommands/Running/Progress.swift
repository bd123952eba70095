import CommandTable
import NoteModel
import NotePackage
import Synchronization

/// Tells how far long work has come: what, how many of how many, bytes, rate, time left.
///
/// Nothing for the first half second, then ten times a second; for other programs (`--progress=json`) from the start. A
/// class, since the threads that work share it.
final class Progress: Sendable {
  private struct State {
    var done = 0
    var total: Int?
    var byteCount = 0
    var shown: Int64 = 0
  }

  private let line: ProgressLine
  private let what: String
  private let totalByteCount: Int?
  private let started = Libc.now()
  private let state: Mutex<State>

  /// - Parameter total: how many things there are to do, as far as that is known.
  init(_ what: String, of total: Int? = nil, totalByteCount: Int? = nil, on console: Console) {
    self.what = what
    self.totalByteCount = totalByteCount
    line = console.progressLine
    state = Mutex(State(total: total))
  }

  private static let silence: Int64 = 500
  private static let interval: Int64 = 100

  func advance(byteCount: Int) { change(isStep: false) { $0.byteCount += byteCount } }

  func reach(_ done: Int, of total: Int) {
    change {
      $0.done = done
      $0.total = total
    }
  }

  /// One more is done.
  func finishOne() { change { $0.done += 1 } }

  /// There are more to do than was known.
  func expect(_ count: Int) { change { $0.total = ($0.total ?? 0) + count } }

  private func change(isStep: Bool = true, _ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      let now = Libc.now()
      if line.isJSON {
        // The first and the last are always told, so that short work can be followed too.
        let isEnd = isStep && state.total == state.done && state.done > 0
        guard isEnd || now - state.shown > Self.interval else { return }
        state.shown = now
        line.write(record(state, now))
      } else {
        guard now - started > Self.silence, now - state.shown > Self.interval else { return }
        state.shown = now
        line.show(text(state, now))
      }
    }
  }

  // MARK: Figures

  private func bytesPerSecond(_ state: State, _ now: Int64) -> Int? {
    now - started >= 500 && state.byteCount > 0
      ? Int(Double(state.byteCount) * 1000 / Double(now - started)) : nil
  }

  /// Nil before anything can be said.
  private func secondsLeft(_ state: State, _ now: Int64) -> Int? {
    let elapsed = Double(now - started) / 1000
    let part: Double
    if let totalByteCount, totalByteCount > 0 {
      part = Double(state.byteCount) / Double(totalByteCount)
    } else if let total = state.total, total > 0 {
      part = Double(state.done) / Double(total)
    } else {
      return nil
    }
    guard elapsed >= 1, part >= 0.01, part < 1 else { return nil }
    return Int((elapsed * (1 - part) / part).rounded(.up))
  }

  private func text(_ state: State, _ now: Int64) -> String {
    var parts: [String] = []
    if let total = state.total { parts.append("\(state.done) of \(total)") }
    if state.byteCount > 0 {
      parts.append(Size.text(state.byteCount) + (totalByteCount.map { " of \(Size.text($0))" } ?? ""))
    }
    if let rate = bytesPerSecond(state, now) { parts.append("\(Size.text(rate))/s") }
    if let seconds = secondsLeft(state, now) { parts.append("\(Self.clock(seconds)) left") }
    return "\(what): \(parts.joined(separator: ", "))"
  }

  /// Such as `1:05` or `2:00:00`.
  static func clock(_ seconds: Int) -> String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):\(padded(minutes))" : "\(minutes)") + ":\(padded(seconds % 60))"
  }

  private func record(_ state: State, _ now: Int64) -> [UInt8] {
    let figures: [(StaticString, Int?)] = [
      ("done", state.done), ("total", state.total), ("bytes", state.byteCount),
      ("totalBytes", totalByteCount),
      ("bytesPerSecond", bytesPerSecond(state, now)), ("secondsLeft", secondsLeft(state, now)),
    ]
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.key("type")
      writer.string("progress")
      writer.key("v")
      writer.integer(1)
      writer.key("what")
      writer.string(what)
      for (key, number) in figures {
        guard let number else { continue }
        writer.key(key)
        writer.integer(number)
      }
    }
    writer.endLine()
    return writer.bytes
  }
}

extension WorkMonitor {
  /// Shows how far work has come, and stops it on a signal.
  init(_ progress: Progress) {
    self.init(
      reach: { progress.reach($0, of: $1) }, advance: { progress.advance(byteCount: $0) },
      isCancelled: { Interruption.receivedSignal != nil })
  }
}

/// The one line of the terminal that is written over and over, or the lines that another program reads. A class, since
/// whoever writes must erase it first.
final class ProgressLine: Sendable {
  enum Style {
    case hidden, line, json
  }

  private let style: Style
  private let width: Int
  private let text = Mutex("")

  init(_ style: Style, width: Int) {
    self.style = style
    self.width = width
  }

  var isJSON: Bool { style == .json }

  /// Whether anybody sees it: only then figures are worth finding out.
  var isShown: Bool { style != .hidden }

  /// A line for another program.
  func write(_ line: [UInt8]) { text.withLock { _ in _ = Libc.write(line, to: 2) } }

  func show(_ new: String) {
    guard style == .line else { return }
    text.withLock { text in
      guard text != new else { return }
      text = new
      _ = Libc.write(Array("\r\u{1B}[K\(new.prefix(max(10, width - 1)))".utf8), to: 2)
    }
  }

  func erase() {
    text.withLock { text in
      guard !text.isEmpty else { return }
      text = ""
      _ = Libc.write(Array("\r\u{1B}[K".utf8), to: 2)
    }
  }
}
