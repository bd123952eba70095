import Foundation
import NoteInterchange
import NoteModel
import Testing

/// What users of other programs have reported of their imports, in small. A px is three quarters of a point.
@Suite struct SVGReportsTests {
  private static func strokes(_ text: String) throws -> [Stroke] {
    try importSVG(text).page.elements.compactMap { if case .stroke(let stroke) = $0 { stroke } else { nil } }
  }

  /// The strokes of a body in a drawing of 400 px.
  private static func drawn(_ body: String, _ attributes: String = "width='400' height='400'") throws
    -> [Stroke]
  {
    try strokes(
      """
      <svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \(attributes)>\
      <g fill='none' stroke='black'>\(body)</g></svg>
      """)
  }

  private static func places(_ stroke: Stroke?) -> [[Int32]] {
    stroke.map { stroke in stroke.x.indices.map { [stroke.x[$0], stroke.y[$0]] } } ?? []
  }

  private static func places(_ body: String, _ attributes: String = "width='400' height='400'") throws
    -> [[Int32]]
  {
    places(try drawn(body, attributes).first)
  }

  @Test(arguments: [
    ("width='400' height='400'", [[75, 150], [225, 150]]),
    ("viewBox='0 0 1 1' width='40' height='40'", [[3000, 6000], [9000, 6000]]),
    ("viewBox='0 0 1 1'", [[75, 150], [225, 150]]),
    ("viewBox='-10 10 40 40' width='40' height='40'", [[150, 75], [300, 75]]),
    ("viewBox='5 5 10 10' width='20' height='20'", [[75, 225], [375, 225]]),
    ("viewBox='0 0 10 10' width='20' height='40'", [[150, 375], [450, 375]]),
  ])
  func viewBoxes(_ attributes: String, _ expected: [[Int32]]) throws {
    #expect(try Self.places("<path d='M10 20H30'/>", attributes) == expected)
  }

  @Test func nestedDrawings() throws {
    let body = """
      <svg x='100' y='40' width='50' height='50' viewBox='0 0 10 10'><path d='M0 0H10'/>\
      <svg x='5' y='5' width='50%' height='50%' viewBox='10 10 1 1'><path d='M10 11h1'/></svg></svg>
      """
    let strokes = try Self.drawn(body)
    #expect(Self.places(strokes.first) == [[750, 300], [1125, 300]])
    #expect(Self.places(strokes.last) == [[938, 675], [1125, 675]])
  }

