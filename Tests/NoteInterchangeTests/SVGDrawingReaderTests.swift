import Foundation
import NoteInterchange
import NoteModel
import Testing

/// What other programs write, in small; coordinates in points.
@Suite struct SVGDrawingReaderTests {
  private static func read(
    _ body: String, _ attributes: String = "width='1000pt' height='1000pt' viewBox='0 0 1000 1000'"
  )
    throws -> SVGPage
  {
    try importSVG(
      "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \(attributes)>\(body)</svg>"
    )
  }

  private static func strokes(_ body: String) throws -> [Stroke] {
    try read("<g fill='none' stroke='#102030' stroke-width='2'>\(body)</g>").page.elements.compactMap {
      if case .stroke(let stroke) = $0 { stroke } else { nil }
    }
  }

  @Test(
    arguments: [
      ("M1 2 3 4", [1, 2, 3, 4]), ("m1,2l3,4", [1, 2, 4, 6]),
      ("M10 10h5v5H2V3", [10, 10, 15, 10, 15, 15, 2, 15, 2, 3]),
      ("M1.5.5.5.5", [1.5, 0.5, 0.5, 0.5]), ("M178.1+228.6L-1.4.5", [178.1, 228.6, -1.4, 0.5]),
      ("M1e1 2E+1L.3e2-4", [10, 20, 30, -4]), ("M0 0a5 5 0 015 5", nil), ("M1 1z l2 0", [1, 1, 3, 1]),
      ("M0 0L5 5 L 6", [0, 0, 5, 5]), ("M0 0L5 5 NaN 7", [0, 0, 5, 5]), ("L5 5", []), ("M5 5", []), ("", []),
      ("M0 0 L1 1 X 4 4", [0, 0, 1, 1]), ("M3 4 L3 4 8 4", [3, 4, 8, 4]),
    ] as [(String, [Double]?)])
  func pathGrammar(_ data: String, _ expected: [Double]?) throws {
    let strokes = try Self.strokes("<path d='\(data)'/>")
    guard let expected else {
      let last = try #require(strokes.first)
      #expect(last.x.last == 50 && last.y.last == 50)
      return
    }
    let numbers = strokes.last.map { zip($0.x, $0.y).flatMap { [Double($0) / 10, Double($1) / 10] } } ?? []
    #expect(numbers == expected)
  }

  @Test func smoothCommandsBehindAMove() throws {
    let strokes = try Self.strokes("<path d='M0 0T10 0'/><path d='M0 0S10 0 10 0'/>")
    #expect(strokes.map(\.x.last) == [100, 100])
    #expect(strokes.allSatisfy { $0.y.allSatisfy { $0 == 0 } })
  }

  @Test func zeroLengthLineIsADotOnlyWithRoundCaps() throws {
    #expect(try Self.strokes("<path d='M5 5z'/>").isEmpty)
    let dots = try Self.strokes("<path d='M5 5h0' stroke-linecap='round'/>")
    #expect(dots.map(\.x) == [[50]])
    #expect(dots.first?.radius == .constant(10))
  }

  @Test func curvesAreCloseEverywhere() throws {
    let circle = try #require(try Self.strokes("<circle cx='500' cy='500' r='300'/>").first)
    for (x, y) in zip(circle.x, circle.y) {
      let distance = hypot(Double(x) / 10 - 500, Double(y) / 10 - 500)
      #expect(abs(distance - 300) < 0.1)
    }
    for (one, two) in zip(zip(circle.x, circle.y), zip(circle.x, circle.y).dropFirst()) {
      let middle = hypot(Double(one.0 + two.0) / 20 - 500, Double(one.1 + two.1) / 20 - 500)
      #expect(abs(middle - 300) < 0.1)
    }
  }

  @Test func useOfAUseWithTransforms() throws {
    let strokes = try Self.strokes(
      """
      <defs><path id='p' d='M0 0h10'/><g id='g' transform='translate(100 0)'><use xlink:href='#p' y='5'/></g></defs>
      <use href='#g' x='1' transform='scale(2)'/>
      """)
    #expect(strokes.map(\.x) == [[2020, 2220]])
    #expect(strokes.map(\.y) == [[100, 100]])
    #expect(strokes.first?.radius == .constant(20))
  }

  @Test(arguments: [
    ("width='100' height='50'", 75.0, 37.5), ("width='10mm' height='1in'", 28.346, 72),
    ("viewBox='5 5 40 20'", 30, 15),
    ("width='80' viewBox='0 0 40 20'", 60, 30), ("width='100%' height='100%' viewBox='0 0 1 1'", 0.75, 0.75),
    ("", 75, 75), ("width='0' height='-4'", 75, 75),
  ])
  func sizes(_ attributes: String, _ width: Double, _ height: Double) throws {
    let canvas = try Self.read("", attributes).entry.canvas
    #expect(canvas.width == width)
    #expect(canvas.height == height)
  }

