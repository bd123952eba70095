import DurableFiles
import NoteModel

/// Small healthy packages.
extension PackageFixture {
  /// The time of every check, 2026-12-01T00:00:00.000Z: after all dates of the fixtures.
  public static let now: Int64 = 1_796_083_200_000

  public static let documentID = "6F9619FF-8B86-4011-B42D-00CF4FC964FF"
  /// A page with a stroke that says everything, a picture, and a stroke that says the least.
  public static let firstPage = "11111111-1111-4111-8111-111111111111"
  /// A page with a picture and a dot.
  public static let secondPage = "22222222-2222-4222-8222-222222222222"
  /// A page without elements.
  public static let emptyPage = "33333333-3333-4333-8333-333333333333"
  /// A page id that no notebook has.
  public static let otherPage = "44444444-4444-4444-8444-444444444444"
  public static let photo = "AAAAAAAA-AAAA-4AAA-8AAA-AAAAAAAAAAAA"
  public static let drawing = "BBBBBBBB-BBBB-4BBB-8BBB-BBBBBBBBBBBB"
  public static let otherAsset = "CCCCCCCC-CCCC-4CCC-8CCC-CCCCCCCCCCCC"

  public static func page(_ id: String) -> String { "pages/\(id).content" }
  public static func thumbnail(_ id: String) -> String { "thumbnails/\(id).jpg" }

  /// A healthy package of three pages with two assets.
  public static var notebook: PackageFixture {
    var fixture = PackageFixture(
      name: "\(documentID).lnote",
      files: [
        "document.json": document([(firstPage, 3), (secondPage, 2), (emptyPage, 0)]),
        "manifest.json": manifest(pageCount: 3, cover: thumbnail(firstPage)),
        page(firstPage): page(firstPage, [fullStroke, image(photo), plainStroke]),
        page(secondPage): page(secondPage, [image(drawing), dot]),
        page(emptyPage): page(emptyPage, []),
      ])
    fixture.add("assets/\(photo).jpg", jpeg)
    fixture.add("assets/\(drawing).png", png)
    for id in [firstPage, secondPage, emptyPage] { fixture.add(thumbnail(id), jpeg) }
    return fixture
  }

  /// The notebook with everything that only a newer program, or another one, knows.
  public static var richNotebook: PackageFixture {
    var fixture = notebook
    fixture.edit("document.json", "\n  ]\n}", "\n  ],\n  \"mood\": {\"a\" : [1.50, null]}\n}")
    fixture.edit("document.json", "\"elementCount\": 2", "\"elementCount\": 3,\n      \"paper\": \"dotted\"")
    fixture.edit("manifest.json", "\n}", ",\n  \"rank\": 1e2\n}")
    fixture.edit(page(secondPage), image(drawing), image(drawing).dropLast() + ",\"crop\":[0.10]}")
    fixture.edit(page(secondPage), dot, dot.dropLast() + ",\"tilt\":[1, 2]},\n" + unknownElement)
    fixture.add("notes/reading list.txt", "ink, paper\n")
    fixture.addFolder("plans/later")
    return fixture
  }

  /// The same package under other ids for document and pages: `number` is a digit that ids begin with.
  public func renumbered(_ number: Int) -> PackageFixture { renumbered("\(number)") }

  /// The same package under other ids, which begin with these digits, for the document and, unless `keepsPages`, the
  /// pages. No text can be replaced in journals and databases, so that theirs must stay.
  public func renumbered(_ digits: String, keepsPages: Bool = false) -> PackageFixture {
    let pages = keepsPages ? [] : [Self.firstPage, Self.secondPage, Self.emptyPage]
    let ids = [Self.documentID] + pages
    func renumber(_ text: String) -> String {
      ids.reduce(text) { text, id in
        let new = digits + id.dropFirst(digits.count)
        return text.replacing(id, with: new).replacing(id.lowercased(), with: new.lowercased())
      }
    }
    var copy = PackageFixture(name: renumber(name))
    copy.links = Dictionary(uniqueKeysWithValues: links.map { (renumber($0), renumber($1)) })
    copy.pipes = pipes.map(renumber)
    copy.times = Dictionary(uniqueKeysWithValues: times.map { (renumber($0), $1) })
    for (path, node) in tree.nodes {
      let place = RelativePath.of(renumber(path.text ?? ""))
      guard case .file(let bytes) = node else {
        copy.tree.nodes[place] = .folder
        continue
      }
      let text = String(validating: bytes, as: UTF8.self).map(renumber)
      copy.tree.nodes[place] = .file(text.map { Array($0.utf8) } ?? bytes)
    }
    return copy
  }

