import DurableFiles
import Foundation

/// A package of two pages, three strokes and two pictures: everything there is, in as few bytes as it takes.
public enum SmallPackage {
  public static let id = "1A2B3C4D-0000-4000-8000-000000000001"
  public static let name = "\(id).lnote"
  public static let pages = ["AAAAAAAA-0000-4000-8000-00000000000A", "BBBBBBBB-0000-4000-8000-00000000000B"]
  public static let assets = [
    "assets/CCCCCCCC-0000-4000-8000-00000000000C.png", "assets/DDDDDDDD-0000-4000-8000-00000000000D.png",
  ]

  /// The smallest PNG: one transparent pixel.
  public static let picture = [UInt8](
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")!)

  static let thumbnail = "thumbnails/16211C75-1398-5495-B8D1-1A09E3B6180F.jpg"

  public static let document = """
    {
      "formatVersion": 1,
      "id": "\(id)",
      "title": "Small",
      "createdAt": "2026-01-02T03:04:05.006Z",
      "modifiedAt": "2026-01-02T03:04:06.007Z",
      "pages": [
        {
          "id": "\(pages[0])",
          "canvas": {
            "width": 595.3,
            "height": 841.9
          },
          "createdAt": "2026-01-02T03:04:05.006Z",
          "modifiedAt": "2026-01-02T03:04:06.007Z",
          "elementCount": 3
        },
        {
          "id": "\(pages[1])",
          "canvas": {
            "width": 820,
            "height": 1180
          },
          "createdAt": "2026-01-02T03:04:05.006Z",
          "modifiedAt": "2026-01-02T03:04:05.006Z",
          "elementCount": 2
        }
      ]
    }

    """

  public static let manifest = """
    {
      "formatVersion": 1,
      "id": "\(id)",
      "title": "Small",
      "modifiedAt": "2026-01-02T03:04:06.007Z",
      "pageCount": 2,
      "cover": "thumbnails/\(pages[0]).jpg"
    }

    """

  public static let content = [
    """
    {"formatVersion":1,"page":"\(pages[0])","epoch":0,"elements":[
    {"type":"stroke","id":"E0000000-0000-4000-8000-000000000001","tool":"pen","color":"#1A1A1AFF","startedAt":"2026-01-02T03:04:05.006Z","radius":[12,0,1],"x":[5123,4,3],"y":[780,-2,0],"pressure":[412,30,8],"time":[0,4,4]},
    {"type":"image","id":"E0000000-0000-4000-8000-000000000002","asset":"CCCCCCCC-0000-4000-8000-00000000000C","frame":[1000,2000,3000,1500],"rotation":-25,"opacity":1000},
    {"type":"stroke","id":"E0000000-0000-4000-8000-000000000003","tool":"marker","color":"#FFDD0080","radius":60,"x":[-15],"y":[90001]}
    ]}

    """,
    """
    {"formatVersion":1,"page":"\(pages[1])","epoch":3,"elements":[
    {"type":"image","id":"E0000000-0000-4000-8000-000000000004","asset":"DDDDDDDD-0000-4000-8000-00000000000D","frame":[0,0,10,10]},
    {"type":"stroke","id":"E0000000-0000-4000-8000-000000000005","tool":"pencil","color":"#00AA55","radius":8,"x":[10,0,-20],"y":[0,5,0],"time":[3,0,1000]}
    ]}

    """,
  ]
}

extension TemporaryFolder {
  /// Makes the small package in a folder and gives the package's path.
  @discardableResult public func makeSmallPackage(in folder: String) throws -> String {
    let package = "\(folder)/\(SmallPackage.name)"
    for (page, content) in zip(SmallPackage.pages, SmallPackage.content) {
      try write(content, "\(package)/pages/\(page).content")
      try copy("\(ProgramSamples.empty)/\(SmallPackage.thumbnail)", "\(package)/thumbnails/\(page).jpg")
    }
    for asset in SmallPackage.assets { try write(SmallPackage.picture, "\(package)/\(asset)") }
    try write(SmallPackage.document, "\(package)/document.json")
    try write(SmallPackage.manifest, "\(package)/manifest.json")
    return self(package)
  }
}

extension TemporaryFolder {
  /// The small package with everything that nobody knows yet: keys, an element type, files.
  @discardableResult public func makeStrangePackage(in folder: String) throws -> String {
    let path = try makeSmallPackage(in: folder)
    let package = "\(folder)/\(SmallPackage.name)"
    try edit("\(package)/document.json") { text in
      text = text.replacingOccurrences(
        of: "\n  ]\n}\n",
        with: """

            ],
            "x-mood": {
              "score": 1.50e+3,
              "tags": [
                "caf\\u00e9",
                "\\/slash"
              ],
              "none": null
            },
            "extra": 0.10
          }

          """)
      text = text.replacingOccurrences(
        of: "    \"height\": 841.9\n", with: "    \"height\": 841.9,\n        \"grid\": 1e2\n")
      text = text.replacingOccurrences(
        of: "\"elementCount\": 3\n", with: "\"elementCount\": 4,\n      \"template\": \"dots\"\n")
    }
    try edit("\(package)/manifest.json") {
      $0 = $0.replacingOccurrences(of: ".jpg\"\n", with: ".jpg\",\n  \"pinned\": true\n")
    }
    try edit("\(package)/pages/\(SmallPackage.pages[0]).content") { text in
      text = text.replacingOccurrences(
        of: #""time":[0,4,4]}"#,
        with: #""time":[0,4,4],"tilt":[1.0,2e0,-0.0],"samples":"mine","layer":{"a":[ ]}}"#)
      text = text.replacingOccurrences(
        of: #""opacity":1000}"#, with: #""opacity":1000,"crop":[1,2],"x":"\u0041"}"#)
      text = text.replacingOccurrences(
        of: "\"y\":[90001]}\n]}",
        with:
          "\"y\":[90001]},\n{\"type\":\"sticker\",\"id\":\"E0000000-0000-4000-8000-000000000009\",\"shape\":{\"star\":5.0},\"note\":\"\\ud83d\\ude00\"}\n],\"ruling\":\"college\"}"
      )
    }
    try write("recording", "\(package)/audio/a.m4a")
    try write([0, 1, 255, 10], "\(package)/notes \u{FC}.bin")
    return path
  }
}
