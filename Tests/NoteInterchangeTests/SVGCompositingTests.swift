import Foundation
import NoteInterchange
import NoteModel
import TestSupport
import Testing

/// Drawings in which filters lay ink over ink, as cairo 1.18 writes what Xournal++ 1.2 draws.
@Suite struct SVGCompositingTests {
  /// A page under construction: every piece of ink is a mask over an area, laid over all before by a filter.
  private struct Tower {
    private var filters = ""
    private var groups: String
    private var count = 0

    init(_ ground: String) {
      groups = "<g id='d0'><g transform='translate(10, 20)'>\(ground)</g></g>"
    }

    private static let area = "x='-10' y='-20' width='120' height='140'"

    mutating func add(_ ink: String, _ color: String, isHighlighter: Bool = false) {
      let last = count
      count += 1
      let paint = "<rect \(Self.area) fill='\(color)'/>"
      let under = "<g transform='translate(10, 20)'>\(shown(last))</g>"
      groups += """
        <g id='i\(count)' transform='translate(10, 20)'><rect \(Self.area) fill='#000' fill-opacity='0'/>\(ink)</g>
        <mask id='m\(count)'><use xlink:href='#i\(count)'/></mask>
        <mask id='n\(count)'><use xlink:href='#i\(count)' filter='url(#invert)'/></mask>
        <g id='s\(count)' mask='url(#m\(count))'><g transform='translate(10, 20)'>\(paint)</g></g>
        """
      guard isHighlighter else {
        groups += "<g id='d\(count)' mask='url(#n\(count))'>\(under)</g>"
        filters += Self.filter("f\(count)", "s\(count)", "d\(count)", Self.sum)
        return
      }
      groups += """
        <g id='b\(count)' transform='translate(10, 20)'>\(shown(last))</g>
        <g id='a\(count)'><rect \(Self.area) fill='#fff'/></g>
        <mask id='p\(count)'><use xlink:href='#a\(count)'/></mask>
        <mask id='q\(count)'><use xlink:href='#a\(count)' filter='url(#invert)'/></mask>
        <g id='u\(count)' filter='url(#g\(count))' mask='url(#p\(count))'><rect width='120' height='140'/></g>
        <g id='d\(count)' mask='url(#q\(count))'><use xlink:href='#b\(count)'/></g>
        """
      filters += Self.filter(
        "g\(count)", "s\(count)", "b\(count)", "<feBlend in='source' in2='destination' mode='multiply'/>")
      filters += Self.filter("f\(count)", "u\(count)", "d\(count)", Self.sum)
    }

    private func shown(_ level: Int) -> String {
      level == 0
        ? "<g transform='translate(-10, -20)'><use xlink:href='#d0'/></g>"
        : "<g filter='url(#f\(level))' transform='translate(-10, -20)'><rect width='120' height='140'/></g>"
    }

    static let sum =
      "<feComposite in='source' in2='destination' operator='arithmetic' k1='0' k2='1' k3='1' k4='0'/>"

    static func filter(_ id: String, _ upper: String, _ lower: String, _ mix: String) -> String {
      """
      <filter id='\(id)' x='0%' y='0%' width='100%' height='100%'><feImage xlink:href='#\(upper)' result='source'/>\
      <feImage xlink:href='#\(lower)' result='destination'/>\(mix)</filter>
      """
    }

    func page() throws -> SVGPage {
      try SVGCompositingTests.page(
        filters + groups, shown: "<g transform='translate(10, 20)'>\(shown(count))</g>")
    }
  }

  private static func page(_ definitions: String, shown: String) throws -> SVGPage {
    try importSVG(
      """
      <svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='100pt' height='100pt' \
      viewBox='0 0 100 100'><defs><filter id='invert'>\
      <feColorMatrix values='0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 -1 1'/></filter>\(definitions)</defs>\
      <g transform='translate(-10, -20)'>\(shown)</g></svg>
      """)
  }

  private static func line(_ data: String, _ width: Double) -> String {
    "<path fill='none' stroke='#fff' stroke-width='\(width)' stroke-linecap='round' d='\(data)'/>"
  }

  private static let blue = Color(red: 0, green: 0, blue: 255)
  private static let ground = "<path fill='none' stroke='#00f' d='M0 50H90'/>"

