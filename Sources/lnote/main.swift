import LNoteCommands

LNote.main(arguments: CommandLine.argumentBytes)

extension CommandLine {
  /// What follows the program's name; `arguments` would mangle names that aren't UTF-8.
  static var argumentBytes: [[UInt8]] {
    (1..<max(1, Int(argc))).compactMap { index in
      guard let argument = unsafe unsafeArgv[index] else { return nil }
      var bytes: [UInt8] = []
      while case let byte = unsafe argument[bytes.count], byte != 0 { bytes.append(UInt8(bitPattern: byte)) }
      return bytes
    }
  }
}