  @Test func resolutionSaysWhatAPixelIs() throws {
    var options = SVGImport.Options()
    options.resolution = 72
    let text = Array("<svg xmlns='http://www.w3.org/2000/svg' width='100' height='1in'/>".utf8)
    let canvas = try SVGImport.read(text.span, options).entry.canvas
    #expect(canvas.width == 100)
    #expect(canvas.height == 72)
  }

  @Test(arguments: [
    ("stroke:red", "#FF0000FF"), ("stroke:rgb(0 128 255 / 50%)", "#0080FF80"),
    ("stroke:hsl(120,100%,25%)", "#008000FF"),
    ("stroke:#abc", "#AABBCCFF"), ("stroke:#11223344", "#11223344"), ("stroke:RebeccaPurple", "#663399FF"),
    ("color:blue;stroke:currentColor", "#0000FFFF"), ("stroke:url(#none) lime", "#00FF00FF"),
    ("stroke:red;opacity:.5", "#FF000080"), ("stroke:nonsense", "#102030FF"),
  ])
  func colours(_ style: String, _ color: String) throws {
    #expect(try Self.strokes("<path d='M0 0h9' style='\(style)'/>").first?.color.text == color)
  }

  @Test(arguments: [
    ("path{stroke:red}", true), (".a{stroke:red}", true), ("#i{stroke:red}", true), ("*{stroke:red}", true),
    ("g path{stroke:red}", true), ("g>path{stroke:red}", true), ("svg>path{stroke:red}", false),
    ("rect+path{stroke:red}", true), ("path:first-child{stroke:red}", false), ("[id=i]{stroke:red}", true),
    ("path.b{stroke:red}", false), (".a,.b{stroke:red}", true), ("/*x*/.a/*y*/{stroke:red;}", true),
    (".a{stroke:red} #i{stroke:#102030}", false), (".a{stroke:red !important} #i{stroke:#102030}", true),
    ("@media print{.a{stroke:red}}", false), ("@import 'x.css'; .a{stroke:red}", true),
    ("\\2e a, .\\61{stroke:red}", true),
    (".a:hover{stroke:red}", false), ("}.a{stroke:red}", true), (".a{stroke:red", true),
  ])
  func styleSheets(_ sheet: String, _ isRed: Bool) throws {
    let strokes = try Self.strokes(
      "<style>\(sheet.replacingOccurrences(of: ">", with: "&gt;"))</style><rect/><path id='i' class='a x' d='M0 0h9'/>"
    )
    #expect((strokes.last?.color.text == "#FF0000FF") == isRed)
  }

  @Test func filesOutsideAreNotRead() throws {
    let asked = Asked()
    var options = SVGImport.Options()
    options.readLinkedFile = { name in
      asked.append(name)
      return Example.png
    }
    let text = Array(
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><image href='a/b.png' width='4' height='2'/></svg>"
        .utf8)
    #expect(try SVGImport.read(text.span).warnings.map(\.code) == [.externalImage])
    let page = try SVGImport.read(text.span, options)
    #expect(asked.names == ["a/b.png"])
    #expect(page.assets.map(\.bytes) == [Example.png])
    #expect(page.page.imageCount == 1)
  }

  @Test func perfectFreehandBecomesACentreLine() throws {
    // An outline as such programs write it: one side, a round end, the other side, a round end.
    let center = (0..<60).map { (step: Int) -> SIMD2<Double> in
      SIMD2(100 + Double(step) * 4, 300 + 40 * sin(Double(step) / 8))
    }
    func side(_ sign: Double) -> [SIMD2<Double>] {
      center.indices.map { (index: Int) -> SIMD2<Double> in
        let way = center[min(index + 1, 59)] - center[max(index - 1, 0)]
        let length = (way * way).sum().squareRoot()
        let radius = 3 + sin(Double(index) / 10)
        return center[index] + SIMD2(-way.y, way.x) / length * (radius * sign)
      }
    }
    func cap(_ middle: SIMD2<Double>, _ from: SIMD2<Double>) -> [SIMD2<Double>] {
      (1..<12).map { (step: Int) -> SIMD2<Double> in
        let angle = -Double(step) * .pi / 12
        let arm = from - middle
        let x = arm.x * cos(angle) - arm.y * sin(angle)
        let y = arm.x * sin(angle) + arm.y * cos(angle)
        return middle + SIMD2(x, y)
      }
    }
    let (left, right) = (side(1), side(-1))
    var points: [SIMD2<Double>] = left
    points += cap(center[59], left[59])
    points += right.reversed()
    points += cap(center[0], right[0])
    let data = "M" + points.map { "\($0.x) \($0.y)" }.joined(separator: "L") + "Z"
    let page = try Self.read("<path d='\(data)'/>")
    #expect(page.warnings.map { $0.code } == [SVGWarning.Code.ribbon])
    guard case .stroke(let stroke)? = page.page.elements.first else { return }
    // The ends lie inside the round ends of the outline.
    for sample in stroke.x.indices.dropFirst(2).dropLast(2) {
      let place = SIMD2(Double(stroke.x[sample]), Double(stroke.y[sample])) / 10
      let distances = center.map { (point: SIMD2<Double>) -> Double in
        let offset = point - place
        return (offset * offset).sum().squareRoot()
      }
      let near = distances.min() ?? .infinity
      #expect(near < 3.3)
      #expect(stroke.radius[sample] > 10 && stroke.radius[sample] < 45)
    }
  }

