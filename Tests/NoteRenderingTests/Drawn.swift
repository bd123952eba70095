#if Rendering
  import DurableFiles
  import Foundation
  import NoteModel
  import NotePackage
  import Testing
  import TestSupport

  @testable import NoteRendering

  extension Raster {
    /// What a PNG shows over white.
    init(png bytes: [UInt8]) throws {
      let surface = try PNGCoder.decode(bytes)
      let isTranslucent = surface.isTranslucent
      var pixels: [SIMD4<Float>] = []
      for row in 0..<surface.height {
        let colors = surface.colors(ofRow: row)
        let alphas = isTranslucent ? surface.alpha(ofRow: row) : []
        for x in 0..<surface.width {
          let alpha = alphas.isEmpty ? 1 : Float(alphas[x]) / 255
          let color = SIMD4(Float(colors[3 * x]), Float(colors[3 * x + 1]), Float(colors[3 * x + 2]), 0)
          pixels.append(Self.paper + (color - Self.paper) * alpha)
        }
      }
      self.init(width: surface.width, height: surface.height, pixels: pixels)
    }

    private static let paper = SIMD4<Float>(255, 255, 255, 0)

    subscript(x: Int, y: Int) -> SIMD4<Float> { pixels[y * width + x] }

    /// Each block of so many pixels as one.
    func reduced(by factor: Int) -> Raster {
      var small = Raster(width: width / factor, height: height / factor)
      for y in 0..<small.height {
        for x in 0..<small.width {
          var sum = SIMD4<Float>(repeating: 0)
          for row in 0..<factor {
            for column in 0..<factor { sum += self[x * factor + column, y * factor + row] }
          }
          small.pixels[y * small.width + x] = sum / Float(factor * factor)
        }
      }
      return small
    }
  }

  extension PNGExport {
    /// The whole file and what isn't drawn as it should be.
    func file(
      _ page: Page, _ canvas: Canvas, asset: (Identifier) throws -> [UInt8]? = { _ in nil }
    ) throws -> (bytes: [UInt8], warnings: [DrawingWarning]) {
      var bytes: [UInt8] = []
      let warnings = try write(page, canvas: canvas, asset: asset) { bytes += $0 }
      return (bytes, warnings)
    }

    func raster(_ page: Page, _ canvas: Canvas) throws -> Raster {
      try Raster(png: try file(page, canvas).bytes)
    }
  }

  extension PDFExport {
    func file(
      page: @escaping @Sendable (PageEntry) throws -> Page,
      asset: (Identifier) throws -> [UInt8]? = { _ in nil }
    ) throws -> (bytes: [UInt8], warnings: [DrawingWarning]) {
      var bytes: [UInt8] = []
      let warnings = try write(page: page, asset: asset) { bytes += $0 }
      return (bytes, warnings)
    }
  }

  /// Pages and documents made for a test.
  enum Made {
    static let time = Timestamp(milliseconds: 1_780_000_000_000)

    static func stroke(
      _ places: [(Int32, Int32)], radius: Stroke.Radius = .constant(20),
      color: Color = Color(red: 0, green: 0, blue: 0)
    ) -> Stroke {
      Stroke(
        id: Identifier(UUID()), color: color, radius: radius, x: places.map(\.0), y: places.map(\.1))
    }

    static func page(_ strokes: Stroke...) -> Page { page(elements: strokes.map { .stroke($0) }) }

    static func page(elements: [Element]) -> Page { Page(id: Identifier(UUID()), elements: elements) }

    static func image(
      _ asset: Identifier, _ frame: PlacedImage.Frame = .init(x: 100, y: 100, width: 800, height: 800),
      rotation: Int32 = 0, opacity: Int32 = 1000
    ) -> PlacedImage {
      PlacedImage(id: Identifier(UUID()), asset: asset, frame: frame, rotation: rotation, opacity: opacity)
    }

    static func document(_ pages: [Page], _ canvas: Canvas = Canvas(width: 100, height: 100)) -> Document {
      Document(
        id: Identifier("6F9619FF-8B86-4011-B42D-00CF4FC964FF"), title: "Žluťoučký (kůň) 猫\\", createdAt: time,
        modifiedAt: time,
        pages: pages.map {
          PageEntry(
            id: $0.id, canvas: canvas, createdAt: time, modifiedAt: time, elementCount: $0.elements.count)
        })
    }
  }

  /// The pages of the packages beside the project.
  struct CorpusPage: CustomTestStringConvertible, Sendable {
    let path: String
    let number: Int
    let sampleCount: Int
    let imageCount: Int

    var testDescription: String { "\(path.suffix(42).prefix(8)) page \(number + 1)" }

    static let all: [CorpusPage] = Corpus.files("/document.json").flatMap { file -> [CorpusPage] in
      let path = file.deletingLastPathComponent().path
      guard let package = try? Package.open(Path(path)) else { return [] }
      return package.document.pages.enumerated().compactMap { number, entry in
        guard let page = try? package.page(entry.id) else { return nil }
        return CorpusPage(
          path: path, number: number, sampleCount: page.sampleCount, imageCount: page.imageCount)
      }
    }

    /// A few that even slow builds draw in no time.
    static let light = all.filter { $0.sampleCount < 900 && $0.sampleCount > 0 }.prefix(6)

    func open() throws -> (package: Package, entry: PageEntry, page: Page) {
      let package = try Package.open(Path(path))
      let entry = package.document.pages[number]
      return (package, entry, try package.page(entry.id))
    }
  }
#endif
