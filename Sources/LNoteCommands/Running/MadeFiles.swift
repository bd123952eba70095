import DurableFiles
import NoteModel
import NotePackage

/// What an export has made so far, so that one that fails leaves nothing. A class, since its parts share it.
final class MadeFiles {
  private(set) var targets: [Path] = []
  var folder: OutputFolder?
  private var new: [Path] = []
  /// Assets that pages name and that have no file.
  private(set) var missingAssets: Set<Identifier> = []
  /// Whether something isn't drawn as it should be.
  var isWarned = false

  /// Makes a file and remembers it, unless it replaced one.
  func make(_ path: Path, isTarget: Bool = true, _ body: () throws -> Void) throws {
    let wasThere = Outputs.exists(path)
    try Outputs.making(path, body)
    add(path, isTarget: isTarget, isNew: !wasThere)
  }

  /// Remembers a file that was made.
  func add(_ path: Path, isTarget: Bool = true, isNew: Bool) {
    if isTarget { targets.append(path) }
    if isNew { new.append(path) }
  }

  func discard() {
    for path in new {
      // The reason to discard is thrown already; what can't be removed stays for the user to see.
      if let name = path.name { try? Folder.open(path.parent).remove(name) }
    }
    folder?.removeIfUnused()
  }

  /// Says once that an asset has no file.
  func note(missing id: Identifier, of package: Package, on console: Console) {
    guard missingAssets.insert(id).inserted else { return }
    console.note("\(package.path): the asset \(id) has no file, so its image is missing in what was written")
  }
}
