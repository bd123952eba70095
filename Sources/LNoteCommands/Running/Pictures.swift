import DurableFiles
import NoteModel
import NotePackage
import Synchronization

#if Rendering
  import NoteRendering
#endif

/// What every command that draws needs.
enum Pictures {
  /// Draws what a repair finds missing or stale; nil in a build that leaves drawing out.
  static var drawer: (any ThumbnailDrawing)? {
    #if Rendering
      ThumbnailDrawer()
    #else
      nil
    #endif
  }

  /// The failure of a build that leaves drawing out.
  static func missing(_ path: Path) -> PackageError {
    PackageError(
      .unsupported, path,
      "can't be drawn: this build has no pictures; build with the package trait Rendering, which takes cairo and "
        + "libjpeg-turbo")
  }
}

/// Reads one package for several threads, one read at a time. A class, since they share it.
final class PageReader: Sendable {
  private let package: Mutex<Package>

  init(_ path: Path) throws(PackageError) { package = Mutex(try Package.open(path)) }

  func page(_ id: Identifier) throws(PackageError) -> Page {
    try package.withLock { (package) throws(PackageError) in try package.page(id) }
  }

  /// The file of an image; nil when there is none, or one too large to be drawn.
  func asset(_ id: Identifier) throws(PackageError) -> [UInt8]? {
    try package.withLock { (package) throws(PackageError) in try package.drawableAsset(id) }
  }

  func assetByteCount(_ id: Identifier) -> Int? {
    package.withLock { $0.inventory.asset(id)?.entry.byteCount }
  }

  /// The file of a page's thumbnail; nil when there is none.
  func thumbnail(_ id: Identifier) throws(PackageError) -> [UInt8]? {
    try package.withLock { (package) throws(PackageError) in
      guard let entry = package.inventory.thumbnails[id] else { return nil }
      return try package.source.read(entry.path, limit: package.limits.assetByteCount)
    }
  }
}

extension Package {
  /// The file of an image; nil when there is none, or one too large to be drawn.
  func drawableAsset(_ id: Identifier) throws(PackageError) -> [UInt8]? {
    do {
      return try assetBytes(id)
    } catch {
      guard error.code == .notFound || error.code == .tooLarge else { throw error }
      return nil
    }
  }
}

#if Rendering
  extension PackageError {
    init(_ error: RenderingError, drawing path: Path) {
      let code: Code =
        switch error.code {
        case .tooLarge: .tooLarge
        case .unreadable: .damaged
        default: .system
        }
      self.init(code, path, error.message, underlying: error)
    }

    /// Whatever drawing and the closures that it was given throw.
    init(_ error: any Error, drawing path: Path) {
      switch error {
      case let error as PackageError: self = error
      case let error as FileError: self.init(error)
      case let error as RenderingError: self.init(error, drawing: path)
      default: self.init(.system, path, "\(error)", underlying: error)
      }
    }
  }

  extension Console {
    /// Says which images aren't drawn as they should be.
    func note(_ warnings: [DrawingWarning], in path: Path) -> ExitStatus {
      for warning in warnings { note("\(path): the asset \(warning.asset) \(warning.reason)") }
      return warnings.isEmpty ? .done : .doneWithWarnings
    }
  }
#endif
