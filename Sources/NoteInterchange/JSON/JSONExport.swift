public import NoteModel

/// A document as JSON for scripts and people: all pages, absolute values in points.
///
/// Numbers carry exactly the decimals of the grid, unknown keys stand byte for byte behind the known ones, so that
/// ``JSONImport`` gives the same document, pages and assets back. The text goes out in pieces; no more than one page
/// or asset is held at a time. The shape is described by ``JSONSchema``.
public struct JSONExport: Sendable {
  public enum Layout: Sendable, Hashable {
    /// One line, no spaces.
    case compact
    /// Two spaces of indentation, one sample a line.
    case pretty
    /// NDJSON: a line for the document, each page, element, asset and file. A kept value that holds line breaks
    /// loses the white space between its parts there.
    case lines
  }

  public enum AssetPolicy: Sendable, Hashable {
    /// As base64 under `data`.
    case embedded
    /// As a name under `href`; the caller writes the files.
    case linked
    case omitted
  }

  public var document: Document
  /// Those of the document's pages to write, in their order.
  public var pages: [PageEntry]
  /// The unknown keys of `manifest.json`.
  public var manifestExtra: [RawMember]
  public var assets: [AssetFile]
  /// Paths inside the package of files that the format doesn't know.
  public var extraFiles: [[UInt8]]
  public var layout: Layout
  public var assetPolicy: AssetPolicy

  public init(
    document: Document, pages: [PageEntry]? = nil, manifestExtra: [RawMember] = [],
    assets: [AssetFile] = [], extraFiles: [[UInt8]] = [], layout: Layout = .compact,
    assetPolicy: AssetPolicy = .embedded
  ) {
    self.document = document
    self.pages = pages ?? document.pages
    self.manifestExtra = manifestExtra
    self.assets = assets
    self.extraFiles = extraFiles
    self.layout = layout
    self.assetPolicy = assetPolicy
  }

  /// Where the parts come from and the text goes to.
  public struct Connections {
    public var readPage: (PageEntry) throws -> Page
    public var readAsset: (AssetFile) throws -> [UInt8]
    public var readExtraFile: ([UInt8]) throws -> [UInt8]
    /// The reference to an asset that is linked, such as a path beside the JSON.
    public var reference: (AssetFile) throws -> String

    public init(
      readPage: @escaping (PageEntry) throws -> Page,
      readAsset: @escaping (AssetFile) throws -> [UInt8] = { _ in [] },
      readExtraFile: @escaping ([UInt8]) throws -> [UInt8] = { _ in [] },
      reference: @escaping (AssetFile) throws -> String = { $0.name }
    ) {
      self.readPage = readPage
      self.readAsset = readAsset
      self.readExtraFile = readExtraFile
      self.reference = reference
    }
  }

  /// Writes the whole text.
  ///
  /// - Parameter emit: takes the next piece of the text.
  /// - Throws: what the closures throw, and nothing else.
  public func write(_ connections: Connections, emit: ([UInt8]) throws -> Void) throws {
    switch layout {
    case .compact: try writeWhole(connections, JSONWriter(.compact), emit)
    case .pretty: try writeWhole(connections, JSONWriter(.indented), emit)
    case .lines: try writeLines(connections, emit)
    }
  }

  /// A piece is handed over when it is at least this long.
  static let pieceByteCount = 64 * 1024

  private func writeWhole(
    _ connections: Connections, _ blank: JSONWriter, _ emit: ([UInt8]) throws -> Void
  ) throws {
    var writer = blank
    try writer.object { writer in
      writeHead(to: &writer)
      writer.key("pages")
      try writer.array { writer in
        for entry in pages {
          let page = try connections.readPage(entry)
          try writePage(entry, page, to: &writer, emit)
        }
      }
      if assetPolicy != .omitted {
        writer.key("assets")
        try writer.array { writer in
          for asset in assets { try writeAsset(asset, connections, to: &writer, emit) }
        }
      }
      if !extraFiles.isEmpty {
        writer.key("files")
        try writer.array { writer in
          for path in extraFiles { try writeFile(path, connections, to: &writer, emit) }
        }
      }
    }
    writer.endLine()
    try emit(writer.takeBytes())
  }

  /// What tells the format, the document and its cache.
  func writeHead(to writer: inout JSONWriter) {
    writer.key("format")
    writer.string(JSONFormat.name)
    writer.key("version")
    writer.integer(JSONFormat.version)
    writer.key("document")
    writer.object { writer in
      writer.key("id")
      writer.string(document.id.text)
      writer.key("title")
      writer.string(document.title)
      writer.key("createdAt")
      writer.string(document.createdAt.text)
      writer.key("modifiedAt")
      writer.string(document.modifiedAt.text)
      if let storage = document.storage {
        writer.key("storage")
        writer.string(storage)
      }
      writer.write(unknown: document.extra, in: .document, isOneLine: layout == .lines)
    }
    if !manifestExtra.isEmpty {
      writer.key("manifest")
      writer.object { $0.write(unknown: manifestExtra, in: .manifest, isOneLine: layout == .lines) }
    }
  }
}

/// What a text says about itself.
enum JSONFormat {
  static let name = "lnote-json"
  static let version = 1
}
