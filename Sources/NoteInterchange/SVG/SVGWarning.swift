/// Something that an import left out or changed.
public struct SVGWarning: Sendable, Hashable {
  /// What it was; open to growth.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Text isn't drawn.
    public static let text = Code(rawValue: "text")
    /// `foreignObject`, such as HTML inside a drawing.
    public static let foreignObject = Code(rawValue: "foreignObject")
    /// A gradient became its average colour.
    public static let gradient = Code(rawValue: "gradient")
    /// A pattern became its average colour.
    public static let pattern = Code(rawValue: "pattern")
    public static let filter = Code(rawValue: "filter")
    public static let mask = Code(rawValue: "mask")
    /// What a clip path cuts away is there.
    public static let clipPath = Code(rawValue: "clip-path")
    public static let blendMode = Code(rawValue: "mix-blend-mode")
    /// What a filter multiplies with the drawing below, as highlighters do, became half transparent.
    public static let multiply = Code(rawValue: "multiply")
    /// A fill became the stroke around its shape.
    public static let fillOutlined = Code(rawValue: "fill-outlined")
    /// A fill that is a ribbon of ink became its centre line.
    public static let ribbon = Code(rawValue: "ribbon")
    /// Lines of changing width that go on from one another became one stroke.
    public static let segments = Code(rawValue: "segments")
    /// A fill became lines across it.
    public static let fillHatched = Code(rawValue: "fill-hatched")
    /// A fill became a picture.
    public static let fillPictured = Code(rawValue: "fill-pictured")
    /// A fill was left out, as asked.
    public static let fillSkipped = Code(rawValue: "fill-skipped")
    /// A width that differs with the direction became its mean.
    public static let unevenWidth = Code(rawValue: "uneven-width")
    /// A square cap became a round one where it shows as a dot.
    public static let squareCap = Code(rawValue: "square-cap")
    /// An image lies outside the file, and nothing is fetched.
    public static let externalImage = Code(rawValue: "external-image")
    /// An image that can't be read or that is too large.
    public static let imageRefused = Code(rawValue: "image-refused")
    /// An image is skewed or mirrored, which a frame can't be.
    public static let imageDistorted = Code(rawValue: "image-distorted")
    /// A style sheet, font or other drawing lies outside the file.
    public static let externalStyle = Code(rawValue: "external-style")
    public static let externalReference = Code(rawValue: "external-reference")
    /// Something refers to an id that isn't there.
    public static let missingReference = Code(rawValue: "missing-reference")
    /// Something is part of itself.
    public static let cycle = Code(rawValue: "cycle")
    /// Path data that can't be read to its end.
    public static let pathFault = Code(rawValue: "path-fault")
    /// A transform that can't be read.
    public static let transformFault = Code(rawValue: "transform-fault")
    /// Numbers that aren't finite or too far away.
    public static let outOfRange = Code(rawValue: "out-of-range")
    public static let elementLimit = Code(rawValue: "element-limit")
    public static let sampleLimit = Code(rawValue: "sample-limit")
    public static let markerLimit = Code(rawValue: "marker-limit")
    /// A line with too many dashes is drawn solid.
    public static let dashLimit = Code(rawValue: "dash-limit")
    public static let styleLimit = Code(rawValue: "style-limit")
    /// The page is smaller or larger than one may be.
    public static let pageSize = Code(rawValue: "page-size")
    /// Elements without the namespace of SVG, or with a prefix that stands for none.
    public static let namespace = Code(rawValue: "namespace")
    public static let script = Code(rawValue: "script")
    /// The lnote payload of an element isn't what the drawing shows, which counts.
    public static let payloadDiffers = Code(rawValue: "payload-differs")
    /// The lnote payload of an element can't be read.
    public static let payloadDamaged = Code(rawValue: "payload-damaged")
  }

  public let code: Code
  /// How often it was met.
  public internal(set) var count: Int
  /// Of the first element concerned, such as `svg/g[3]`.
  public let path: String
  /// Of the first element concerned, from 1.
  public let line: Int
  /// One sentence about all of them.
  public let message: String
}

/// Counts warnings by code.
struct SVGWarnings {
  private let document: XMLDocument
  private(set) var list: [SVGWarning] = []
  private var places: [SVGWarning.Code: Int] = [:]

  init(_ document: XMLDocument) { self.document = document }

  mutating func add(_ code: SVGWarning.Code, _ node: Int, _ count: Int = 1) {
    if let place = places[code] {
      list[place].count += count
      return
    }
    places[code] = list.count
    list.append(
      SVGWarning(
        code: code, count: count, path: document.path(of: node), line: document.elements[node].line,
        message: Self.messages[code] ?? code.rawValue))
  }

  func contains(_ code: SVGWarning.Code) -> Bool { places[code] != nil }

  private static let messages: [SVGWarning.Code: String] = [
    .text: "text isn't taken over",
    .foreignObject: "foreignObject isn't taken over",
    .gradient: "a gradient became its average colour",
    .pattern: "a pattern became its average colour",
    .filter: "a filter has no effect",
    .mask: "a mask has no effect",
    .clipPath: "clip-path has no effect: what it cuts away is there",
    .blendMode: "mix-blend-mode has no effect",
    .multiply: "what is multiplied with the drawing below it became half transparent",
    .fillOutlined: "a fill became the stroke around its shape",
    .fillHatched: "a fill became lines across it",
    .fillPictured: "a fill became a picture",
    .ribbon: "ink drawn as a filled ribbon became its centre line",
    .segments: "lines of changing width that go on from one another became one stroke",
    .fillSkipped: "a fill was left out",
    .unevenWidth: "a width that differs with the direction became its mean",
    .squareCap: "a square dot became a round one",
    .externalImage: "an image outside the file isn't fetched",
    .imageRefused: "an image can't be read, is of an unknown type, or is too large",
    .imageDistorted: "an image is skewed or mirrored, which a frame can't be",
    .externalStyle: "a style sheet or font outside the file isn't fetched",
    .externalReference: "something outside the file isn't fetched",
    .missingReference: "a reference leads nowhere",
    .cycle: "an element is part of itself; it is drawn once",
    .pathFault: "path data can't be read to its end; what came before counts",
    .transformFault: "a transform can't be read and has no effect",
    .outOfRange: "a number isn't finite or too far away; the segment is left out",
    .elementLimit: "there are more elements than are taken over; the rest is left out",
    .sampleLimit: "there are more samples than a page may have; the rest is left out",
    .markerLimit: "there are more markers than are drawn; the rest is left out",
    .dashLimit: "a line has too many dashes and is drawn solid",
    .styleLimit: "there are more style rules than are read; the rest is left out",
    .pageSize: "the drawing has no size that a page may have",
    .namespace: "elements without the namespace of SVG, or a prefix that stands for none",
    .script: "scripts have no effect",
    .payloadDiffers: "an element draws something else than its lnote payload; what is drawn counts",
    .payloadDamaged: "the lnote payload of an element can't be read; what is drawn counts",
  ]
}
