public import DurableFiles
public import NoteModel

/// What a repair can do about a finding, without losing anything: what it takes out or replaces goes to lost+found.
public struct Remedy: Sendable, Hashable {
  /// Whether `--repair` does it, or only `--repair=all`.
  public let level: RepairLevel
  public let action: Action

  public init(_ level: RepairLevel, _ action: Action) {
    self.level = level
    self.action = action
  }

  public enum Action: Sendable, Hashable {
    /// Moves a file, link or folder to lost+found.
    case takeOut(RelativePath)
    case rename(RelativePath, to: RelativePath)
    case exchangeNames(RelativePath, RelativePath)
    /// Lets the owner read and write it (and enter a folder).
    case makeAccessible(RelativePath)
    case renameFolder(to: Name)
    /// Gives an unfinished file, or a copy, the place that it was meant for.
    case promote(RelativePath, to: RelativePath)
    /// Copies a file from elsewhere in the library.
    case fetch(FoundFile, to: RelativePath)
    case rebuildDocument
    case fillInFields
    case keepFirstListings
    /// Lists pages behind the others.
    case adopt([Identifier])
    /// Makes an extra page of a conflict copy, right behind its original.
    case adoptCopy(RelativePath, of: Identifier)
    case correctElementCount(Identifier)
    /// Rewrites a page with what can be read of it.
    case salvagePage(Identifier)
    case cutJournal(RelativePath, byteCount: Int)
    /// Makes one page of snapshot and good frames, another one of the frames behind the damage.
    case splitJournal(Identifier)
    /// Makes a new database of what can be read of the damaged one.
    case recoverDatabase
    case rebuildManifest
    case drawThumbnail(Identifier)
    /// Moves a whole package, or a folder that is none, out of the library to lost+found.
    case takeOutOfLibrary(Name)
    /// Finishes or takes back the replacement of a package.
    case finishReplacing(stage: Name, target: Name)
  }

  /// A file somewhere else in the library that can stand in for a missing one.
  public struct FoundFile: Sendable, Hashable {
    /// From the library's folder.
    public let path: RelativePath
  }
}

/// How far a repair goes.
public enum RepairLevel: String, Sendable, Hashable, Comparable, CaseIterable {
  /// Provably nothing is lost.
  case safe
  /// What the person sees may change; nothing is lost.
  case all

  public static func < (left: RepairLevel, right: RepairLevel) -> Bool { left == .safe && right == .all }
}

extension Remedy.Action: CustomStringConvertible {
  /// What will be done, for people.
  public var description: String {
    switch self {
    case .takeOut(let path): "move \(path) to lost+found"
    case .rename(let path, let new): "rename \(path) to \(new)"
    case .exchangeNames(let one, let other): "exchange the names of \(one) and \(other)"
    case .makeAccessible(let path): "let the owner read and write \(path)"
    case .renameFolder(let name): "rename the folder to \(name)"
    case .promote(let path, let target): "put \(path) in the place of \(target)"
    case .fetch(let file, let target): "copy \(file.path) to \(target)"
    case .rebuildDocument: "rebuild document.json from what is there"
    case .fillInFields: "fill in what document.json lacks"
    case .keepFirstListings: "list each page once"
    case .adopt(let pages): "list \(pages.count == 1 ? "the page" : "\(pages.count) pages") at the end"
    case .adoptCopy(let path, _): "make an extra page of \(path)"
    case .correctElementCount: "correct the element count in document.json"
    case .salvagePage: "rewrite the page with what can be read"
    case .cutJournal(let path, let byteCount): "cut \(path) behind byte \(byteCount)"
    case .splitJournal: "merge the good frames, and put the later ones on a page of their own"
    case .recoverDatabase: "make a new database of what can be read"
    case .rebuildManifest: "rebuild manifest.json"
    case .drawThumbnail: "draw the thumbnail"
    case .takeOutOfLibrary(let name): "move \(name) to lost+found"
    case .finishReplacing(_, let target): "finish or take back the replacement of \(target)"
    }
  }
}
