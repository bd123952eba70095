import DurableFiles

/// Decides whether a name in an archive is safe on every system, and which place it means.
struct EntryName {
  let limits: ArchiveLimits

  /// What is wrong with a name.
  struct Refusal: Error {
    let code: ArchiveError.Code
    let reason: String
  }

  /// The place that a name stands for. `text` has no slash at its end.
  func path(_ text: String) throws(Refusal) -> RelativePath {
    var names: [Name] = []
    for part in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let name = Name(Array(part)) else {
        throw refusal(part.isEmpty ? "a part of its name is empty" : "a part of its name leads elsewhere")
      }
      if name.bytes.count > limits.nameByteCount {
        throw refusal("a part of its name is longer than \(limits.nameByteCount) bytes")
      }
      if let reason = EntryName.problem(with: String(decoding: name.bytes, as: UTF8.self)) {
        throw refusal(reason)
      }
      names.append(name)
    }
    if names.count > limits.depth { throw refusal("it lies more than \(limits.depth) levels deep") }
    return RelativePath(names)
  }

  private func refusal(_ reason: String) -> Refusal { Refusal(code: .nameComponent, reason: reason) }

  /// Why a part of a name can't be on some system, or would mean something else there; nil when it is fine.
  private static func problem(with part: String) -> String? {
    for scalar in part.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: return "its name holds a control character"
      case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
        return "its name holds a character that turns the direction of text"
      case 0x3A: return "its name holds a colon"
      case 0x5C: return "its name holds a backslash"
      default: break
      }
    }
    if let last = part.utf8.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " ") {
      return "a part of its name ends in a dot or a space"
    }
    return isReserved(part) ? "its name is that of a device on Windows" : nil
  }

  private static let devices: Set<String> = {
    var names: Set<String> = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
    for number in ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"] {
      names.formUnion(["COM" + number, "LPT" + number])
    }
    return names
  }()

  private static let longestDevice = devices.map(\.utf8.count).max() ?? 0

  private static func isReserved(_ part: String) -> Bool {
    var stem = part.utf8.prefix { $0 != UInt8(ascii: ".") }
    while stem.last == UInt8(ascii: " ") { stem.removeLast() }
    return stem.count <= longestDevice && devices.contains(Substring(stem).uppercased())
  }
}

/// Finds names that are one on systems that fold case or compose characters, and files that are also folders.
struct NameClashes {
  private struct Place {
    let bytes: [UInt8]
    let isFile: Bool
    var isListed: Bool
  }

  private var places: [String: Place] = [:]
  /// The folder of the last name, which is often that of the next, with its key.
  private var folder: (names: ArraySlice<Name>, key: String) = ([], "")

  /// Takes in one more name, and says what it clashes with; nil when it is fine.
  mutating func add(_ path: RelativePath, isFolder: Bool) -> String? {
    let parents = path.names.dropLast()
    var (key, depthDone) = folder.names == parents ? (folder.key, parents.count) : ("", 0)
    for depth in depthDone + 1...path.names.count {
      let name = path.names[depth - 1]
      if depth == path.names.count { folder = (parents, key) }
      key += (depth > 1 ? "/" : "") + NameClashes.folded(name)
      let isItself = depth == path.names.count
      let isFile = isItself && !isFolder
      guard var known = places[key] else {
        places[key] = Place(bytes: name.bytes, isFile: isFile, isListed: isItself)
        continue
      }
      if known.isFile != isFile { return "one name is a file and a folder" }
      if known.bytes != name.bytes || known.isFile || (isItself && known.isListed) {
        return "another entry has the same name, at least on systems that ignore case"
      }
      known.isListed = known.isListed || isItself
      places[key] = known
    }
    return nil
  }

  /// Through upper case, so that what folds to several letters does; strings compare by canonical equivalence.
  private static func folded(_ name: Name) -> String {
    String(decoding: name.bytes, as: UTF8.self).uppercased().lowercased()
  }
}
