/// How long work tells how far it has come, and hears that it shall stop. All of it may be called from any thread.
public struct WorkMonitor: Sendable {
  /// Told how many of the things to do are done, one call at a time.
  public var reach: @Sendable (_ done: Int, _ total: Int) -> Void
  /// Told of bytes that were read.
  public var advance: @Sendable (_ byteCount: Int) -> Void
  public var isCancelled: @Sendable () -> Bool

  public init(
    reach: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    advance: @escaping @Sendable (_ byteCount: Int) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.reach = reach
    self.advance = advance
    self.isCancelled = isCancelled
  }

  func checkCancellation() throws(PackageError) {
    if isCancelled() { throw PackageError(.cancelled, ".", "stopped") }
  }
}
