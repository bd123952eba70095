/// Makes tar archives by hand, right ones and wrong ones.
struct MemoryTar {
  private(set) var bytes: [UInt8] = []

  /// Adds an entry: its header, which `change` may spoil before it gets its checksum, and its content.
  mutating func add(
    _ name: String, type: Character = "0", _ content: [UInt8] = [], link: String = "", byteCount: Int? = nil,
    _ change: (inout [UInt8]) -> Void = { _ in }
  ) {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: some Sequence<UInt8>, at offset: Int) {
      for (index, byte) in text.enumerated() { header[offset + index] = byte }
    }
    put(name.utf8.prefix(100), at: 0)
    put("0000644\0".utf8, at: 100)
    put(octal(byteCount ?? content.count, digits: 11).utf8, at: 124)
    put("00000000000 ".utf8, at: 136)
    header[156] = type.asciiValue ?? 0
    put(link.utf8, at: 157)
    put("ustar\u{0}00".utf8, at: 257)
    change(&header)
    put("        ".utf8, at: 148)
    put("\(octal(header.reduce(0) { $0 + Int($1) }, digits: 6))\0 ".utf8, at: 148)
    bytes += header + content
    bytes += [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  /// Adds an extended header for the next entry.
  mutating func addExtension(_ records: [(key: String, value: String)], type: Character = "x") {
    let lines = records.map { key, value -> String in
      let rest = " \(key)=\(value)\n"
      var count = rest.utf8.count + 1
      while "\(count)\(rest)".utf8.count != count { count += 1 }
      return "\(count)\(rest)"
    }
    add("PaxHeaders/x", type: type, Array(lines.joined().utf8))
  }

  /// The archive with its end.
  var whole: [UInt8] { bytes + [UInt8](repeating: 0, count: 1024) }

  private func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
