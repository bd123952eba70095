public import DurableFiles
public import NoteModel

/// Where everything of a package lies: the one place that spells its names.
public enum Layout {
  public static let packageExtension = "lnote"
  public static let archiveExtension = "lnotepack"

  public static let manifest = trusted("manifest.json")
  public static let document = trusted("document.json")
  public static let database = trusted("pages.sqlite")
  /// What SQLite keeps beside it while it is open: committed changes that are not in the file yet.
  public static let databaseLog = trusted("pages.sqlite-wal")
  static let pages = trusted("pages")
  static let assets = trusted("assets")
  static let thumbnails = trusted("thumbnails")

  /// The folder name of a document that is made new.
  public static func packageName(_ id: Identifier) -> Name? {
    Name("\(id.canonicalText).\(packageExtension)")
  }

  public static func page(_ id: Identifier) -> RelativePath? {
    RelativePath("pages/\(id.canonicalText).content")
  }

  public static func journal(_ id: Identifier) -> RelativePath? {
    RelativePath("pages/\(id.canonicalText).journal")
  }

  public static func thumbnail(_ id: Identifier) -> RelativePath? {
    RelativePath("thumbnails/\(id.canonicalText).jpg")
  }

  public static func asset(_ id: Identifier, extension suffix: String) -> RelativePath? {
    RelativePath(suffix.isEmpty ? "assets/\(id.canonicalText)" : "assets/\(id.canonicalText).\(suffix)")
  }

  private static func trusted(_ text: StaticString) -> RelativePath {
    guard let path = RelativePath("\(text)") else { preconditionFailure("\(text) is a path") }
    return path
  }

  /// Whether a folder of this name is a package: it ends in `.lnote`, in any case.
  public static func isPackageName(_ name: Name) -> Bool {
    let suffix = Array(".\(packageExtension)".utf8)
    return name.bytes.count > suffix.count
      && name.bytes.suffix(suffix.count).elementsEqual(suffix) { byte, wanted in
        byte == wanted || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == wanted
      }
  }

  /// The document id that a package's folder name says, if it says one.
  public static func documentID(of name: Name) -> Identifier? {
    guard isPackageName(name) else { return nil }
    let id = stemAndExtension(name).stem.map { Identifier($0) }
    return id?.uuid == nil ? nil : id
  }

  /// Splits at the last dot; both nil for a name that isn't UTF-8.
  static func stemAndExtension(_ name: Name) -> (stem: String?, suffix: String?) {
    guard let text = name.text else { return (nil, nil) }
    guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")), dot != text.utf8.startIndex else {
      return (text, nil)
    }
    return (String(text[..<dot]), String(text[text.utf8.index(after: dot)...]))
  }
}

/// What a file or folder of a package is there for.
public enum Role: Sendable, Hashable {
  case manifest
  case document
  case database
  /// `-wal`, `-shm` or `-journal` of the database.
  case databaseSidecar
  /// `pages`, `assets` or `thumbnails` itself.
  case knownFolder
  case page(Identifier)
  case journal(Identifier)
  /// Anything directly inside `assets/`; an id without a UUID for a foreign name.
  case asset(Identifier, extension: String)
  case thumbnail(Identifier)
  /// Unfinished work of a writer: ours or another program's.
  case temporary
  /// What desktops and sync programs drop everywhere.
  case litter
  /// A stand-in for a member that a sync program hasn't downloaded.
  case placeholder
  /// What a sync program made when two devices wrote the same file.
  case conflictCopy(of: RelativePath)
  /// Everything else; kept by every operation.
  case extra

  public init(of path: RelativePath) {
    let name = path.name
    if Self.isPlain(path), let folder = path.parent {
      self = Self.inside(folder, name)
    } else if Litter.isLitter(path) {
      self = .litter
    } else if Litter.isTemporary(name) {
      self = .temporary
    } else if Litter.isPlaceholder(name) {
      self = .placeholder
    } else if let original = ConflictCopy.original(of: path) {
      self = .conflictCopy(of: original)
    } else if path.names.count == 1 {
      self = Self.atTop(path)
    } else if path.names.count == 2, let folder = path.parent {
      self = Self.inside(folder, name)
    } else {
      self = .extra
    }
  }

  /// Whether a file of a known folder is named as long as a UUID and with a plain extension. No other program's names
  /// look like that, and nearly all files are named so.
  private static func isPlain(_ path: RelativePath) -> Bool {
    let bytes = path.name.bytes
    guard path.names.count == 2, bytes.count > 37, bytes[36] == UInt8(ascii: "."),
      [Layout.pages.name, Layout.assets.name, Layout.thumbnails.name].contains(path.names[0])
    else { return false }
    let suffix = bytes[37...]
    return bytes[..<36].allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
      && suffix.allSatisfy(\.isASCIILetterOrDigit) && !suffix.elementsEqual("tmp".utf8)
      && !suffix.elementsEqual("lock".utf8)
  }

