import NoteModel

extension StrokeCollector {
  mutating func add(
    fill path: FlatPath, isEvenOdd: Bool, _ color: Color, _ node: Int, _ warnings: inout SVGWarnings
  ) {
    endChain(&warnings)
    guard !isInGroup, fills == .outline || fills == .skip else {
      return add(pieces: path, isEvenOdd: isEvenOdd, color, node, &warnings)
    }
    for subpath in path.subpaths where path.hasArea(subpath) {
      let points = path.points[subpath.points]
      samples += path.closedCount(subpath)
      emit(fill: points, isEvenOdd: isEvenOdd, color, node, &warnings)
    }
  }

  /// A fill of which has to be kept what it looked like.
  private mutating func add(
    pieces path: FlatPath, isEvenOdd: Bool, _ color: Color, _ node: Int, _ warnings: inout SVGWarnings
  ) {
    let pieces = path.subpaths.filter { path.hasArea($0) }.map { subpath in
      DrawnPiece(
        kind: .fill(isEvenOdd: isEvenOdd), points: path.polyline(subpath, isClosed: true), color: color,
        node: node)
    }
    if !isInGroup, shade(pieces, isEvenOdd: isEvenOdd, &warnings) { return }
    for piece in pieces { add(piece, &warnings) }
  }

  /// Hatches or pictures a fill with its holes; false when it isn't to be, or can't.
  mutating func shade(
    _ pieces: [DrawnPiece], isEvenOdd: Bool, _ warnings: inout SVGWarnings
  ) -> Bool {
    guard fills == .hatch || fills == .image, let first = pieces.first, !isFull else { return false }
    if pieces.count == 1, let line = centerLine(first.points[...], isEvenOdd: isEvenOdd, first.node) {
      warnings.add(.ribbon, first.node)
      append(line, first.color)
      return true
    }
    let polygons = pieces.map(\.points)
    if fills == .hatch {
      guard let lines = FillHatching.lines(polygons, isEvenOdd: isEvenOdd) else { return false }
      warnings.add(.fillHatched, first.node)
      for line in lines where elements.count < Self.elementLimit {
        samples += 2
        emit([line.from, line.to], isClosed: false, radius: Self.outlineRadius, first.color)
      }
      return true
    }
    guard pictureByteCount < ImageCollector.byteLimit,
      let picture = FillPicture(polygons, isEvenOdd: isEvenOdd, first.color)
    else { return false }
    warnings.add(.fillPictured, first.node)
    append(picture)
    return true
  }

  private mutating func append(_ picture: FillPicture) {
    let asset = AssetFile(id: makeIdentifier(), fileExtension: "png")
    let frame = PlacedImage.Frame(
      x: GridLine.coordinate(picture.origin.x), y: GridLine.coordinate(picture.origin.y),
      width: GridLine.coordinate(picture.width), height: GridLine.coordinate(picture.height))
    pictures.append(SVGPage.EmbeddedAsset(file: asset, bytes: picture.png))
    pictureByteCount += picture.png.count
    append(.image(PlacedImage(id: makeIdentifier(), asset: asset.id, frame: frame)))
  }
}
