import CommandTable
import DurableFiles
import NoteInterchange
import NoteModel
import NotePackage

/// How a run reads drawings: what its options say about SVG.
struct DrawingInput {
  private let fills: SVGImport.Fills
  private let resolution: Double
  private let assetRoot: Folder?

  static let options = [
    Option(
      "as-pages", help: "SVG: makes one document of all drawings, a page each, instead of one document each."),
    Option(
      "fills", value: .required("HOW", kind: .choice(SVGImport.Fills.allCases.map(\.rawValue))),
      help:
        """
        SVG: what becomes of a filled area: the stroke around it (the default), slanted lines across it, a picture, \
        or nothing.
        """
    ),
    Option(
      "asset-root", value: .required("DIR", kind: .folder),
      help: "SVG: takes images that a drawing refers to out of this folder; else none is read."),
    Option(
      "dpi", value: .required("N", kind: .integer(10...2400)),
      help: "SVG: how many px an inch has: 96, or 72 or 90 in the files of some programs."),
  ]

  /// Without options: as it is when nobody says otherwise.
  init() {
    fills = .outline
    resolution = 96
    assetRoot = nil
  }

  init(_ invocation: Invocation) throws(PackageError) {
    fills = invocation.text("fills").flatMap { SVGImport.Fills(rawValue: $0) } ?? .outline
    resolution = Double(invocation.integer("dpi") ?? 96)
    do throws(FileError) {
      assetRoot = try invocation.value("asset-root").map { (path) throws(FileError) in
        try Folder.open(Path(path))
      }
    } catch {
      throw PackageError(error)
    }
  }

  /// Reads one drawing.
  ///
  /// - Parameter now: in nanoseconds, for what has no date of its own.
  func read(_ bytes: consuming [UInt8], _ path: Path, now: Int64) throws(PackageError) -> SVGPage {
    var options = SVGImport.Options()
    options.fills = fills
    options.resolution = resolution
    options.title = Self.title(of: path)
    options.time = Timestamp(milliseconds: (Inputs.modified(path) ?? now) / 1_000_000)
    if let assetRoot {
      let limit = Limits.standard.assetByteCount
      options.readLinkedFile = { reference in
        // Below the folder, through no link: what isn't a plain relative path isn't there.
        guard let place = RelativePath(Array(reference.utf8)) else { return nil }
        return try? assetRoot.read(place, limit: limit)
      }
    }
    do throws(InterchangeError) { return try SVGImport.read(bytes, options) } catch {
      throw PackageError(error, in: path)
    }
  }

  /// The file's name without its extension.
  private static func title(of path: Path) -> String {
    guard path != Inputs.standardInput, let name = path.name?.text else { return "" }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}

extension Console {
  /// What an import of a drawing left out or changed; with `--json` an object each.
  func warn(_ warnings: [SVGWarning], of path: Path) throws(OutputFailure) {
    for warning in warnings {
      let times = warning.count > 1 ? " (\(warning.count) times)" : ""
      note("\(path): line \(warning.line) (\(warning.path)): \(warning.message)\(times)")
      try record("warning") { writer in
        writer.key("code")
        writer.string(warning.code.rawValue)
        writer.key("from")
        writer.string(path.description)
        for (key, number) in [("count", warning.count), ("line", warning.line)] {
          writer.key(key)
          writer.integer(number)
        }
        writer.key("element")
        writer.string(warning.path)
        writer.key("message")
        writer.string(warning.message)
      }
    }
  }
}
