import NoteInterchange
import NoteModel

/// A small document with everything that a package may hold.
enum Example {
  static let time = Timestamp(milliseconds: 1_780_000_000_123)
  static let asset = AssetFile(id: Identifier("C103182A-4605-5B2C-841C-EA75B3B557AB"), fileExtension: "png")
  static let oddAsset = AssetFile(
    id: Identifier("6C864ACF-7B01-59FF-8FF0-A146C05F9633"), fileExtension: "JPEG")
  /// A PNG of one pixel.
  static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0,
    0, 1,
    8, 4, 0, 0, 0, 0xB5, 0x1C, 0x0C, 2, 0, 0, 0, 0x0B, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x64, 0x60,
    0xF8,
    0x5F, 0x0F, 0, 2, 0x87, 1, 0x80, 0xEB, 0x47, 0xBA, 0x92, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42,
    0x60,
    0x82,
  ]

  static func unknown(_ pairs: (String, String)...) -> [RawMember] {
    pairs.map { RawMember(key: Array($0.0.utf8), value: Array($0.1.utf8)) }
  }

  static func stroke(_ id: String, x: [Int32] = [5123, 5127], y: [Int32] = [780, 778]) -> Stroke {
    Stroke(id: Identifier(id), color: Color(red: 26, green: 26, blue: 26), radius: .constant(12), x: x, y: y)
  }

  static let elements: [Element] = [
    .stroke(
      Stroke(
        id: Identifier("0B5D6C7E-1111-4222-8333-444455556666"), tool: .pen,
        color: Color(red: 0x1A, green: 0, blue: 0xFF, alpha: 128), startedAt: time,
        radius: .column([12, 13, 40, 2, 0]), x: [5123, 5127, 5300, -12, -12], y: [780, 778, 900, -3, -3],
        pressure: [412, 500, 1000, 65535, 0], time: [0, 4, 4, 90, 4_294_967_295],
        extra: unknown(("tilt", "[1, 2.50,\t3e2]"), ("samples", "null"), ("\\u0061", "\"\\u00e9\\\\\"")))),
    .stroke(
      Stroke(
        id: Identifier("one sample"), tool: Stroke.Tool(rawValue: "brush & \"ink\""),
        color: Color(red: 1, green: 2, blue: 3, spellsAlpha: false), radius: .column([7]), x: [Int32.max],
        y: [Int32.min])),
    .image(
      PlacedImage(
        id: Identifier("0b5d6c7e-1111-4222-8333-444455556677"), asset: asset.id,
        frame: PlacedImage.Frame(x: 1000, y: 2001, width: 3000, height: 1500), rotation: -123, opacity: 250,
        extra: unknown(("x", "{\"deep\":[]}")))),
    .unknown(
      UnknownElement(
        type: "page", id: Identifier("t"), json: Array("{\"type\":\"page\", \"id\":\"t\",\n\"z\":1.0}".utf8))),
    .image(
      PlacedImage(
        id: Identifier("second"), asset: asset.id,
        frame: PlacedImage.Frame(x: -5, y: 7, width: 10, height: 20), rotation: nil, opacity: nil)),
    .image(
      PlacedImage(
        id: Identifier("third"), asset: oddAsset.id,
        frame: PlacedImage.Frame(x: 0, y: 0, width: 100, height: 20), rotation: 0, opacity: 1000)),
    .image(
      PlacedImage(
        id: Identifier("missing"), asset: Identifier("no such asset"),
        frame: PlacedImage.Frame(x: 0, y: 0, width: 0, height: -20))),
  ]

  static let pages: [Page] = [
    Page(
      id: Identifier("9b2c0000-0000-4000-8000-000000000001"), epoch: nil, elements: elements,
      extra: unknown(("writer", "\"app 2\""), ("page2", "0")), trailingExtra: unknown(("end", "[ ]"))),
    Page(id: Identifier("9B2C0000-0000-4000-8000-000000000002"), epoch: 0),
    Page(id: Identifier("third page"), epoch: UInt64.max, elements: [.stroke(stroke("a"))]),
  ]

  static let entries: [PageEntry] = [
    PageEntry(
      id: Identifier("9B2C0000-0000-4000-8000-000000000001"),
      canvas: Canvas(width: 820.25, height: 1180, extra: unknown(("paper", "\"dots\""))), createdAt: time,
      modifiedAt: time, elementCount: elements.count,
      extra: unknown(("bookmark", "true"), ("elements", "3"), ("extra", "{ }"))),
    PageEntry(
      id: pages[1].id, canvas: Canvas(width: 1, height: 14_400), createdAt: time, modifiedAt: time,
      elementCount: 0),
    PageEntry(
      id: pages[2].id, canvas: Canvas(width: 595.276, height: 841.89), createdAt: time, modifiedAt: time,
      elementCount: 1),
  ]

  static let document = Document(
    id: Identifier("6F9619FF-8B86-4011-B42D-00CF4FC964FF"),
    title: "A & B <c> ]]> \u{1}\u{FFFE} \\ \"quoted\"\n\tнотатки 猫", createdAt: time,
    modifiedAt: Timestamp("2026-11-30T08:15:00.123456+02:00")!, storage: "sqlite", pages: entries,
    extra: unknown(("tags", "[\"a\", \"b\"]"), ("extra", "1")))

  static let manifestExtra = unknown(("starred", "false"))
  static let files: [[UInt8]: [UInt8]] = [
    Array("notes/Прочти.txt".utf8): Array("hello".utf8), [0x66, 0xFF, 0x66]: [],
    Array("data.bin".utf8): [0, 255, 1],
  ]

  static func bytes(_ file: AssetFile) -> [UInt8] { file == asset ? png : [0xFF, 0xD8, 1, 2] }

  static func page(_ entry: PageEntry) -> Page { pages.first { $0.id == entry.id }! }

  static func image(_ id: Identifier) -> SVGImage? {
    [asset, oddAsset].first { $0.id == id }.map { .embedded($0, bytes($0)) }
  }

  static func export(_ layout: JSONExport.Layout, _ policy: JSONExport.AssetPolicy = .embedded) throws
    -> [UInt8]
  {
    let export = JSONExport(
      document: document, manifestExtra: manifestExtra, assets: [asset, oddAsset],
      extraFiles: files.keys.sorted { $0.lexicographicallyPrecedes($1) }, layout: layout, assetPolicy: policy)
    return try export.text(
      JSONExport.Connections(
        readPage: { page($0) }, readAsset: { bytes($0) }, readExtraFile: { files[$0] ?? [] }))
  }
}
