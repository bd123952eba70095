/// One step on the file system, as it is named in errors and, where `RECORDS_OPERATIONS` is set, recorded.
public enum FileOperation: Sendable, Equatable {
  /// Opening a file to read it.
  case openFile(Path)
  /// Opening a folder.
  case openFolder(Path)
  /// Asking what stands at a place.
  case examine(Path)
  /// Listing a folder.
  case list(Path)
  /// Reading from a file.
  case read(Path)
  /// Taking a lock.
  case lock(Path)
  /// Creating an empty file under a free name.
  case createFile(Path, mode: UInt32)
  /// Writing bytes at an offset.
  case write(Path, offset: Int, bytes: [UInt8])
  /// Bringing a file's data to the medium.
  case syncFile(Path)
  /// Closing a file that was written.
  case closeFile(Path)
  /// Setting permissions.
  case changeMode(Path, mode: UInt32)
  /// Setting when a file was last changed.
  case changeTime(Path)
  /// Creating a folder.
  case makeFolder(Path, mode: UInt32)
  /// Bringing a folder's names to the medium.
  case syncFolder(Path)
  /// Giving a file a second name.
  case link(Path, to: Path)
  /// Renaming; what had the new name is gone.
  case rename(Path, to: Path)
  /// Swapping what stands under two names.
  case exchange(Path, with: Path)
  /// Removing a file or link.
  case removeFile(Path)
  /// Removing an empty folder.
  case removeFolder(Path)

  /// Whether it changes anything in the file system.
  public var isChange: Bool {
    switch self {
    case .openFile, .openFolder, .examine, .list, .read, .lock: false
    default: true
    }
  }

  /// The verb for messages.
  public var verb: String {
    switch self {
    case .openFile, .openFolder: "open"
    case .examine: "examine"
    case .list: "list"
    case .read: "read"
    case .lock: "lock"
    case .createFile, .makeFolder: "create"
    case .write: "write"
    case .syncFile, .syncFolder: "sync"
    case .closeFile: "close"
    case .changeMode: "set permissions of"
    case .changeTime: "set the time of"
    case .link, .rename: "rename"
    case .exchange: "exchange"
    case .removeFile, .removeFolder: "remove"
    }
  }

  /// The place it works on; of two, the first.
  public var path: Path {
    switch self {
    case .openFile(let path), .openFolder(let path), .examine(let path), .list(let path), .read(let path),
      .lock(let path), .createFile(let path, _), .write(let path, _, _), .syncFile(let path),
      .closeFile(let path), .changeMode(let path, _), .changeTime(let path),
      .makeFolder(let path, _), .syncFolder(let path),
      .link(let path, _), .rename(let path, _), .exchange(let path, _), .removeFile(let path),
      .removeFolder(let path):
      path
    }
  }
}
