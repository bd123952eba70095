#if Rendering
  import Dispatch
  import NoteModel

  /// Lets one large picture at a time be in memory, however many pages are drawn at once. A class, since they share it.
  public final class PictureGate: Sendable {
    private let semaphore = DispatchSemaphore(value: 1)

    public init() {}

    func enter() { semaphore.wait() }
    func leave() { semaphore.signal() }
  }

  /// The decoded pictures of the page being drawn. A class, since it gives the gate back at its end.
  final class PictureStore {
    /// What stands for an asset.
    enum Entry {
      case picture(PixelSurface)
      /// Nothing that can be drawn.
      case box
    }

    private struct Key: Hashable {
      let asset: Identifier
      let width: Int
      let height: Int
    }

    private let asset: (Identifier) throws -> [UInt8]?
    private let gate: PictureGate
    private var holdsGate = false
    private var entries: [Key: Entry] = [:]
    private var pixelCount = 0
    private var budget = PictureStore.pageBudget
    private var warned: Set<Identifier> = []
    private(set) var warnings: [DrawingWarning] = []

    /// Pictures of up to so many pixels are kept beside each other.
    private static let smallPixelCount = 4_000_000
    /// So many pixels of files are decoded for one page; no page that a hand made reaches it.
    private static let pageBudget = 4_000_000_000

    init(_ asset: @escaping (Identifier) throws -> [UInt8]?, gate: PictureGate) {
      self.asset = asset
      self.gate = gate
    }

    deinit { forget() }

    /// Lets go of all pictures, at the end of a page.
    func forget() {
      entries.removeAll()
      pixelCount = 0
      budget = Self.pageBudget
      if holdsGate { gate.leave() }
      holdsGate = false
    }

    func takeWarnings() -> [DrawingWarning] {
      defer {
        warnings = []
        warned = []
      }
      return warnings
    }

    /// The picture of an asset, at least as large as wanted if its file is.
    ///
    /// Throws what reading the asset throws; what can't be drawn becomes a warning and a box.
    func entry(_ id: Identifier, wanted: Point) throws -> Entry {
      let key = Key(asset: id, width: Int(min(wanted.x, 1e6)), height: Int(min(wanted.y, 1e6)))
      if let known = entries[key] { return known }
      let made: Entry
      do {
        made = .picture(try read(id, wanted: wanted))
      } catch let problem as PictureProblem {
        warn(id, problem)
        made = .box
      }
      entries[key] = made
      return made
    }

    private func read(_ id: Identifier, wanted: Point) throws -> PixelSurface {
      guard let bytes = try asset(id) else { throw PictureProblem("has no file") }
      let header = try PictureHeader(bytes)
      budget -= header.width * header.height
      guard budget > 0 else { throw PictureProblem("isn't drawn: the page shows too many large pictures") }
      let isLarge = header.width * header.height > Self.smallPixelCount
      if isLarge { makeRoom() }
      let picture =
        switch header {
        case .png: try PNGCoder.decode(bytes)
        case .jpeg(let header): try read(id, bytes, header, wanted: wanted)
        }
      if !isLarge {
        if pixelCount + picture.pixelCount > Self.smallPixelCount { dropPictures() }
        pixelCount += picture.pixelCount
      }
      return picture
    }

    private func makeRoom() {
      if !holdsGate { gate.enter() }
      holdsGate = true
      dropPictures()
    }

    private func dropPictures() {
      entries = entries.filter { if case .box = $0.value { true } else { false } }
      pixelCount = 0
    }

    private func read(
      _ id: Identifier, _ bytes: [UInt8], _ header: JPEGHeader, wanted: Point
    ) throws(PictureProblem) -> PixelSurface {
      let decoded = try JPEGCoder.decode(bytes, header, wanted: wanted)
      if let problem = decoded.problem { warn(id, problem) }
      return decoded.surface
    }

    private func warn(_ id: Identifier, _ problem: PictureProblem) {
      if warned.insert(id).inserted { warnings.append(DrawingWarning(asset: id, reason: problem.reason)) }
    }
  }
#endif
