import DurableFiles
import NoteModel

extension PackageCheck {
  /// Looks at what is there without opening any of it; false when nothing known is.
  mutating func checkInventory() -> Bool {
    guard inventory.entries.contains(where: { Self.isKnown(Role(of: $0.path)) }) else {
      note(.packageEmpty, "holds nothing that belongs to a package")
      return false
    }
    var inside: RelativePath?
    for entry in inventory.entries {
      // What lies inside a folder that was named as a whole isn't named again.
      if let inside, entry.path.names.starts(with: inside.names) { continue }
      if check(entry) { inside = entry.path }
    }
    checkNameClashes()
    checkPermissions()
    return true
  }

  /// A package that is read-only as a whole is somebody's intention; a file that its owner can't read never is.
  private mutating func checkPermissions() {
    var isWritable = false
    do throws(FileError) {
      if let folder = (source as? FolderSource)?.folder { isWritable = try folder.status().mode & 0o200 != 0 }
    } catch {
      noteFailure(PackageError(error))
    }
    for entry in inventory.entries {
      guard let mode = entry.mode, entry.kind == .file || entry.kind == .folder else { continue }
      let wanted: UInt32 = (entry.kind == .folder ? 0o500 : 0o400) | (isWritable ? 0o200 : 0)
      if mode & wanted != wanted {
        note(
          .permissions, path: entry.path, remedy: Remedy(.safe, .makeAccessible(entry.path)),
          "its mode is \(String(mode & 0o7777, radix: 8))")
      }
    }
  }

  private static func isKnown(_ role: Role) -> Bool {
    switch role {
    case .extra, .litter, .temporary, .placeholder: false
    default: true
    }
  }

  /// Notes what is wrong with one entry; true when its content needs no look of its own.
  private mutating func check(_ entry: SourceEntry) -> Bool {
    checkName(entry.path)
    switch entry.kind {
    case .link:
      note(.linkInside, path: entry.path, remedy: Remedy(.safe, .takeOut(entry.path)), "a symbolic link")
      return true
    case .special:
      note(
        .specialFile, path: entry.path, remedy: Remedy(.safe, .takeOut(entry.path)),
        "a FIFO, socket or device")
      return true
    case .file, .folder: break
    }
    let isFolder = entry.kind == .folder
    switch Role(of: entry.path) {
    case .litter:
      if Litter.claimsAppleDouble(entry.path), entry.kind == .file, !isAppleDouble(entry) {
        return checkExtra(entry)
      }
      note(.systemLitter, path: entry.path, isFolder ? "a folder of litter" : "litter")
      return true
    case .temporary: return true
    case .conflictCopy: break
    case .placeholder:
      note(.filePlaceholder, path: entry.path, "download it, then check again")
      knowsEveryReference = false
      return true
    case .knownFolder:
      if !isFolder { note(.entryWrongType, path: entry.path, "a file stands where a folder belongs") }
    case .extra:
      return checkExtra(entry)
    case .page, .journal, .asset, .thumbnail, .document, .manifest, .database, .databaseSidecar:
      if isFolder { note(.entryWrongType, path: entry.path, "a folder stands where a file belongs") }
      return isFolder
    }
    return false
  }

  /// Whether the file is what macOS keeps beside another one, as its name says.
  private mutating func isAppleDouble(_ entry: SourceEntry) -> Bool {
    do throws(PackageError) {
      return try source.readEnds(entry.path, count: 4).head == Litter.appleDoubleMagic
    } catch {
      noteFailure(error, path: entry.path)
      return true
    }
  }

  private mutating func checkExtra(_ entry: SourceEntry) -> Bool {
    guard entry.kind == .folder else {
      note(.extraFile, path: entry.path, "\(entry.byteCount) bytes")
      return false
    }
    guard Layout.isPackageName(entry.path.name) else { return false }
    note(.packageNested, path: entry.path, "move it into the library")
    return true
  }

  private mutating func checkName(_ path: RelativePath) {
    if let fault = Portability.fault(of: path.name) { note(.nameUnportable, path: path, fault) }
    let stem = Layout.stemAndExtension(path.name).stem
    let isIDName =
      switch Role(of: path) {
      case .page, .journal, .thumbnail, .asset: true
      default: false
      }
    if isIDName, let stem, case let id = Identifier(stem), id.uuid != nil, !id.isCanonical {
      noteSpelling(path, id)
    }
  }

  private mutating func noteSpelling(_ path: RelativePath, _ id: Identifier) {
    let suffix = Layout.stemAndExtension(path.name).suffix.map { "." + $0 } ?? ""
    let target = Name(id.canonicalText + suffix).map { RelativePath((path.parent?.names ?? []) + [$0]) }
    let isFree = target.map { inventory[$0] == nil } ?? false
    note(
      .uuidForm, path: path, remedy: isFree ? target.map { Remedy(.safe, .rename(path, to: $0)) } : nil,
      "the canonical spelling is \(id.canonicalText)")
  }

  private mutating func checkNameClashes() {
    var seen: [String: RelativePath] = [:]
    for entry in inventory.entries {
      guard let key = Portability.foldedText(entry.path) else { continue }
      if let first = seen[key] {
        var isCopy = false
        do throws(PackageError) {
          isCopy = try haveEqualContent(first, entry.path)
        } catch {
          noteFailure(error, path: entry.path)
        }
        note(
          .nameClash, path: entry.path, remedy: isCopy ? Remedy(.all, .takeOut(entry.path)) : nil,
          "is taken for \(first) where case or accents don't count\(isCopy ? "; the two are equal" : "")")
      } else {
        seen[key] = entry.path
      }
    }
  }
}

extension PackageCheck {
  func haveEqualContent(_ one: RelativePath, _ other: RelativePath) throws(PackageError) -> Bool {
    guard let first = inventory[one], let second = inventory[other], first.kind == .file,
      second.kind == .file, first.byteCount == second.byteCount
    else { return false }
    return try digest(one) == digest(other)
  }

  private func digest(_ path: RelativePath) throws(PackageError) -> [UInt8] {
    var digest = SHA256()
    try source.forEachPiece(of: path, limit: .max) { digest.update($0) }
    return digest.finalize()
  }
}

/// What names other file systems can hold.
enum Portability {
  /// Why a name can't be used everywhere, nil when it can.
  static func fault(of name: Name) -> String? {
    guard let text = name.text else { return "the name is not UTF-8" }
    if name.bytes.count > 255 { return "the name has \(name.bytes.count) bytes; 255 are allowed" }
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
        return "the name holds a control character"
      }
      if "\\:*?\"<>|".unicodeScalars.contains(scalar) { return "the name holds the character \(scalar)" }
    }
    if text.hasSuffix(".") || text.hasSuffix(" ") { return "the name ends in a dot or a space" }
    if isReserved(text) { return "Windows keeps the name for a device" }
    return nil
  }

  /// The device names of DOS, with any extension.
  static func isReserved(_ text: String) -> Bool {
    let stem = (text.split(separator: ".", omittingEmptySubsequences: false).first ?? "").uppercased()
    if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
    return stem.utf8.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
      && stem.utf8.last.map { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) } == true
  }

  /// A text equal for two paths that differ only in case or composition: Swift compares strings by canonical
  /// equivalence, and upper case first makes sharp s and the like fold too.
  static func foldedText(_ path: RelativePath) -> String? { path.text.map { $0.uppercased().lowercased() } }
}
