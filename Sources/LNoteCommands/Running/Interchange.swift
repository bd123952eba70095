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

  /// Makes a package of one page of an SVG text.
  static func fill(_ draft: PackageDraft, svg bytes: [UInt8], _ path: Path) throws(PackageError) {
    let drawing: SVGPage
    do throws(InterchangeError) { drawing = try SVGImport.read(bytes.span) } catch {
      throw PackageError(error, in: path)
    }
    if let linked = drawing.linkedAssets.first {
      throw PackageError(
        .unsupported, path,
        "refers to the image \(linked.reference); export with --images embedded to import it")
    }
    for asset in drawing.assets {
      try draft.addAsset(asset.file.id, extension: asset.file.fileExtension, asset.bytes)
    }
    try draft.add(drawing.page)
    try draft.finish(
      Document(
        id: drawing.documentID, title: drawing.title, createdAt: drawing.entry.createdAt,
        modifiedAt: drawing.entry.modifiedAt, pages: [drawing.entry]))
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
