#if Rendering
  import Foundation
  import NoteInterchange
  import NoteModel
  import NotePackage
  import NoteRendering
  import TestSupport
  import Testing

  /// Fills of a drawing that become pictures.
  @Suite struct FillPictureTests {
    private static func read(_ body: String) throws -> SVGPage {
      var options = SVGImport.Options()
      options.fills = .image
      let text =
        "<svg xmlns='http://www.w3.org/2000/svg' width='200pt' height='200pt' viewBox='0 0 200 200'>\(body)</svg>"
      return try SVGImport.read(Array(text.utf8).span, options)
    }

    @Test func showTheShapeWithItsHolesInItsPlace() throws {
      let read = try Self.read(
        "<path fill='#204060' fill-rule='evenodd' d='M50 50h100v100h-100zM80 80v40h40v-40z'/>")
      #expect(read.warnings.map(\.code) == [.fillPictured])
      #expect(read.page.elements.count == 1)
      let asset = try #require(read.assets.first)
      guard case .image(let image)? = read.page.elements.first else {
        Issue.record("no image")
        return
      }
      #expect(image.asset == asset.file.id)
      #expect(image.frame == PlacedImage.Frame(x: 500, y: 500, width: 1000, height: 1000))
      let export = PNGExport(size: .resolution(72), background: .white)
      var bytes: [UInt8] = []
      let warnings = try export.write(
        read.page, canvas: Canvas(width: 200, height: 200), asset: { _ in asset.bytes }, emit: { bytes += $0 }
      )
      #expect(warnings.isEmpty)
      let raster = try Raster(png: bytes)
      for (x, y, isInside) in [
        (55, 55, true), (145, 145, true), (100, 60, true), (100, 100, false), (40, 100, false),
        (160, 160, false),
      ] {
        #expect(raster.color(x, y) == (isInside ? [0x20, 0x40, 0x60] : [255, 255, 255]), "\(x), \(y)")
      }
    }

    @Test func aHalfCoveredPixelIsHalfTransparent() throws {
      let read = try Self.read("<path d='M10 10h10.25v10h-10.25z'/>")
      var bytes: [UInt8] = []
      _ = try PNGExport(size: .resolution(144), background: .white).write(
        read.page, canvas: Canvas(width: 30, height: 30), asset: { _ in read.assets[0].bytes },
        emit: { bytes += $0 })
      let raster = try Raster(png: bytes)
      #expect(raster.color(39, 30) == [0, 0, 0])
      #expect(abs(Int(raster.color(40, 30)[0]) - 127) < 12)
    }
  }

  extension Raster {
    fileprivate func color(_ x: Int, _ y: Int) -> [Int] {
      let pixel = pixels[y * width + x]
      return [Int(pixel.x), Int(pixel.y), Int(pixel.z)]
    }
  }
#endif
