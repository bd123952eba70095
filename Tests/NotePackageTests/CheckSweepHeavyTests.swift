import DurableFiles
import NoteModel
import NotePackage
import TestSupport
import Testing

/// Every file of a small package, damaged in every place: the check answers, and what a person made is either as it was
/// or spoken of.
@Suite struct CheckSweepHeavyTests {
  static let package = PackageFixture.richNotebook
  static let baseline = Set(findings(package.source))
  static let content = Content(of: package.source)
  /// Debug builds are too slow for every bit of every byte; release builds take them all.
  static let (step, masks): (Int, [UInt8]) = {
    #if RECORDS_OPERATIONS
      (3, [0x01, 0x20])
    #else
      (1, (0..<8).map { 1 << $0 })
    #endif
  }()

  @Test(arguments: package.files)
  func everyCutIsFound(_ path: String) throws {
    let temporary = try TemporaryFolder()
    let folder = try Self.package.write(into: temporary.folder)
    let bytes = Self.package.bytes(path)
    let place = RelativePath.of(path)
    let parent = try place.parent.map { try folder.folder($0) } ?? folder
    for count in stride(from: 0, to: bytes.count, by: Self.step) {
      try parent.remove(place.name)
      var file = try parent.createFile(place.name)
      try file.write(Array(bytes[..<count]))
      try file.close()
      expectFoundOrSame(FolderSource(folder), "\(path) cut at \(count)")
    }
  }

  @Test(arguments: package.files, masks)
  func everyFlippedByteIsFoundUnlessNothingCanTell(_ path: String, _ mask: UInt8) throws {
    let source = Self.package.source
    let bytes = Self.package.bytes(path)
    let allowed = Indistinguishable(from: bytes, in: .of(path))
    for offset in stride(from: 0, to: bytes.count, by: Self.step) {
      var flipped = bytes
      flipped[offset] ^= mask
      source.tree.nodes[.of(path)] = .file(flipped)
      if allowed.contains(flipped) {
        _ = Self.findings(source)
      } else {
        expectFoundOrSame(source, "\(path) with byte \(offset) flipped by \(mask)")
      }
    }
  }

  @Test(arguments: package.files)
  func everyZeroedBlockIsFound(_ path: String) {
    let source = Self.package.source
    let bytes = Self.package.bytes(path)
    for start in stride(from: 0, to: bytes.count, by: 512) {
      var zeroed = bytes
      for offset in start..<min(start + 512, bytes.count) { zeroed[offset] = 0 }
      source.tree.nodes[.of(path)] = .file(zeroed)
      expectFoundOrSame(source, "\(path) zeroed from \(start)")
    }
  }

  /// A sweep that exempts everything would prove nothing.
  @Test func whatNothingCanTellIsOneValueOfAPersonsInk() {
    let path = PackageFixture.page(PackageFixture.firstPage)
    let page = Self.package.text(path)
    let allowed = Indistinguishable(from: Array(page.utf8), in: .of(path))
    func isExempt(_ old: String, _ new: String) -> Bool {
      allowed.contains(Array(page.replacing(old, with: new).utf8))
    }
    #expect(isExempt("5123", "5122"))
    #expect(isExempt("\"pressure\"", "\"pressurf\""))
    #expect(!isExempt("[5123,4", "[5123.4"))
    #expect(!isExempt("\"color\"", "\"colos\""))
    #expect(!isExempt("\"stroke\"", "\"strokd\""))
    #expect(!isExempt(PackageFixture.photo, PackageFixture.drawing))
    #expect(!isExempt("\"page\":\"1", "\"page\":\"2"))
    #expect(!isExempt("5123", "-5123x"))
  }

  private static func findings(_ source: any PackageSource) -> [Finding] {
    Check(now: PackageFixture.now).package(source, named: .of(package.name)).findings
  }

  private func expectFoundOrSame(_ source: any PackageSource, _ what: @autoclosure () -> String) {
    if Set(Self.findings(source)) != Self.baseline { return }
    let what = what()
    let isSame = Content(of: source) == Self.content
    #expect(isSame, "\(what) is not found")
  }
}

/// What a person made, as far as it can be read.
struct Content: Equatable {
  let document: Document?
  let pages: [Page?]
  let assets: [[UInt8]?]

  init(of source: any PackageSource) {
    let package = try? Package.open(source)
    document = package?.document
    pages = (package?.document.pages ?? []).map { try? package?.page($0.id) }
    assets = [PackageFixture.photo, PackageFixture.drawing].map { try? package?.assetBytes(Identifier($0)) }
  }
}

/// The one exception: the format has no checksum, so that one value in place of another can't be told when both are
/// right there.
///
/// Two JSON files are taken for one when they have the same structure: the same nesting, the same required keys, the
/// same kinds of values under them, and equal values wherever the format says twice what they must be (versions, ids of
/// documents, pages and assets, types, counts, titles). Under other keys, and in elements of unknown types, any JSON is
/// right. Two pictures are taken for one when they bear the same marks at both ends.
struct Indistinguishable {
  private let path: RelativePath
  private let bytes: [UInt8]
  private let structure: String?

  init(from bytes: [UInt8], in path: RelativePath) {
    self.path = path
    self.bytes = bytes
    structure = Self.structure(bytes)
  }

  func contains(_ other: [UInt8]) -> Bool {
    switch Role(of: path) {
    case .document, .manifest, .page: return structure != nil && structure == Self.structure(other)
    case .asset(_, let suffix):
      let marks = suffix == "png" ? (first: 8, last: 8) : (first: 3, last: 2)
      return bytes.prefix(marks.first) == other.prefix(marks.first)
        && bytes.suffix(marks.last) == other.suffix(marks.last)
    default: return true
    }
  }

  /// How much of a value is known.
  private enum Rule {
    /// Something else says what it must be.
    case confirmed
    /// A value of its kind, a whole number where one stands.
    case free
    /// Anything.
    case unknown
  }

  private static let rules: [String: Rule] = {
    let free = ["createdAt", "modifiedAt", "width", "height", "tool", "color", "radius", "x", "y", "frame"]
    let confirmed = [
      "formatVersion", "id", "title", "pages", "canvas", "elementCount", "pageCount", "cover", "page",
      "elements", "type", "asset",
    ]
    return Dictionary(uniqueKeysWithValues: free.map { ($0, .free) } + confirmed.map { ($0, .confirmed) })
  }()

  private static func structure(_ bytes: [UInt8]) -> String? {
    (try? JSONValue.read(bytes.span)).map { shape($0, .confirmed) }
  }

  private static func shape(_ value: JSONValue, _ rule: Rule) -> String {
    if rule == .unknown { return "anything" }
    return switch value.content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let number):
      rule == .confirmed ? "\(number)" : number == number.rounded() ? "whole" : "fraction"
    case .string(let text): rule == .confirmed ? "\"\(text)\"" : "text"
    case .array(let values): "[\(values.map { shape($0, rule) }.joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { shape(of: $0, in: value["type"]?.string) }.joined(separator: ","))}"
    }
  }

  /// `type` is that of the object around the member, if it is an element.
  private static func shape(of member: JSONValue.Member, in type: String?) -> String {
    let isForeign = type != nil && type != "stroke" && type != "image"
    if isForeign, member.key != "type" { return "?:" + shape(member.value, .unknown) }
    guard let rule = rules[member.key] else { return "?:" + shape(member.value, .unknown) }
    // Nothing else names an element.
    return member.key + ":" + shape(member.value, type != nil && member.key == "id" ? .free : rule)
  }
}
