import DurableFiles
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Something that stands on a command line, as bytes.
public protocol ProgramArgument {
  var argumentBytes: [UInt8] { get }
}

extension String: ProgramArgument {
  public var argumentBytes: [UInt8] { Array(utf8) }
}
extension Path: ProgramArgument {
  public var argumentBytes: [UInt8] { bytes }
}
extension Array: ProgramArgument where Element == UInt8 {
  public var argumentBytes: [UInt8] { self }
}

/// A program that tests run: ours, or one that reads what we write.
public struct Program: Sendable {
  public let path: Path

  public init(_ path: Path) { self.path = path }

  /// Where a stream of the program leads.
  public enum Stream: Sendable {
    /// Into the outcome.
    case captured
    /// To a file or device, which is there already.
    case file(Path)
    /// To a terminal of its own, 100 columns wide; what it shows comes in the outcome.
    case terminal
    /// Into a pipe that nobody reads.
    case closedPipe
  }

  /// How a program ended, and what it said.
  public struct Outcome: Sendable, CustomStringConvertible {
    /// The exit status; nil when a signal ended it.
    public let status: Int32?
    public let signal: Int32?
    public let outputBytes: [UInt8]
    public let errorBytes: [UInt8]

    public var output: String { String(decoding: outputBytes, as: UTF8.self) }
    public var errors: String { String(decoding: errorBytes, as: UTF8.self) }
    public var errorLines: [Substring] {
      errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    public var description: String {
      let end = status.map { "status \($0)" } ?? "signal \(signal ?? 0)"
      return "\(end)\noutput: \(output.prefix(2000))\nerrors: \(errors.prefix(4000))"
    }
  }

  /// Runs the program to its end; one that takes too long is killed, which shows as signal 9.
  ///
  /// The environment is this process's with the changes given, nil taking a variable away.
  public func run(
    _ arguments: [any ProgramArgument], in folder: Path? = nil, environment: [String: String?] = [:],
    input: [UInt8] = [], output: Stream = .captured, errors: Stream = .captured, umask mask: String? = nil,
    secondsAllowed: Int = 300
  ) throws -> Outcome {
    try start(
      arguments, in: folder, environment: environment, input: input, output: output, errors: errors,
      umask: mask
    ).finish(secondsAllowed: secondsAllowed)
  }

  /// Starts the program; the caller finishes it.
  public func start(
    _ arguments: [any ProgramArgument], in folder: Path? = nil, environment: [String: String?] = [:],
    input: [UInt8] = [], output: Stream = .captured, errors: Stream = .captured, umask mask: String? = nil
  ) throws -> RunningProgram {
    var words = [path.bytes] + arguments.map(\.argumentBytes)
    // Mask and working folder of this process are shared by all tests, so a shell sets the program's own.
    var shell = ""
    if let mask { shell += "umask \(mask); " }
    if let folder {
      shell += "cd \"$1\" && shift && "
      words.insert(folder.bytes, at: 0)
    }
    if !shell.isEmpty {
      words = ["/bin/sh", "-c", "\(shell)exec \"$@\"", "sh"].map { Array($0.utf8) } + words
    }
    var variables = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    for (name, value) in environment { variables[name] = value }
    return try RunningProgram(
      words, variables: variables.map { Array("\($0.key)=\($0.value)".utf8) }, input: input, output: output,
      errors: errors)
  }
}

/// A program on its way. A class, since it owns the process and its pipes.
public final class RunningProgram {
  public let process: pid_t
  private var input: [UInt8]
  private var inputEnd: Int32
  private var outputEnd: Int32
  private var errorEnd: Int32

  fileprivate init(
    _ words: [[UInt8]], variables: [[UInt8]], input: [UInt8], output: Program.Stream, errors: Program.Stream
  ) throws {
    // No other program may be started while the ends aren't closed on exec yet.
    startingLock.lock()
    defer { startingLock.unlock() }
    let input0 = try Ends.inputPipe()
    let output0 = try Ends.of(output)
    let errors0 = try Ends.of(errors)
    self.input = input
    inputEnd = input0.kept
    outputEnd = output0.kept
    errorEnd = errors0.kept
    // Writing to a pipe that nobody reads any more must not end the tests; the program gets the default back.
    signal(SIGPIPE, SIG_IGN)
    var actions = posix_spawn_file_actions_t.fresh
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input0.readEnd, 0)
    posix_spawn_file_actions_adddup2(&actions, output0.given, 1)
    posix_spawn_file_actions_adddup2(&actions, errors0.given, 2)
    var attributes = posix_spawnattr_t.fresh
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    posix_spawnattr_setsigmask(&attributes, &unblocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    let result = withCStrings(words) { arguments in
      withCStrings(variables) { environment in
        posix_spawn(&process, arguments[0]!, &actions, &attributes, arguments, environment)
      }
    }
    for descriptor in [input0.readEnd, output0.given, errors0.given] { close(descriptor) }
    guard result == 0 else {
      throw ProgramFailure("can't run \(Path(words[0])): \(String(cString: strerror(result)))")
    }
    self.process = process
  }