  @Test func inkIsReadInItsOrderAndColour() throws {
    var tower = Tower(Self.ground)
    tower.add(Self.line("M10 10H20", 2), "#f00")
    tower.add(Self.line("M20 10H30", 3), "#f00")
    tower.add(Self.line("M30 10H40", 4), "#f00")
    tower.add(Self.line("M50 60H70", 2), "rgb(0%, 50%, 0%)")
    let page = try tower.page()
    #expect(page.warnings.map(\.code) == [.segments])
    let strokes = page.page.elements.compactMap(\.stroke)
    #expect(
      strokes.map(\.color) == [
        Self.blue, Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 128, blue: 0),
      ])
    #expect(strokes.map(\.x) == [[0, 900], [100, 200, 200, 300, 300, 400], [500, 700]])
    #expect(strokes.map(\.y.first) == [500, 100, 600])
    #expect(strokes[2].radius == .constant(10))
  }

  /// A highlighter multiplies; what lies below is drawn once.
  @Test func highlightersBecomeHalfTransparent() throws {
    var tower = Tower(Self.ground)
    tower.add(Self.line("M10 10H20", 2), "#f00")
    tower.add(Self.line("M10 30H80", 12), "#ff0", isHighlighter: true)
    tower.add(Self.line("M10 70H20", 2), "#0f0")
    let page = try tower.page()
    #expect(page.warnings.map(\.code) == [.multiply])
    let strokes = page.page.elements.compactMap(\.stroke)
    #expect(
      strokes.map(\.color) == [
        Self.blue, Color(red: 255, green: 0, blue: 0), Color(red: 255, green: 255, blue: 0, alpha: 128),
        Color(red: 0, green: 255, blue: 0),
      ])
    #expect(strokes.map(\.x) == [[0, 900], [100, 200], [100, 800], [100, 200]])
  }

  @Test func towersOfThousandsAreReadInTime() throws {
    let count = TestSupport.Program.isFastBuild ? 15_000 : 1_500
    var tower = Tower(Self.ground)
    for number in 0..<count { tower.add(Self.line("M10 \(number % 90)H20", 2), "#123456") }
    let start = ContinuousClock.now
    let page = try tower.page()
    #expect(page.page.elements.count == count + 1)
    #expect(page.warnings == [])
    #expect(ContinuousClock.now - start < .seconds(TestSupport.Program.isFastBuild ? 2 : 20))
  }

  @Test func overlaysOfThemselvesEnd() throws {
    let filter = Tower.filter("f", "a", "b", Tower.sum)
    let top = "<g filter='url(#f)'><rect width='9' height='9'/></g>"
    let page = try Self.page(
      "\(filter)<g id='a'><path stroke='red' d='M1 1H5'/></g><g id='b'>\(top)</g>", shown: top)
    #expect(page.warnings.contains { $0.code == .cycle })
    #expect(page.page.elements.count >= 1)
  }

  /// Both drawings of an overlay are the next one: 2⁴⁰ of them.
  @Test func overlaysThatDoubleEnd() throws {
    let levels = (0..<40).map { level in
      Tower.filter("f\(level)", "g\(level + 1)", "h\(level + 1)", Tower.sum)
        + "<g id='g\(level)' filter='url(#f\(level))'><rect width='9' height='9'/></g>"
        + "<g id='h\(level)' filter='url(#f\(level))'><rect width='9' height='9'/></g>"
    }
    let start = ContinuousClock.now
    let page = try Self.page(levels.joined(), shown: "<use xlink:href='#g0'/>")
    #expect(page.warnings.contains { $0.code == .elementLimit })
    #expect(ContinuousClock.now - start < .seconds(TestSupport.Program.isFastBuild ? 2 : 20))
  }

  /// Other masks and filters have no effect, and that is said.
  @Test(
    arguments: [
      (
        "<mask id='m'><rect width='50' height='50' fill='#fff'/></mask>", "mask='url(#m)'",
        "<rect width='60' height='60'/>", "mask"
      ),
      (
        "<mask id='m'><circle r='50' fill='#fff'/></mask>", "mask='url(#m)'", "<path d='M0 0H999V999H0z'/>",
        "mask"
      ),
      (
        "<mask id='m'><rect width='999' height='999' fill='#888'/></mask>", "mask='url(#m)'",
        "<rect x='-9' y='-9' width='999' height='999'/>", "mask"
      ),
      (
        "<filter id='m'><feGaussianBlur stdDeviation='2'/></filter>", "filter='url(#m)'",
        "<rect width='60' height='60'/>", "filter"
      ),
      (
        "<filter id='m'><feImage xlink:href='#x' result='a'/><feImage xlink:href='#x' result='b'/><feComposite in='a' in2='b' operator='in'/></filter>",
        "filter='url(#m)'", "<rect id='x' width='60' height='60'/>", "filter"
      ),
    ])
  func otherEffectsAreLeftOut(_ definition: String, _ attribute: String, _ content: String, _ code: String)
    throws
  {
    let page = try Self.page(definition, shown: "<g \(attribute)>\(content)</g>")
    #expect(page.warnings.map(\.code.rawValue).contains(code), "\(page.warnings)")
    #expect(page.page.elements.count == 1)
  }
}