  /// Inside what a `use` shows, the context is the `use`; around it there is none.
  @Test func contextPaintIsThatOfTheUse() throws {
    let page = try Self.read(
      """
      <defs><path id='a' d='M0 0h9' stroke='context-fill'/><use id='b' href='#a' fill='context-stroke'/></defs>
      <use href='#a' fill='#112233'/><use href='#b' stroke='#445566'/><use href='#a' fill='none'/>
      <path d='M0 0h9' stroke='context-fill'/>
      """)
    #expect(
      page.page.elements.compactMap(\.stroke).map { String($0.color.text.prefix(7)) } == [
        "#112233", "#445566",
      ])
    #expect(page.warnings.isEmpty)
  }

  @Test func contextPaintOfAGradientIsItsAverage() throws {
    let page = try Self.read(
      """
      <defs><path id='a' d='M0 0h9' stroke='context-fill'/><linearGradient id='g'><stop stop-color='#fff'/>
      </linearGradient></defs><use href='#a' fill='url(#g)'/>
      """)
    #expect(page.page.elements.compactMap(\.stroke).map { String($0.color.text.prefix(7)) } == ["#FFFFFF"])
    #expect(page.warnings.map(\.code) == [.gradient])
  }

  /// Random changes of what this reader parses itself: nothing traps.
  @Test(arguments: [
    "M10 10l5,5C1 2 3 4 5 6a5 5 0 1 0 9 9zS1 2 3 4T5 6H7v-.8",
    "translate(3,4) rotate(30 1 2)scale(.1)matrix(1 0 0 1 2 3)",
    "a.b>c~d[e^='f']:first-child,#x{stroke:red!important;fill:url(#a) hsl(3 4% 5%)}@media x{y{}}/* z",
    "5,1,2;7,0,0;[3];;1,2,3",
  ])
  func randomChanges(_ seed: String) throws {
    var state: UInt64 = 88_172_645_463_325_252
    func random(_ count: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(count))
    }
    let letters = Array("0123456789.,-+eE;:#()[]{}MmLlCcAaZz%*/\\'! \t@>~^$=|NaInf".utf8).filter {
      $0 != UInt8(ascii: "'")
    }
    for _ in 0..<600 {
      var text = Array(seed.utf8).filter { $0 != UInt8(ascii: "'") }
      for _ in 0...random(6) {
        switch random(3) {
        case 0: text[random(text.count)] = letters[random(letters.count)]
        case 1: text.insert(letters[random(letters.count)], at: random(text.count))
        default: if text.count > 2 { text.remove(at: random(text.count)) }
        }
      }
      let value = String(decoding: text, as: UTF8.self).replacingOccurrences(of: ">", with: "&gt;")
      _ = try? Self.read(
        """
        <style>\(value)</style><path d='\(value)' transform='\(value)' style='\(value)' stroke='red' \
        stroke-dasharray='\(value)'/><path xmlns:ln='urn:lnote:svg:1' ln:s='\(value)' d='M0 0h1'/>
        """)
    }
  }
}

/// What was asked for, seen from a closure that may run anywhere.
private final class Asked: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [String] = []
  func append(_ name: String) { lock.withLock { list.append(name) } }
  var names: [String] { lock.withLock { list } }
}

extension Element {
  /// To compare what was drawn.
  var withoutID: Element {
    switch self {
    case .stroke(var stroke):
      stroke.id = Identifier("")
      return .stroke(stroke)
    case .image(var image):
      image.id = Identifier("")
      image.asset = Identifier("")
      return .image(image)
    case .unknown: return self
    }
  }
}