  private static func atTop(_ path: RelativePath) -> Role {
    switch path {
    case Layout.manifest: .manifest
    case Layout.document: .document
    case Layout.database: .database
    case Layout.pages, Layout.assets, Layout.thumbnails: .knownFolder
    default:
      ["pages.sqlite-wal", "pages.sqlite-shm", "pages.sqlite-journal"].contains(path.text)
        ? .databaseSidecar : .extra
    }
  }

  private static func inside(_ folder: RelativePath, _ name: Name) -> Role {
    let (stem, suffix) = Layout.stemAndExtension(name)
    guard let stem else {
      return folder == Layout.assets ? .asset(Identifier(name.description), extension: "") : .extra
    }
    let id = Identifier(stem)
    switch folder {
    case Layout.assets: return .asset(id, extension: suffix ?? "")
    case Layout.pages where id.uuid != nil && suffix == "content": return .page(id)
    case Layout.pages where id.uuid != nil && suffix == "journal": return .journal(id)
    case Layout.thumbnails where id.uuid != nil && suffix == "jpg": return .thumbnail(id)
    default: return .extra
    }
  }
}

/// Names that sync programs give to the second state of a file.
enum ConflictCopy {
  /// The file that a copy was made of, if that has a place in a package: `document 2.json` is of `document.json`.
  static func original(of path: RelativePath) -> RelativePath? {
    guard path.names.count <= 2, let name = original(of: path.name) else { return nil }
    let original = RelativePath((path.parent?.names ?? []) + [name])
    switch Role(of: original) {
    case .document, .manifest, .database, .page, .journal, .thumbnail: return original
    case .asset(let id, _): return id.uuid == nil ? nil : original
    default: return nil
    }
  }

  /// A name without what a sync program added before its extension; nil when nothing was.
  static func original(of name: Name) -> Name? {
    let parts = Layout.stemAndExtension(name)
    guard let stem = parts.stem, let bare = bareStem(stem), !bare.isEmpty else { return nil }
    return Name(parts.suffix.map { "\(bare).\($0)" } ?? bare)
  }

  private static func bareStem(_ stem: String) -> String? {
    guard stem.utf8.contains(where: { " (.".utf8.contains($0) }) else { return nil }
    if let range = stem.utf8.firstRange(of: ".sync-conflict-".utf8) {
      return String(stem[..<range.lowerBound])
    }
    if stem.hasSuffix(")"), let open = stem.lastIndex(of: "("), open > stem.startIndex {
      let inside = stem[stem.index(after: open)...].dropLast().lowercased()
      let isCopy =
        inside.contains("conflicted copy") || inside.contains("conflict") || inside.allSatisfy(\.isNumber)
      return isCopy ? trimmed(stem[..<open]) : nil
    }
    guard let space = stem.lastIndex(of: " "), case let digits = stem[stem.index(after: space)...],
      !digits.isEmpty,
      digits.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
    else { return nil }
    return trimmed(stem[..<space])
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// Names that other programs leave behind.
enum Litter {
  /// Desktop and sync litter, also when it lies inside a litter folder.
  static func isLitter(_ path: RelativePath) -> Bool {
    path.names.contains { name in
      guard let text = name.text else { return false }
      return names.contains(text) || text.hasPrefix("._")
    }
  }

  /// Whether a name says that the file is one of macOS, which only its first bytes prove.
  static func claimsAppleDouble(_ path: RelativePath) -> Bool {
    path.name.bytes.starts(with: "._".utf8) && !path.names.dropLast().contains { isLitter(RelativePath($0)) }
  }

  static let appleDoubleMagic: [UInt8] = [0x00, 0x05, 0x16, 0x07]

  private static let names: Set<String> = [
    ".DS_Store", "Thumbs.db", "ehthumbs.db", "desktop.ini", "Desktop.ini", "@eaDir", "__MACOSX", ".directory",
    ".Spotlight-V100", ".Trashes", ".fseventsd", ".TemporaryItems", ".localized", "Icon\r",
  ]

  /// Whether macOS made a name of another, for the time of a save.
  private static func isSafeSave(_ name: [UInt8]) -> Bool {
    name.indices.contains { name[$0] == UInt8(ascii: ".") && name[$0...].starts(with: ".sb-".utf8) }
  }

  static func isTemporary(_ name: Name) -> Bool {
    guard let text = name.text else { return false }
    return TemporaryName.isTemporary(name) || Stage.isStageName(name) || text.hasPrefix(".dat.nosync")
      || text.hasSuffix(".tmp") || isSafeSave(name.bytes) || text.hasSuffix("~")
      || text == ".lock"
      || text.hasSuffix(".lock")
  }

  /// `.Name.icloud`: the file is known, its bytes are elsewhere.
  static func isPlaceholder(_ name: Name) -> Bool {
    guard let text = name.text else { return false }
    return text.hasPrefix(".") && text.hasSuffix(".icloud")
  }

  /// The file that a placeholder stands for.
  static func path(of placeholder: RelativePath) -> RelativePath? {
    guard let name = Name(placeholder.name.bytes.dropFirst().dropLast(".icloud".utf8.count)) else {
      return nil
    }
    return RelativePath(placeholder.names.dropLast() + [name])
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
