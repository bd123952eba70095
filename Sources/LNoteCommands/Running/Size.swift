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