  public func send(_ signal: Int32) { kill(process, signal) }

  /// Reads to the end of both streams and waits for the program.
  public func finish(secondsAllowed: Int = 300) throws -> Program.Outcome {
    let deadline = Date(timeIntervalSinceNow: Double(secondsAllowed))
    var output: [UInt8] = []
    var errors: [UInt8] = []
    feed()
    while outputEnd >= 0 || errorEnd >= 0 {
      var ends = [
        pollfd(fd: outputEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errorEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: inputEnd, events: Int16(POLLOUT), revents: 0),
      ]
      let left = deadline.timeIntervalSinceNow
      if left < 0 {
        kill(process, SIGKILL)
      }
      poll(&ends, 3, Int32(max(50, min(left, 3600) * 1000)))
      if ends[0].revents != 0 { drain(&outputEnd, &output) }
      if ends[1].revents != 0 { drain(&errorEnd, &errors) }
      if ends[2].revents != 0 { feed() }
    }
    if inputEnd >= 0 { close(inputEnd) }
    inputEnd = -1
    var state: Int32 = 0
    while waitpid(process, &state, 0) < 0, errno == EINTR {}
    let signal = state & 0x7F
    return Program.Outcome(
      status: signal == 0 ? (state >> 8) & 0xFF : nil, signal: signal == 0 ? nil : signal,
      outputBytes: output, errorBytes: errors)
  }

  private func drain(_ end: inout Int32, _ bytes: inout [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(end, &buffer, buffer.count)
    if count > 0 {
      bytes += buffer.prefix(count)
    } else if count == 0 || errno != EINTR {
      // A terminal whose last program ended answers with EIO.
      close(end)
      end = -1
    }
  }

  private func feed() {
    guard inputEnd >= 0 else { return }
    if !input.isEmpty {
      let count = write(inputEnd, input, input.count)
      if count > 0 { input.removeFirst(count) }
      if count < 0, errno == EPIPE { input = [] }
    }
    if input.isEmpty {
      close(inputEnd)
      inputEnd = -1
    }
  }
}

public struct ProgramFailure: Error, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}

/// Two ends of a stream: one for the program, one that stays here (-1 when there is nothing to read).
private struct Ends {
  var given: Int32
  var kept: Int32
  var readEnd: Int32 { given }

  /// A pipe whose reading end goes to the program.
  static func inputPipe() throws -> Ends {
    let ends = try closedOnExec()
    _ = fcntl(ends.write, F_SETFL, fcntl(ends.write, F_GETFL) | O_NONBLOCK)
    return Ends(given: ends.read, kept: ends.write)
  }

  static func of(_ stream: Program.Stream) throws -> Ends {
    switch stream {
    case .captured:
      let ends = try closedOnExec()
      return Ends(given: ends.write, kept: ends.read)
    case .closedPipe:
      let ends = try closedOnExec()
      close(ends.read)
      return Ends(given: ends.write, kept: -1)
    case .file(let path):
      let descriptor = open("\(path)", O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw ProgramFailure("can't open \(path)") }
      return Ends(given: descriptor, kept: -1)
    case .terminal:
      return try terminal()
    }
  }

  private static func terminal() throws -> Ends {
    typealias Opener =
      @convention(c) (
        UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>?,
        UnsafeMutablePointer<termios>?, UnsafeMutablePointer<winsize>?
      ) -> Int32
    // Glibc's module doesn't declare it.
    guard let symbol = dlsym(nil, "openpty") else { throw ProgramFailure("no openpty here") }
    var ends: (main: Int32, given: Int32) = (-1, -1)
    var size = winsize(ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
    guard unsafeBitCast(symbol, to: Opener.self)(&ends.main, &ends.given, nil, nil, &size) == 0 else {
      throw ProgramFailure("no terminal: \(String(cString: strerror(errno)))")
    }
    for end in [ends.main, ends.given] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return Ends(given: ends.given, kept: ends.main)
  }

  private static func closedOnExec() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ProgramFailure("no pipe: \(String(cString: strerror(errno)))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

private let startingLock = NSLock()

private func withCStrings<Result>(
  _ words: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = words.map { word in
    (word + [0]).withUnsafeBytes { strdup($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
  }
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers + [nil])
}

extension posix_spawn_file_actions_t {
  fileprivate static var fresh: posix_spawn_file_actions_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    #if canImport(Darwin)
      return actions!
    #else
      return actions
    #endif
  }
}

extension posix_spawnattr_t {
  fileprivate static var fresh: posix_spawnattr_t {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    #if canImport(Darwin)
      return attributes!
    #else
      return attributes
    #endif
  }
}
