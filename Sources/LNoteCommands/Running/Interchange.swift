import DurableFiles
import NoteInterchange
import NoteModel
import NotePackage

/// Connects the texts of other programs with packages.
enum Interchange {
  /// Makes a package of a JSON text.
  static func fill(_ draft: PackageDraft, json bytes: [UInt8], _ path: Path) throws(PackageError) {
    var receiver = DraftReceiver(draft: draft, origin: path)
    do {
      let imported = try JSONImport.read(bytes.span, into: &receiver)
      try draft.finish(imported.document, manifestExtra: imported.manifestExtra)
    } catch let error as PackageError {
      throw error
    } catch let error as InterchangeError {
      throw PackageError(error, in: path)
    } catch {
      throw PackageError(.damaged, path, "\(error)")
    }
  }

  /// Makes a package of drawings, a page each; of a single one with the document that it says.
  static func fill(
    _ draft: PackageDraft, _ drawings: [(path: Path, page: SVGPage)]
  ) throws(PackageError) {
    guard let first = drawings.first else { return }
    var pages: [PageEntry] = []
    var assets: Set<Identifier> = []
    for (path, drawing) in drawings {
      if let linked = drawing.linkedAssets.first {
        throw PackageError(
          .unsupported, path,
          "refers to the image \(linked.reference); export with --images embedded to import it")
      }
      guard !pages.contains(where: { $0.id == drawing.entry.id }) else {
        throw PackageError(
          .refused, path, "is the page \(drawing.entry.id) again, which stands in another drawing")
      }
      for asset in drawing.assets where assets.insert(asset.file.id).inserted {
        try draft.addAsset(asset.file.id, extension: asset.file.fileExtension, asset.bytes)
      }
      try draft.add(drawing.page)
      pages.append(drawing.entry)
    }
    let isOneDocument = drawings.allSatisfy { $0.page.documentID == first.page.documentID }
    try draft.finish(
      Document(
        id: isOneDocument ? first.page.documentID : identifier(of: pages), title: first.page.title,
        createdAt: pages.map(\.createdAt).min { $0.milliseconds < $1.milliseconds }
          ?? first.page.entry.createdAt,
        modifiedAt: pages.map(\.modifiedAt).max { $0.milliseconds < $1.milliseconds }
          ?? first.page.entry.modifiedAt, pages: pages))
  }

  /// The same for the same pages, so that importing them twice makes one document (RFC 9562, version 8).
  private static func identifier(of pages: [PageEntry]) -> Identifier {
    var digest = Array(SHA256.hash(pages.flatMap { Array($0.id.text.utf8) + [0] }).prefix(16))
    digest[6] = digest[6] & 0x0F | 0x80
    digest[8] = digest[8] & 0x3F | 0x80
    let digits = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
    let text = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
    return Identifier(text)
  }

  /// Puts what a text delivers into a draft.
  private struct DraftReceiver: DocumentReceiver {
    let draft: PackageDraft
    let origin: Path

    func asset(_ file: AssetFile, bytes: [UInt8]) throws {
      try draft.addAsset(file.id, extension: file.fileExtension, bytes)
    }

    func linkedAsset(_ file: AssetFile, reference: String) throws {
      throw PackageError(
        .unsupported, origin, "refers to the asset \(reference); export with --assets embedded to import it")
    }

    func page(_ page: Page, entry: PageEntry) throws { try draft.add(page) }

    func file(path: [UInt8], bytes: [UInt8]) throws {
      guard let place = RelativePath(path) else {
        throw PackageError(.refused, origin, "names a file \(Path(path)) that can't stand in a package")
      }
      try draft.addFile(place, bytes)
    }
  }
}

extension PackageError {
  /// File, line, column and path of the first fault.
  init(_ error: InterchangeError, in path: Path) {
    var place = error.line.map { "line \($0)" } ?? ""
    if let column = error.column { place += ", column \(column)" }
    if !error.path.isEmpty { place += place.isEmpty ? error.path : " (\(error.path))" }
    let code: Code =
      switch error.code {
      case .newerFormat: .newerFormat
      case .foreignDrawing: .unsupported
      case .limit: .tooLarge
      default: .damaged
      }
    self.init(code, path, place.isEmpty ? error.message : "\(place): \(error.message)", underlying: error)
  }
}