  @Test(arguments: [
    ("m10 10h20v20l-10-10", [[75, 75], [225, 75], [225, 225], [150, 150]]),
    ("M178.066+228.606L0 0", [[1335, 1715], [0, 0]]), ("M100-1.42.55 7", [[750, -11]]),
    ("M40 40L-1.42.55", [[300, 300], [-11, 4]]), ("M4 4 40 4 NaN 4 8 8", [[30, 30], [300, 30]]),
    ("M4 4L40 4 4 NaN", [[30, 30], [300, 30]]),
  ])
  func pathData(_ data: String, _ expected: [[Int32]]) throws {
    let found = try Self.places("<path d='\(data)'/>")
    // One pair alone draws nothing; a number that is left over ends the path.
    #expect(
      found == (expected.count == 1 ? [] : expected) || expected.count == 1 && found.first == expected.first)
  }

  /// Flags may stand against each other and against the number behind them.
  @Test(arguments: ["a20 20 0 0 1 20 20", "a20 20 0 0120 20", "a20,20,0,01,20,20", "a20 20 0 01 20 20"])
  func packedFlags(_ arc: String) throws {
    let stroke = try #require(try Self.drawn("<path d='M20 20\(arc)'/>").first)
    #expect(stroke.x.last == 300 && stroke.y.last == 300)
    for (x, y) in zip(stroke.x, stroke.y) {
      let radius = hypot(Double(x) / 7.5 - 20, Double(y) / 7.5 - 40)
      #expect(abs(radius - 20) < 0.15)
    }
  }

  @Test func smoothCommandsBehindAMoveAndBehindOthers() throws {
    // Nothing to reflect behind a move, and none of the other kind.
    for data in [
      "M10 10T50 10", "M10 10S50 10 50 10", "M0 10Q5 99 10 10M10 10T50 10", "M9 9C1 90 5 5 10 10T50 10",
    ] {
      let stroke = try #require(try Self.drawn("<path d='\(data)'/>").last)
      #expect(stroke.y.suffix(2).allSatisfy { $0 == 75 }, "\(data)")
      #expect(stroke.x.last == 375)
    }
  }

  @Test func nestedTransformsApplyFromTheOutside() throws {
    let body =
      "<g transform='translate(100 0)'><g transform='rotate(90)'><path d='M10 0h20' transform='scale(2)'/></g></g>"
    #expect(try Self.places(body) == [[750, 150], [750, 450]])
    let other =
      "<g transform='scale(2)'><g transform='rotate(90)'><path d='M10 0h20' transform='translate(0 -100)'/></g></g>"
    #expect(try Self.places(other) == [[1500, 150], [1500, 450]])
  }

  @Test func useOfAUseWithTransforms() throws {
    let body = """
      <defs><path id='a' d='M0 0h10'/><use id='b' xlink:href='#a' transform='rotate(90)' x='5'/></defs>\
      <use xlink:href='#b' transform='scale(2)' x='10' y='20'/>
      """
    #expect(try Self.places(body) == [[150, 375], [150, 525]])
  }

  @Test func illustratorsEntities() throws {
    let strokes = try Self.strokes(
      """
      <?xml version="1.0" encoding="iso-8859-1"?>
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
        <!ENTITY ns_svg "http://www.w3.org/2000/svg">
        <!ENTITY ns_xlink "http://www.w3.org/1999/xlink">
        <!ENTITY st0 "fill:none;stroke:#FF0000;stroke-width:4;">
      ]>
      <svg xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" width="100" height="100"><path style="&st0;" d="M10,10h20"/></svg>
      """)
    #expect(strokes.map(\.color.text) == ["#FF0000FF"])
    #expect(strokes.first?.radius == .constant(15))
  }

  @Test func styleSheetOfMathJax() throws {
    let strokes = try Self.strokes(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="20ex" height="4ex" viewBox="0 -750 4000 1000"><defs><style>
      mjx-container[jax="SVG"] { direction: ltr; }
      mjx-container[jax="SVG"] > svg { overflow: visible; min-height: 1px; }
      mjx-container[jax="SVG"] > svg a { fill: blue; stroke: blue; }
      g[data-mml-node="merror"] > g { fill: red; stroke: red; }
      g[data-mml-node="merror"] > rect[data-background] { fill: yellow; stroke: none; }
      g[data-frame] { stroke-width: 70px; fill: none; }
      g[data-mml-node="xypic"] path { stroke-width: inherit; }
      .mjx-solid { stroke-width: 60px; }
      .mjx-dashed { stroke-dasharray: 140; }
      use[data-c] { stroke-width: 3px; }
      </style><path id="c" d="M10 0H500V500H10Z"/></defs>
      <g stroke="currentColor" fill="currentColor" stroke-width="0" transform="scale(1,-1)"><g data-mml-node="math">
      <g data-frame="true"><path d="M0 0H1000"/></g><use data-c="78" href="#c"/></g></g></svg>
      """)
    // The frame; of the letter the outline and its line of 3 px.
    #expect(strokes.count == 3)
    #expect(strokes.allSatisfy { $0.color.text == "#000000FF" })
    // 4 ex of 8 px are as high as 1000 units.
    #expect(strokes.first?.radius == .constant(8))
  }

  @Test func pathOfNoLength() throws {
    let dots = try Self.drawn(
      """
      <g stroke-width='8'><path stroke-linecap='round' d='M20 20L20 20'/><path stroke-linecap='round' d='M40 20z'/>\
      <path d='M60 20L60 20'/></g>
      """)
    #expect(dots.map(\.x) == [[150], [300]])
    #expect(dots.allSatisfy { $0.radius == .constant(30) })
  }

  @Test func mirroredGroup() throws {
    let strokes = try Self.drawn(
      "<g transform='matrix(-1 0 0 1 400 0)' stroke-width='4'><path d='M10 10h90'/></g>")
    #expect(Self.places(strokes.first) == [[2925, 75], [2250, 75]])
    #expect(strokes.first?.radius == .constant(15))
  }

  /// Its pages hold clip paths without number, a style on the group, and lines far longer than a plot.
  @Test func outputOfMATLAB() throws {
    let page = try importSVG(
      """
      <?xml version="1.0"?>
      <!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.0//EN' 'http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd'>
      <svg xmlns:xlink="http://www.w3.org/1999/xlink" style="fill-opacity:1; color-rendering:auto; stroke:black; \
      stroke-linecap:square; stroke-miterlimit:10; stroke-opacity:1; fill:black; stroke-dasharray:none; \
      font-size:12px; stroke-linejoin:miter; stroke-width:1; stroke-dashoffset:0;" width="560" height="420" \
      xmlns="http://www.w3.org/2000/svg"><defs id="genericDefs"/><g><defs id="defs1"><clipPath \
      clipPathUnits="userSpaceOnUse" id="clipPath1"><path d="M0 0 L560 0 L560 420 L0 420 L0 0 Z"/></clipPath></defs>\
      <g style="fill:white; stroke:white;"><rect x="0" y="0" width="560" style="clip-path:url(#clipPath1); stroke:none;" \
      height="420"/></g><g transform="translate(0,1)" style="stroke-linecap:butt; fill:rgb(0,114,189); \
      stroke:rgb(0,114,189); stroke-linejoin:round;"><line y2="374" style="fill:none;" x1="73" x2="507" y1="374"/>\
      <path d="M73 374 L74 370.5" style="fill:none; fill-rule:evenodd;"/></g></g></svg>
      """)
    #expect(page.page.elements.count == 3)
    guard case .stroke(let line) = page.page.elements[1] else { return }
    #expect(line.color.text == "#0072BDFF" && line.x == [548, 3803] && line.y == [2813, 2813])
    #expect(page.warnings.contains { $0.code == .clipPath })
  }

  /// potrace draws in tenths, upside down.
  @Test func outputOfPotrace() throws {
    let strokes = try Self.strokes(
      """
      <svg version="1.0" xmlns="http://www.w3.org/2000/svg" width="100pt" height="50pt" viewBox="0 0 100 50" \
      preserveAspectRatio="xMidYMid meet"><metadata>Created by potrace 1.16</metadata>\
      <g transform="translate(0.000000,50.000000) scale(0.100000,-0.100000)" fill="#000000" stroke="none">\
      <path d="M100 200 l300 0 0 100 -300 0z"/></g></svg>
      """)
    #expect(strokes.map(\.x) == [[100, 400, 400, 100, 100]])
    #expect(strokes.map(\.y) == [[300, 300, 200, 200, 300]])
  }

  /// One object far off the page is kept where it is, and the page stays as large as it was.
  @Test func oneObjectFarAway() throws {
    let page = try importSVG(
      """
      <svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'><g fill='none' stroke='black'>\
      <path d='M-577065-378730h10'/><path d='M10 10h10'/><path d='M5e9 0h1'/></g></svg>
      """)
    #expect(page.entry.canvas.width == 75 && page.entry.canvas.height == 75)
    let strokes = page.page.elements.compactMap { if case .stroke(let stroke) = $0 { stroke } else { nil } }
    #expect(strokes.map { $0.x[0] } == [-4_327_988, 75])
    #expect(page.warnings.map(\.code) == [.outOfRange])
  }

  @Test(arguments: [
    "http://127.0.0.1:9/gone.png", "gone.png", "file:///gone.png", "data:image/png;base64,AAAA", "//x/y",
  ])
  func imageWithADeadReference(_ reference: String) throws {
    let page = try importSVG(
      """
      <svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'><image href='\(reference)' width='9' height='9'/>\
      <path d='M10 10h10' stroke='red'/></svg>
      """)
    #expect(page.page.elements.count == 1 && page.assets.isEmpty)
    #expect(page.warnings.map(\.code) == [reference.hasPrefix("data") ? .imageRefused : .externalImage])
  }
}
