import DurableFiles
import NoteModel

extension PackageCheck {
  mutating func checkAssets() {
    var first: [Identifier: Inventory.AssetFile] = [:]
    for asset in inventory.assets {
      if asset.id.uuid == nil {
        note(.assetName, path: asset.entry.path, "the name is no UUID")
      } else if let other = first[asset.id] {
        note(.assetIDTwice, path: asset.entry.path, "\(other.entry.path) has the same id")
      } else {
        first[asset.id] = asset
      }
      checkContent(asset)
    }
    checkReferences()
    checkOrphans()
  }

  private mutating func checkContent(_ asset: Inventory.AssetFile) {
    let entry = asset.entry
    if entry.byteCount == 0 {
      return note(.assetEmpty, path: entry.path, offset: 0, "the file has no content")
    }
    if entry.byteCount > limits.assetByteCount {
      return note(
        .fileTooLarge, path: entry.path, "\(entry.byteCount) bytes; at most \(limits.assetByteCount) are read"
      )
    }
    do {
      let ends = try source.readEnds(entry.path, count: AssetKind.endByteCount)
      guard let kind = AssetKind(head: ends.head) else {
        if ends.head.allSatisfy({ $0 == 0 }), ends.tail.allSatisfy({ $0 == 0 }) {
          note(.fileZeroed, path: entry.path, offset: 0, "begins and ends with NUL bytes")
        } else if let said = AssetKind(fileExtension: asset.fileExtension) {
          note(.assetType, path: entry.path, offset: 0, "the bytes are not those of \(said.name)")
        }
        return
      }
      if let said = AssetKind(fileExtension: asset.fileExtension), said != kind {
        note(
          .assetType, path: entry.path, offset: 0,
          "the bytes are \(kind.name), the extension says \(said.name)")
      }
      if !kind.isWhole(head: ends.head, tail: ends.tail, byteCount: entry.byteCount) {
        note(.assetTruncated, path: entry.path, offset: entry.byteCount, "the \(kind.name) ends early")
      }
    } catch {
      noteFailure(error, path: entry.path)
    }
  }

  private mutating func checkReferences() {
    var noted: Set<[Identifier]> = []
    let name = name
    for reference in assetReferences where inventory.asset(reference.asset) == nil {
      guard noted.insert([reference.page.id, reference.asset]).inserted else { continue }
      let isNotDownloaded = inventory.lacksDownload { role in
        if case .asset(reference.asset, _) = role { true } else { false }
      }
      if isNotDownloaded { continue }
      let found = searched(reference.path, reference.page) { search throws(PackageError) in
        try search.asset(reference.asset, except: name)
      }
      let target = found.flatMap { RelativePath(Layout.assets.names + [$0.path.name]) }
      note(
        .assetMissing, path: reference.path, page: reference.page, offset: reference.offset,
        remedy: found.flatMap { file in target.map { Remedy(.all, .fetch(file, to: $0)) } },
        "an image names the asset \(reference.asset), which has no file in assets/"
          + (found.map { "; \($0.path) is this asset" } ?? ""))
    }
  }

  /// Whether an orphan can't be something that a page being saved right now will name.
  private func isOldOrphan(_ entry: SourceEntry) -> Bool {
    guard let modified = entry.modified,
      !findings.contains(where: { $0.code.isUnjudged || $0.code == .ioError })
    else {
      return false
    }
    let keepers =
      databasePages.isEmpty ? Array(inventory.pages.values) : [inventory[Layout.database]].compactMap { $0 }
    let newestPage = keepers.compactMap(\.modified).max() ?? 0
    return modified / 1_000_000 < now - 86_400_000 && modified < newestPage
  }

  private mutating func checkOrphans() {
    guard knowsEveryReference else { return }
    let named = Set(assetReferences.map(\.asset))
    for asset in inventory.assets where !named.contains(asset.id) {
      var isNobodys = isOldOrphan(asset.entry)
      do throws(PackageError) {
        // A repair may have taken a damaged element out of its page; whoever undoes that needs the asset.
        if isNobodys, let search {
          isNobodys = try !search.mayBeShown(asset.id, onLostStatesOf: heldPages)
        }
      } catch {
        noteFailure(error, path: asset.entry.path)
        continue
      }
      note(
        .assetOrphan, path: asset.entry.path,
        remedy: isNobodys ? Remedy(.safe, .takeOut(asset.entry.path)) : nil,
        "\(asset.entry.byteCount) bytes that no page names")
    }
  }
}

/// The kinds of file that assets are, told by their first bytes.
enum AssetKind: String, CaseIterable {
  case jpeg, png, gif, webp, pdf, heif, tiff, bmp, svg

  /// As many bytes of each end as the kinds need.
  static let endByteCount = 64

  var name: String { rawValue.uppercased() }

  init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "jpg", "jpeg": self = .jpeg
    case "png": self = .png
    case "gif": self = .gif
    case "webp": self = .webp
    case "pdf": self = .pdf
    case "heic", "heif", "avif": self = .heif
    case "tif", "tiff": self = .tiff
    case "bmp": self = .bmp
    case "svg": self = .svg
    default: return nil
    }
  }

  init?(head: [UInt8]) {
    func has(_ text: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
    if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if has("%PDF-") {
      self = .pdf
    } else if has("ftyp", at: 4) {
      self = .heif
    } else if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      self = .tiff
    } else if has("BM") {
      self = .bmp
    } else if has("<svg") || has("<?xml") {
      self = .svg
    } else {
      return nil
    }
  }

  /// Whether a file ends the way its kind does; true where the end says nothing.
  func isWhole(head: [UInt8], tail: [UInt8], byteCount: Int) -> Bool {
    switch self {
    case .jpeg: Self.contains(tail, [0xFF, 0xD9])
    case .png: Self.contains(tail, Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82])
    case .gif: tail.contains(0x3B)
    case .webp:
      head.count < 8 || byteCount >= 8 + (0..<4).reduce(0) { $0 | Int(head[4 + $1]) << (8 * $1) }
    case .pdf: Self.contains(tail, Array("%%EOF".utf8))
    case .heif, .tiff, .bmp, .svg: true
    }
  }

  private static func contains(_ bytes: [UInt8], _ mark: [UInt8]) -> Bool {
    guard bytes.count >= mark.count else { return false }
    return (0...bytes.count - mark.count).contains { bytes[$0..<$0 + mark.count].elementsEqual(mark) }
  }
}
