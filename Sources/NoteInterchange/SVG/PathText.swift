/// Writes path data: numbers in 0.1 pt with as few characters as the grammar allows.
struct PathText: ~Copyable {
  /// Whether the next number must be told apart from the one before.
  private var followsNumber = false
  private var followsPoint = false

  /// The longest text of one point: two numbers of 32 bits and what parts them.
  static let longestPoint = 28

  mutating func command(_ letter: UInt8, to output: inout OutputSpan<UInt8>) {
    output.append(letter)
    followsNumber = false
  }

  /// A number: `512.3`, `-.4`; a space only where neither sign nor point parts it from the one before.
  @inline(__always)
  mutating func number(_ tenths: Int64, to output: inout OutputSpan<UInt8>) {
    let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    if tenths < 0 {
      output.append(UInt8(ascii: "-"))
    } else if followsNumber, whole != 0 || tenth == 0 || !followsPoint {
      output.append(UInt8(ascii: " "))
    }
    if whole != 0 || tenth == 0 { output.append(digitsOf: whole) }
    if tenth != 0 {
      output.append(UInt8(ascii: "."))
      output.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: tenth))
    }
    followsNumber = true
    followsPoint = tenth != 0
  }

  /// A number of two decimals: `512.34`, `-.4`.
  mutating func number(hundredths: Int64, to output: inout OutputSpan<UInt8>) {
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    if hundredths < 0 {
      output.append(UInt8(ascii: "-"))
    } else if followsNumber, whole != 0 || rest == 0 || !followsPoint {
      output.append(UInt8(ascii: " "))
    }
    if whole != 0 || rest == 0 { output.append(digitsOf: whole) }
    if rest != 0 {
      output.append(UInt8(ascii: "."))
      output.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / 10))
      if rest % 10 != 0 { output.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)) }
    }
    followsNumber = true
    followsPoint = rest != 0
  }

  /// A flag of an arc.
  mutating func flag(_ isSet: Bool, to output: inout OutputSpan<UInt8>) {
    output.append(UInt8(ascii: " "))
    output.append(isSet ? UInt8(ascii: "1") : UInt8(ascii: "0"))
    followsNumber = true
    followsPoint = false
  }
}

extension [UInt8] {
  /// A polyline: `M512.3 78l.4-.2`.
  mutating func append(line points: ArraySlice<StrokePieces.Point>) {
    append(addingCapacity: points.count * PathText.longestPoint + 2) { output in
      var text = PathText()
      var previous = points[points.startIndex]
      text.command(UInt8(ascii: "M"), to: &output)
      text.number(Int64(previous.x), to: &output)
      text.number(Int64(previous.y), to: &output)
      text.command(UInt8(ascii: "l"), to: &output)
      for index in points.indices.dropFirst() {
        let point = points[index]
        text.number(Int64(point.x) - Int64(previous.x), to: &output)
        text.number(Int64(point.y) - Int64(previous.y), to: &output)
        previous = point
      }
    }
  }

  /// A circle as two arcs, since other programs know paths best; for a radius of 0 the bare place.
  mutating func append(disc: StrokePieces.Disc) {
    let radius = disc.radius
    append(addingCapacity: 8 * PathText.longestPoint) { output in
      var text = PathText()
      text.command(UInt8(ascii: "M"), to: &output)
      text.number(Int64(disc.center.x) - radius, to: &output)
      text.number(Int64(disc.center.y), to: &output)
      guard radius > 0 else { return }
      for direction in [Int64(1), -1] {
        text.command(UInt8(ascii: "a"), to: &output)
        text.number(radius, to: &output)
        text.number(radius, to: &output)
        text.number(0, to: &output)
        text.flag(true, to: &output)
        text.flag(false, to: &output)
        text.number(2 * radius * direction, to: &output)
        text.number(0, to: &output)
      }
      text.command(UInt8(ascii: "z"), to: &output)
    }
  }
}
