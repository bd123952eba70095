/// What a page holds, from the lowest to the highest in drawing order.
public enum Element: Sendable, Hashable {
  case stroke(Stroke)
  case image(PlacedImage)
  /// An element of a type that this version doesn't know.
  case unknown(UnknownElement)

  /// Nil only for an unknown element without a text under `id`.
  public var id: Identifier? {
    switch self {
    case .stroke(let stroke): stroke.id
    case .image(let image): image.id
    case .unknown(let element): element.id
    }
  }

  var sampleCount: Int {
    switch self {
    case .stroke(let stroke): stroke.sampleCount
    case .image, .unknown: 0
    }
  }
}

/// An asset placed on the page.
public struct PlacedImage: Sendable, Hashable {
  public var id: Identifier
  /// The stem of a file in `assets/`.
  public var asset: Identifier
  /// Before rotation.
  public var frame: Frame
  /// Clockwise about the frame's centre in 0.1 degree; nil when the key is absent, which means 0.
  public var rotation: Int32?
  /// Thousandths; nil when the key is absent, which means 1000.
  public var opacity: Int32?
  /// Keys that this version doesn't know, in the order found.
  public var extra: [RawMember]

  public init(
    id: Identifier, asset: Identifier, frame: Frame, rotation: Int32? = 0, opacity: Int32? = 1000,
    extra: [RawMember] = []
  ) {
    self.id = id
    self.asset = asset
    self.frame = frame
    self.rotation = rotation
    self.opacity = opacity
    self.extra = extra
  }

  /// A rectangle in 0.1 pt, origin top left, y down.
  public struct Frame: Sendable, Hashable {
    public var x: Int32
    public var y: Int32
    public var width: Int32
    public var height: Int32

    public init(x: Int32, y: Int32, width: Int32, height: Int32) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }
}

/// An element kept as its bytes.
public struct UnknownElement: Sendable, Hashable {
  public var type: String
  public var id: Identifier?
  /// The JSON object, byte for byte.
  public var json: [UInt8]

  public init(type: String, id: Identifier?, json: [UInt8]) {
    self.type = type
    self.id = id
    self.json = json
  }
}
