import NoteModel

extension JSONExport {
  func writePage(
    _ entry: PageEntry, _ page: Page, to writer: inout JSONWriter, _ emit: ([UInt8]) throws -> Void
  ) throws {
    try writer.object { writer in
      writePageFields(entry, page, to: &writer)
      writer.key("elements")
      try writer.array { writer in
        for element in page.elements {
          writeElement(element, to: &writer)
          if writer.bytes.count >= Self.pieceByteCount { try emit(writer.takeBytes()) }
        }
      }
      writer.write(unknown: entry.extra, in: .page, isOneLine: false)
    }
  }

  /// The known keys of a page but its elements.
  func writePageFields(_ entry: PageEntry, _ page: Page, to writer: inout JSONWriter) {
    let isOneLine = layout == .lines
    writer.key("id")
    writer.string(entry.id.text)
    writer.key("width")
    writer.number(entry.canvas.width)
    writer.key("height")
    writer.number(entry.canvas.height)
    if !entry.canvas.extra.isEmpty {
      writer.key("canvas")
      writer.object { $0.write(unknown: entry.canvas.extra, in: .canvas, isOneLine: isOneLine) }
    }
    writer.key("createdAt")
    writer.string(entry.createdAt.text)
    writer.key("modifiedAt")
    writer.string(entry.modifiedAt.text)
    writeEpoch(page.epoch, to: &writer)
    writeContent(entry, page, isOneLine: isOneLine, to: &writer)
  }

  /// An epoch of 0 that the page file spells out is the usual case and goes without saying; `null` tells that the
  /// file doesn't have the key.
  private func writeEpoch(_ epoch: UInt64?, to writer: inout JSONWriter) {
    guard epoch != 0 else { return }
    writer.key("epoch")
    if let epoch { writer.integer(epoch) } else { writer.null() }
  }

  /// What the page file says beyond its page's entry in the document.
  private func writeContent(_ entry: PageEntry, _ page: Page, isOneLine: Bool, to writer: inout JSONWriter) {
    let hasOwnSpelling = !page.id.text.utf8.elementsEqual(entry.id.text.utf8)
    guard hasOwnSpelling || !page.extra.isEmpty || !page.trailingExtra.isEmpty else { return }
    writer.key("content")
    writer.object { writer in
      if hasOwnSpelling {
        writer.key("page")
        writer.string(page.id.text)
      }
      if !page.extra.isEmpty {
        writer.key("header")
        writer.object { $0.write(unknown: page.extra, in: .content, isOneLine: isOneLine) }
      }
      if !page.trailingExtra.isEmpty {
        writer.key("trailer")
        writer.object { $0.write(unknown: page.trailingExtra, in: .content, isOneLine: isOneLine) }
      }
    }
  }

  func writeElement(_ element: Element, to writer: inout JSONWriter) {
    switch element {
    case .stroke(let stroke): write(stroke, to: &writer)
    case .image(let image): write(image, to: &writer)
    case .unknown(let element): writer.raw(layout == .lines ? oneLine(element.json) : element.json)
    }
  }

  private func write(_ stroke: Stroke, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("type")
      writer.string("stroke")
      writer.key("id")
      writer.string(stroke.id.text)
      writer.key("tool")
      writer.string(stroke.tool.rawValue)
      writer.key("color")
      writer.string(stroke.color.text)
      if let startedAt = stroke.startedAt {
        writer.key("startedAt")
        writer.string(startedAt.text)
      }
      if case .constant(let radius) = stroke.radius {
        writer.key("radius")
        writer.raw(gridText(tenths: Int64(radius)))
      }
      let columns = SampleColumns(stroke)
      writer.key("fields")
      writer.raw(columns.fieldsText(isSpaced: layout == .pretty))
      writer.key("samples")
      writer.raw(columns.samplesText(indentation: layout == .pretty ? Self.sampleIndentation : nil))
      writer.write(unknown: stroke.extra, in: .stroke, isOneLine: layout == .lines)
    }
  }

  /// Root, pages, page, elements, element, samples: each is two spaces deeper.
  private static let sampleIndentation = 12

  private func write(_ image: PlacedImage, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("type")
      writer.string("image")
      writer.key("id")
      writer.string(image.id.text)
      writer.key("asset")
      writer.string(image.asset.text)
      writer.key("x")
      writer.raw(gridText(tenths: Int64(image.frame.x)))
      writer.key("y")
      writer.raw(gridText(tenths: Int64(image.frame.y)))
      writer.key("width")
      writer.raw(gridText(tenths: Int64(image.frame.width)))
      writer.key("height")
      writer.raw(gridText(tenths: Int64(image.frame.height)))
      if let rotation = image.rotation {
        writer.key("rotation")
        writer.raw(gridText(tenths: Int64(rotation)))
      }
      if let opacity = image.opacity {
        var text: [UInt8] = []
        text.append(thousandths: Int64(opacity))
        writer.key("opacity")
        writer.raw(text)
      }
      writer.write(unknown: image.extra, in: .image, isOneLine: layout == .lines)
    }
  }
}

extension JSONWriter {
  /// The unknown keys of an object, under `extra` when one of them is called like a known one.
  mutating func write(unknown members: [RawMember], in names: JSONNames, isOneLine: Bool) {
    guard !members.isEmpty else { return }
    let kept = isOneLine ? members.map(\.onOneLine) : members
    if members.contains(where: { names.known.contains($0.name) }) {
      key("extra")
      object { $0.members(kept) }
    } else {
      self.members(kept)
    }
  }
}
