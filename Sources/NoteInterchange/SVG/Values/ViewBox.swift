/// A rectangle of user space and how it is fitted into a viewport: `viewBox` and `preserveAspectRatio`.
struct ViewBox: Sendable, Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// Four finite numbers, the sides above 0; nil for anything else.
  init?(_ text: ArraySlice<UInt8>) {
    var scanner = TextScanner(text.trimmed)
    var numbers: [Double] = []
    while let number = scanner.number(), numbers.count < 5 {
      numbers.append(number)
      scanner.skipSeparator()
    }
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[2] > 0, numbers[3] > 0 else {
      return nil
    }
    (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
  }

  init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// From user space into a viewport of this size at the origin.
  func transform(width viewportWidth: Double, height viewportHeight: Double, _ fit: AspectRatio)
    -> AffineTransform
  {
    var scaleX = viewportWidth / width
    var scaleY = viewportHeight / height
    if let alignment = fit.alignment {
      let scale = fit.isSlice ? max(scaleX, scaleY) : min(scaleX, scaleY)
      (scaleX, scaleY) = (scale, scale)
      let shiftX = (viewportWidth - width * scale) * alignment.x
      let shiftY = (viewportHeight - height * scale) * alignment.y
      return AffineTransform(scale, 0, 0, scale, shiftX - x * scale, shiftY - y * scale)
    }
    return AffineTransform(scaleX, 0, 0, scaleY, -x * scaleX, -y * scaleY)
  }
}

/// `preserveAspectRatio`.
struct AspectRatio: Sendable, Hashable {
  /// Which share of the room left lies before the content; nil for `none`: it fills the viewport.
  var alignment: Point? = Point(0.5, 0.5)
  var isSlice = false

  init() {}

  init(_ text: ArraySlice<UInt8>?) {
    guard let text else { return }
    let words = text.split { TextScanner.isSpace($0) }.map { String(decoding: $0, as: UTF8.self) }
    var rest = words[...]
    if rest.first == "defer" { rest.removeFirst() }
    guard let word = rest.popFirst() else { return }
    if word == "none" {
      alignment = nil
      return
    }
    let shares = ["Min": 0.0, "Mid": 0.5, "Max": 1.0]
    let letters = Array(word)
    guard letters.count == 8, letters[0] == "x", letters[4] == "Y", let x = shares[String(letters[1...3])],
      let y = shares[String(letters[5...7])]
    else { return }
    alignment = Point(x, y)
    isSlice = rest.first == "slice"
  }
}
