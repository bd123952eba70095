import DurableFiles

/// Every state in which a crash could leave a folder tree, from a record of the steps that changed it.
///
/// The model is pessimistic: bytes are safe after a sync of their file, names after a sync of their folder. Steps are
/// matched by path, so a step through a folder that was renamed meanwhile counts as not done.
public struct CrashReplay: Sendable {
  /// What becomes of the bytes of files that weren't synced.
  public enum UnsyncedData: CaseIterable, Sendable {
    case kept
    /// As long as they should be, but NUL: what ext4 showed after a power cut.
    case zeroed
    /// The file is empty.
    case lost
  }

  /// What becomes of names that were created, changed or removed without a sync of their folder.
  public enum UnsyncedNames: CaseIterable, Sendable {
    case kept, lost
  }

  /// One way to crash.
  public struct Crash: Sendable, CustomStringConvertible {
    public let stepCount: Int
    public let data: UnsyncedData
    public let names: UnsyncedNames
    public let lastStep: FileOperation?

    public var description: String {
      let last = lastStep.map { "\($0.verb) \($0.path)" } ?? "nothing"
      return "crash after \(stepCount) steps (last: \(last)), unsynced data \(data), unsynced names \(names)"
    }
  }

  private let root: Path
  private let initial: TreeSnapshot
  private let changes: [FileOperation]

  /// `root` is the path under which the steps were recorded.
  public init(root: Path, initial: TreeSnapshot, changes: [FileOperation]) {
    self.root = root
    self.initial = initial
    self.changes = changes
  }

  /// The tree after a crash.
  public func state(after stepCount: Int, data: UnsyncedData, names: UnsyncedNames) -> TreeSnapshot {
    var disk = Disk(initial, root: root)
    for change in changes.prefix(stepCount) { disk.apply(change) }
    return disk.snapshot(data: data, names: names)
  }

  /// Goes through every crash, after each number of steps and with every fate of what wasn't synced.
  public func forEachCrash(_ body: (Crash, TreeSnapshot) throws -> Void) rethrows {
    for stepCount in 0...changes.count {
      for data in UnsyncedData.allCases {
        for names in UnsyncedNames.allCases {
          let crash = Crash(
            stepCount: stepCount, data: data, names: names,
            lastStep: stepCount > 0 ? changes[stepCount - 1] : nil)
          try body(crash, state(after: stepCount, data: data, names: names))
        }
      }
    }
  }
}

/// A model of a disk: files and folders by number, each with what is in memory and what is on the medium.
private struct Disk {
  struct File {
    var bytes: [UInt8] = []
    var durable: [UInt8]?
  }

  struct Names {
    var current: [Name: Int] = [:]
    var durable: [Name: Int] = [:]
  }

  enum Item {
    case file(File)
    case folder(Names)
  }

  private var items: [Item] = [.folder(Names())]
  private let root: Path

  init(_ snapshot: TreeSnapshot, root: Path) {
    self.root = root
    for (path, node) in snapshot.nodes.sorted(by: { $0.key < $1.key }) {
      switch node {
      case .folder: add(.folder(Names()), at: root.appending(path))
      case .file(let bytes): add(.file(File(bytes: bytes, durable: bytes)), at: root.appending(path))
      }
    }
    for number in items.indices { syncNames(number) }
  }

  mutating func apply(_ step: FileOperation) {
    switch step {
    // A file that is there already is opened to be lengthened.
    case .createFile(let path, _): if number(of: path) == nil { add(.file(File()), at: path) }
    case .makeFolder(let path, _): add(.folder(Names()), at: path)
    case .write(let path, let offset, let bytes): write(bytes, at: offset, to: path)
    case .syncFile(let path):
      guard let number = number(of: path), case .file(var file) = items[number] else { return }
      file.durable = file.bytes
      items[number] = .file(file)
    case .syncFolder(let path):
      if let number = number(of: path) { syncNames(number) }
    case .link(let old, let new): set(new, to: number(of: old))
    case .rename(let old, let new):
      let moved = number(of: old)
      set(old, to: nil)
      set(new, to: moved)
    case .exchange(let left, let right):
      let (first, second) = (number(of: left), number(of: right))
      set(left, to: second)
      set(right, to: first)
    case .removeFile(let path), .removeFolder(let path): set(path, to: nil)
    case .closeFile, .changeMode, .changeTime, .openFile, .openFolder, .examine, .list, .read, .lock: break
    }
  }

  func snapshot(data: CrashReplay.UnsyncedData, names: CrashReplay.UnsyncedNames) -> TreeSnapshot {
    var snapshot = TreeSnapshot()
    collect(0, above: [], data, names, into: &snapshot)
    return snapshot
  }

  private func collect(
    _ number: Int, above: [Name], _ data: CrashReplay.UnsyncedData, _ kept: CrashReplay.UnsyncedNames,
    into snapshot: inout TreeSnapshot
  ) {
    guard case .folder(let names) = items[number] else { return }
    for (name, inside) in kept == .kept ? names.current : names.durable {
      let path = above + [name]
      switch items[inside] {
      case .file(let file): snapshot.nodes[RelativePath(path)] = .file(file.bytes(after: data))
      case .folder:
        snapshot.nodes[RelativePath(path)] = .folder
        collect(inside, above: path, data, kept, into: &snapshot)
      }
    }
  }

  private mutating func write(_ bytes: [UInt8], at offset: Int, to path: Path) {
    guard let number = number(of: path), case .file(var file) = items[number] else { return }
    let missing = max(0, offset + bytes.count - file.bytes.count)
    file.bytes.append(contentsOf: repeatElement(0, count: missing))
    file.bytes.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    items[number] = .file(file)
  }

  private mutating func add(_ item: Item, at path: Path) {
    items.append(item)
    set(path, to: items.count - 1)
  }

  private mutating func syncNames(_ number: Int) {
    guard case .folder(var names) = items[number] else { return }
    names.durable = names.current
    items[number] = .folder(names)
  }

  private mutating func set(_ path: Path, to number: Int?) {
    guard let name = path.name, let parent = self.number(of: path.parent) else { return }
    guard case .folder(var names) = items[parent] else { return }
    names.current[name] = number
    items[parent] = .folder(names)
  }

  private func number(of path: Path) -> Int? {
    if path == root { return 0 }
    guard path.bytes.starts(with: root.bytes + [UInt8(ascii: "/")]) else { return nil }
    guard let inside = RelativePath(Array(path.bytes.dropFirst(root.bytes.count + 1))) else { return nil }
    var number = 0
    for name in inside.names {
      guard case .folder(let names) = items[number], let next = names.current[name] else { return nil }
      number = next
    }
    return number
  }
}

extension Disk.File {
  fileprivate func bytes(after fate: CrashReplay.UnsyncedData) -> [UInt8] {
    if bytes == durable { return bytes }
    return switch fate {
    case .kept: bytes
    case .zeroed:
      // What was synced once is safe as far as it goes, as long as it wasn't overwritten.
      (durable ?? []).prefix(bytes.count)
        + [UInt8](repeating: 0, count: max(0, bytes.count - (durable?.count ?? 0)))
    case .lost: durable ?? []
    }
  }
}
