import NoteModel

extension SVGDrawing {
  /// Images that are shown more than once: each as a square of one point, to be moved and scaled into place.
  mutating func appendDefinitions(
    of assets: [Identifier], image: (Identifier) throws -> SVGImage?, emit: ([UInt8]) throws -> Void
  ) throws {
    bytes.append("<defs>\n")
    for (index, asset) in assets.enumerated() {
      guard let source = try image(asset) else { continue }
      shared[asset] = SharedImage(number: index + 1, saidExtension: source.saidExtension)
      bytes.append(contentsOf: "<image id=\"image-\(index + 1)\" width=\"1\" height=\"1\"".utf8)
      bytes.append(" preserveAspectRatio=\"none\"")
      try appendReference(source, emit)
      if hasPayload {
        SVGPayload.append("asset", asset.text, to: &bytes)
        if let said = source.saidExtension { SVGPayload.append("extension", said, to: &bytes) }
      }
      bytes.append("/>\n")
    }
    bytes.append("</defs>\n")
  }

  mutating func append(
    _ placed: PlacedImage, image: (Identifier) throws -> SVGImage?, emit: ([UInt8]) throws -> Void
  ) throws {
    let isVisible = placed.frame.width > 0 && placed.frame.height > 0
    if isVisible, let definition = shared[placed.asset] {
      bytes.append(contentsOf: "<use xlink:href=\"#image-\(definition.number)\" transform=\"".utf8)
      if appendRotation(placed) { bytes.append(UInt8(ascii: " ")) }
      appendPair("translate", placed.frame.x, placed.frame.y)
      bytes.append(UInt8(ascii: " "))
      appendPair("scale", placed.frame.width, placed.frame.height)
      bytes.append(UInt8(ascii: "\""))
      appendOpacity(placed)
      if hasPayload { SVGPayload.append(placed, fileExtension: definition.saidExtension, to: &bytes) }
      bytes.append("/>\n")
    } else if isVisible, let source = try image(placed.asset) {
      bytes.append("<image")
      appendFrame(placed.frame)
      bytes.append(" preserveAspectRatio=\"none\"")
      if placed.rotation ?? 0 != 0 {
        bytes.append(" transform=\"")
        appendRotation(placed)
        bytes.append(UInt8(ascii: "\""))
      }
      appendOpacity(placed)
      try appendReference(source, emit)
      if hasPayload { SVGPayload.append(placed, fileExtension: source.saidExtension, to: &bytes) }
      bytes.append("/>\n")
    } else if hasPayload {
      bytes.append("<g")
      SVGPayload.append(placed, fileExtension: nil, to: &bytes)
      bytes.append("/>\n")
    }
  }

  private mutating func appendFrame(_ frame: PlacedImage.Frame) {
    bytes.append(" x=\"")
    bytes.append(tenths: Int64(frame.x))
    bytes.append("\" y=\"")
    bytes.append(tenths: Int64(frame.y))
    bytes.append("\" width=\"")
    bytes.append(tenths: Int64(frame.width))
    bytes.append("\" height=\"")
    bytes.append(tenths: Int64(frame.height))
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendPair(_ function: StaticString, _ first: Int32, _ second: Int32) {
    bytes.append(function)
    bytes.append(UInt8(ascii: "("))
    bytes.append(tenths: Int64(first))
    bytes.append(UInt8(ascii: " "))
    bytes.append(tenths: Int64(second))
    bytes.append(UInt8(ascii: ")"))
  }

  /// The rotation about the frame's centre; false for none.
  @discardableResult
  private mutating func appendRotation(_ placed: PlacedImage) -> Bool {
    guard let rotation = placed.rotation, rotation != 0 else { return false }
    bytes.append("rotate(")
    bytes.append(tenths: Int64(rotation))
    bytes.append(UInt8(ascii: " "))
    // The centre lies on half steps of the grid.
    bytes.append(thousandths: (2 * Int64(placed.frame.x) + Int64(placed.frame.width)) * 50)
    bytes.append(UInt8(ascii: " "))
    bytes.append(thousandths: (2 * Int64(placed.frame.y) + Int64(placed.frame.height)) * 50)
    bytes.append(UInt8(ascii: ")"))
    return true
  }

  private mutating func appendOpacity(_ placed: PlacedImage) {
    let opacity = min(max(Int64(placed.opacity ?? 1000), 0), 1000)
    if opacity < 1000 { appendOpacity(thousandths: opacity) }
  }

  private mutating func appendReference(_ source: SVGImage, _ emit: ([UInt8]) throws -> Void) throws {
    bytes.append(" xlink:href=\"")
    switch source {
    case .linked(_, let reference): bytes.append(xmlValue: reference.utf8)
    case .embedded(let file, let data):
      bytes.append(contentsOf: "data:\(file.mediaType);base64,".utf8)
      var start = 0
      while start < data.count {
        let end = min(start + Base64.pieceByteCount, data.count)
        Base64.append(data[start..<end], to: &bytes)
        try emit(bytes)
        bytes.removeAll(keepingCapacity: true)
        start = end
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
