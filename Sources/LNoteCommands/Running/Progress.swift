import CommandTable
import Synchronization

/// Tells on the terminal how far long work has come: nothing for the first half second, then ten times a second.
struct Progress: Sendable {
  private let line: ProgressLine
  private let what: String
  private let started = Libc.now()
  private var shown: Int64 = 0
  private var done = 0

  init(_ what: String, on console: Console) {
    self.what = what
    line = console.progressLine
  }

  private static let silence: Int64 = 500
  private static let interval: Int64 = 100

  mutating func advance(byteCount: Int) {
    done += byteCount
    show { Size.text($0) }
  }

  mutating func reach(_ count: Int, of total: Int) {
    done = count
    show { "\($0) of \(total)" }
  }

  private mutating func show(_ text: (Int) -> String) {
    let now = Libc.now()
    guard now - started > Self.silence, now - shown > Self.interval else { return }
    shown = now
    line.show("\(what): \(text(done))")
  }
}

/// The one line of the terminal that is written over and over. A class, since whoever writes must erase it first.
final class ProgressLine: Sendable {
  private let isShown: Bool
  private let width: Int
  private let text = Mutex("")

  init(isShown: Bool, width: Int) {
    self.isShown = isShown
    self.width = width
  }

  func show(_ new: String) {
    guard isShown else { return }
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

/// Numbers of bytes and of things, for people.
enum Size {
  static func text(_ byteCount: Int) -> String {
    if byteCount < 1000 { return "\(byteCount) bytes" }
    var value = Double(byteCount)
    var unit = 0
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    while value >= 999.5, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    return value < 9.95
      ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\(Int(value.rounded())) \(units[unit])"
  }

  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }
}

/// Progress that several threads report, one call at a time. A class, since they share it.
final class SharedProgress: Sendable {
  private let progress: Mutex<Progress>

  init(_ what: String, on console: Console) { progress = Mutex(Progress(what, on: console)) }

  func reach(_ count: Int, of total: Int) { progress.withLock { $0.reach(count, of: total) } }
}
