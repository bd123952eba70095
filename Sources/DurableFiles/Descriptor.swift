/// Owns one descriptor of the system; the last owner's end closes it.
struct Descriptor: ~Copyable {
  /// The number, valid while this value lives.
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { System.closeQuietly(number) }

  /// Closes it now. It is gone afterwards, even when closing fails.
  consuming func close(_ operation: @autoclosure () -> FileOperation) throws(FileError) {
    let number = release()
    try System.close(number, operation())
  }

  /// Hands the number to a new owner.
  consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}