  // MARK: The texts

  public static func document(_ pages: [(id: String, elementCount: Int)]) -> String {
    let entries = pages.map { page in
      """
          {
            "id": "\(page.id)",
            "canvas": {
              "width": 820,
              "height": 1180.5
            },
            "createdAt": "2026-11-30T08:15:00.000Z",
            "modifiedAt": "2026-11-30T08:20:00.000Z",
            "elementCount": \(page.elementCount)
          }
      """
    }
    let list = entries.isEmpty ? "[]" : "[\n\(entries.joined(separator: ",\n"))\n  ]"
    return """
      {
        "formatVersion": 1,
        "id": "\(documentID)",
        "title": "Field notes",
        "createdAt": "2026-11-30T08:15:00.000Z",
        "modifiedAt": "2026-11-30T08:20:00.000Z",
        "pages": \(list)
      }

      """
  }

  public static func manifest(pageCount: Int, cover: String?) -> String {
    """
    {
      "formatVersion": 1,
      "id": "\(documentID)",
      "title": "Field notes",
      "modifiedAt": "2026-11-30T08:20:00.000Z",
      "pageCount": \(pageCount),
      "cover": \(cover.map { "\"\($0)\"" } ?? "null")
    }

    """
  }

  public static func page(_ id: String, _ elements: [String]) -> String {
    let lines = elements.isEmpty ? "" : elements.joined(separator: ",\n") + "\n"
    return "{\"formatVersion\":1,\"page\":\"\(id)\",\"epoch\":0,\"elements\":[\n\(lines)]}\n"
  }

  public static let fullStroke = """
    {"type":"stroke","id":"E1111111-1111-4111-8111-111111111111","tool":"pencil","color":"#1A1A1AFF",\
    "startedAt":"2026-11-30T08:16:00.000Z","radius":[12,0,1],"x":[5123,4,3],"y":[780,-2,0],\
    "pressure":[412,30,8],"time":[0,4,4]}
    """
  public static let plainStroke = """
    {"type":"stroke","id":"E2222222-2222-4222-8222-222222222222","tool":"pen","color":"#FF0000",\
    "radius":7,"x":[-10,200],"y":[0,1]}
    """
  public static let dot = """
    {"type":"stroke","id":"E3333333-3333-4333-8333-333333333333","tool":"marker","color":"#0000FF80",\
    "radius":40,"x":[100],"y":[100]}
    """
  public static let unknownElement = """
    {"type":"sticker","id":"E4444444-4444-4444-8444-444444444444","shape": [1.0, {"b":2}]}
    """

  public static func image(_ asset: String) -> String {
    "{\"type\":\"image\",\"id\":\"E5\(asset.dropFirst(2))\",\"asset\":\"\(asset)\","
      + "\"frame\":[1000,2000,3000,1500],\"rotation\":0,\"opacity\":1000}"
  }

  // MARK: The pictures

  /// Two by two grey points.
  public static let jpeg: [UInt8] =
    [
      0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10, 0x4A, 0x46, 0x49, 0x46, 0x00, 0x01, 0x01, 0x00, 0x00, 0x01, 0x00,
      0x01,
      0x00, 0x00, 0xFF, 0xDB, 0x00, 0x43, 0x00,
    ] + [UInt8](repeating: 0xFF, count: 64) + [
      0xFF, 0xC0, 0x00, 0x0B, 0x08, 0x00, 0x02, 0x00, 0x02, 0x01, 0x01, 0x11, 0x00, 0xFF, 0xC4, 0x00, 0x14,
      0x00,
      0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF,
      0xC4,
      0x00, 0x14, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x00,
      0x00, 0x00, 0xFF, 0xDA, 0x00, 0x08, 0x01, 0x01, 0x00, 0x00, 0x3F, 0x00, 0x3F, 0xFF, 0xD9,
    ]

  /// One grey point.
  public static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00,
    0x00,
    0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A, 0x7E, 0x9B, 0x55, 0x00, 0x00,
    0x00,
    0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x60, 0x07, 0x00, 0x00, 0x09, 0x00, 0x08, 0x20, 0x23,
    0xC3,
    0x8C, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]
}
