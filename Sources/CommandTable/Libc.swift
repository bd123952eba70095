import Synchronization

// The one place where the command line meets the C library, and where platforms differ.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a command line needs of its system: descriptors, the terminal, signals, the clock.
public enum Libc {
  /// Writes all bytes to a descriptor; gives 0, or the errno of the failure.
  public static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    unsafe bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        #if canImport(Darwin)
          let count = unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          let count = unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
        #else
          let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        #endif
        if count < 0 {
          if errno == EINTR { continue }
          return errno
        }
        done += count
      }
      return 0
    }
  }

  /// Reads at most `count` bytes; nil on a failure, empty at the end.
  public static func read(from descriptor: Int32, count: Int) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: count)
    while true {
      #if canImport(Darwin)
        let got = unsafe buffer.withUnsafeMutableBytes {
          unsafe Darwin.read(descriptor, $0.baseAddress, $0.count)
        }
      #elseif canImport(Musl)
        let got = unsafe buffer.withUnsafeMutableBytes {
          unsafe Musl.read(descriptor, $0.baseAddress, $0.count)
        }
      #else
        let got = unsafe buffer.withUnsafeMutableBytes {
          unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
        }
      #endif
      if got >= 0 { return Array(buffer.prefix(got)) }
      if errno != EINTR { return nil }
    }
  }

  /// The system's words for an errno.
  public static func words(for number: Int32) -> String { unsafe String(cString: strerror(number)) }

  public static let brokenPipe = EPIPE

  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The terminal's width in columns, nil where there is none.
  public static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  public static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(validatingCString: value)
  }

  /// Milliseconds since 1970.
  public static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// How many files this process may have open.
  public static func openFileLimit() -> Int { Int(sysconf(Int32(_SC_OPEN_MAX))) }

  public static func processorCount() -> Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  public static func exit(_ status: Int32) -> Never {
    // Nothing of ours waits for handlers or buffers of the C library.
    _exit(status)
  }
}

/// Signals that ask the program to stop: the first is remembered until a safe point, the second leaves at once.
public enum Interruption {
  private static let received = Atomic<Int32>(0)

  /// Begins to remember SIGINT, SIGTERM and SIGHUP, and lets a closed pipe show up as an error of the write.
  public static func watch() {
    // Touched before a signal can come, since a handler must not be the first to initialise it.
    _ = received.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var previous = sigaction()
      unsafe sigaction(number, nil, &previous)
      // A program started in the background with the signal ignored keeps ignoring it.
      if isIgnored(previous) { continue }
      signal(number) { number in
        if Interruption.received.exchange(number, ordering: .relaxed) != 0 { Interruption.leave(by: number) }
      }
    }
    signal(SIGPIPE, SIG_IGN)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = unsafe action.__sa_handler.sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The signal that came, nil while none did.
  public static var receivedSignal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Ends the program the way the signal would have.
  public static func leave(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    raise(number)
    _exit(128 + number)
  }

  public static func leaveByClosedPipe() -> Never { leave(by: SIGPIPE) }
}
