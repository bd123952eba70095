import Foundation
import NoteInterchange
import NoteModel
import Testing

/// Fills that become lines across them.
@Suite struct FillHatchingTests {
  private static func read(_ body: String, _ fills: SVGImport.Fills) throws -> SVGPage {
    var options = SVGImport.Options()
    options.fills = fills
    let text =
      "<svg xmlns='http://www.w3.org/2000/svg' width='200pt' height='200pt' viewBox='0 0 200 200'>\(body)</svg>"
    return try SVGImport.read(Array(text.utf8).span, options)
  }

  private static func lines(_ page: SVGPage) -> [(from: CGPoint, to: CGPoint, color: Color)] {
    page.page.elements.compactMap { element in
      guard case .stroke(let stroke) = element, stroke.sampleCount == 2 else { return nil }
      func point(_ index: Int) -> CGPoint {
        CGPoint(x: Double(stroke.x[index]) / 10, y: Double(stroke.y[index]) / 10)
      }
      return (point(0), point(1), stroke.color)
    }
  }

  /// A square of 100 pt with a hole of 40 pt, wound so that either rule leaves the hole out.
  private static let frame =
    "<path fill='#204060' fill-opacity='.5' fill-rule='RULE' d='M50 50h100v100h-100zM80 80v40h40v-40z'/>"

  @Test(arguments: ["evenodd", "nonzero"])
  func shadeTheInsideAndLeaveHolesOut(_ rule: String) throws {
    let page = try Self.read(Self.frame.replacing("RULE", with: rule), .hatch)
    let lines = Self.lines(page)
    #expect(lines.count == page.page.elements.count)
    #expect(page.warnings.map(\.code) == [.fillHatched])
    #expect(page.warnings.map(\.message) == ["a fill became lines across it"])
    var length = 0.0
    for line in lines {
      #expect(line.color == Color(red: 0x20, green: 0x40, blue: 0x60, alpha: 0x80))
      for share in stride(from: 0.0, through: 1, by: 0.125) {
        let x = line.from.x + (line.to.x - line.from.x) * share
        let y = line.from.y + (line.to.y - line.from.y) * share
        #expect((49.9...150.1).contains(x) && (49.9...150.1).contains(y))
        #expect(!((80.1...119.9).contains(x) && (80.1...119.9).contains(y)))
      }
      length += hypot(line.to.x - line.from.x, line.to.y - line.from.y)
    }
    // Lines 2 pt apart cover as much as half of their area is.
    #expect(abs(length - (10_000 - 1_600) / 2) < 100)
  }

  @Test func neighboursShareTheirLines() throws {
    let whole = try Self.read("<rect x='10' y='10' width='80' height='40'/>", .hatch)
    let halves = try Self.read(
      "<rect x='10' y='10' width='40' height='40'/><rect x='50' y='10' width='40' height='40'/>", .hatch)
    func places(_ page: SVGPage) -> Set<Int> {
      Set(Self.lines(page).map { Int(((Double($0.from.x) + Double($0.from.y)) * 5).rounded()) })
    }
    #expect(places(whole) == places(halves))
  }

  @Test func whatNoLineMeetsIsOutlined() throws {
    let page = try Self.read("<rect x='10.1' y='10.1' width='.3' height='.3'/>", .hatch)
    #expect(page.page.elements.count == 1)
    #expect(page.warnings.map(\.code) == [.fillOutlined])
  }

  @Test(arguments: SVGImport.Fills.allCases)
  func strokesStayStrokes(_ fills: SVGImport.Fills) throws {
    let page = try Self.read("<path d='M1 1L9 9' fill='none' stroke='red' stroke-width='2'/>", fills)
    #expect(page.page.elements.count == 1)
    #expect(page.warnings == [])
  }

  /// Large and many-cornered shapes must not take the time that lines times corners would.
  @Test(arguments: [SVGImport.Fills.hatch, .image])
  func tallEdgesEndTheShading(_ fills: SVGImport.Fills) throws {
    let zigzag = (0..<20_000).map { "L\($0) \($0 % 2 == 0 ? -10_000 : 10_000)" }.joined()
    let page = try Self.read("<path d='M0 0\(zigzag)z'/>", fills)
    #expect(page.warnings.map(\.code) == [.fillOutlined])
  }
}
