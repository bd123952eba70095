import DurableFiles
import NotePackage

/// A page's journal, frame by frame, as the format describes it.
public struct JournalFixture: Sendable {
  public private(set) var bytes: [UInt8] = []
  /// Where each frame begins.
  public private(set) var offsets: [Int] = []
  private let epoch: UInt64

  public init(page: String, epoch: UInt64 = 0) {
    self.epoch = epoch
    append(type: 0, "{\"formatVersion\":1,\"page\":\"\(page)\",\"epoch\":\(epoch)}")
  }

  public mutating func append(type: UInt8, _ payload: String) {
    let payload = Array(payload.utf8)
    let index = UInt64(offsets.count)
    let length = Self.littleEndian(UInt64(payload.count), byteCount: 4)
    // The header names the epoch, so that it can't be asked for before it is read.
    let place =
      Self.littleEndian(index == 0 ? 0 : epoch, byteCount: 8) + Self.littleEndian(index, byteCount: 8)
    let sum = Self.checksum(place + length + [type] + payload)
    offsets.append(bytes.count)
    bytes += length + Self.littleEndian(UInt64(sum), byteCount: 4) + [type] + payload
  }

  private static func littleEndian(_ value: UInt64, byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  /// CRC-32C, bit by bit.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0x82F6_3B78) }
    }
  }
}

extension PackageFixture {
  /// The database of the notebook.
  public static func database(userVersion: UInt8 = 1) -> [UInt8] {
    #if SQLite
      guard var database = try? notebook.inDatabase().bytes("pages.sqlite") else {
        fatalError("the notebook can't be migrated")
      }
      // The last byte of the version in the head of the file.
      database[63] = userVersion
      return database
    #else
      return emptyDatabase(userVersion: userVersion)
    #endif
  }

  /// The same package with its pages in a database, as `lnote migrate` leaves it.
  public func inDatabase() throws -> PackageFixture {
    let temporary = try TemporaryFolder(isInMemory: true)
    try write(into: temporary.folder)
    let migration = Migration(to: .sqlite, check: Check(now: Self.now))
    let result = try migration.run(Library(temporary.folder), only: Name.of(name), workerCount: 1)
    if let failure = result.packages.first?.failure { throw failure }
    var fixture = self
    fixture.tree = try TreeSnapshot(of: temporary.folder.folder(Name.of(name)))
    return fixture
  }

  /// An SQLite database without tables.
  static func emptyDatabase(userVersion: UInt8 = 1) -> [UInt8] {
    var page = [UInt8](repeating: 0, count: 512)
    func put(_ bytes: [UInt8], at offset: Int) {
      page.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
    put(Array("SQLite format 3\0".utf8), at: 0)
    put([2, 0, 1, 1, 0, 64, 32, 32, 0, 0, 0, 1, 0, 0, 0, 1], at: 16)
    put([0, 0, 0, 4], at: 44)
    put([0, 0, 0, 1, 0, 0, 0, userVersion], at: 56)
    put([0x4C, 0x4E, 0x4F, 0x54], at: 68)
    put([0, 0, 0, 1], at: 92)
    put([0x0D, 0, 0, 0, 0, 2, 0, 0], at: 100)
    return page
  }
}
