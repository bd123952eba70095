import NoteModel
import TestSupport
import Testing

/// A journal of ours, damaged everywhere: what is read is a state that existed, and what is missing is told.
@Suite struct JournalSweepTests {
  private static let page = Identifier("11111111-1111-4111-8111-111111111111")
  private static let epoch: UInt64 = 7

  private static func stroke(_ number: Int) -> Element {
    .stroke(
      Stroke(
        id: Identifier("EE000000-0000-4000-8000-" + String(100_000_000_000 + number)),
        color: Color(red: 1, green: 2, blue: 3), radius: .constant(4), x: [Int32(number), 600], y: [0, 1]))
  }

  private static let changes: [JournalCodec.Change] = {
    var changes = (0..<4).map { JournalCodec.Change.put(stroke($0)) }
    if let id = stroke(0).id { changes.append(.move(id, to: 2)) }
    if let id = stroke(1).id { changes.append(.remove(id)) }
    changes.append(.put(stroke(4)))
    return changes
  }()

  private static func frames(page: Identifier = page, epoch: UInt64 = epoch) -> [[UInt8]] {
    [JournalCodec.header(page: page, epoch: epoch)]
      + changes.enumerated().compactMap { JournalCodec.frame($1, index: UInt64($0 + 1), epoch: epoch) }
  }

  private let whole = Self.frames().flatMap { $0 }

  /// Whether a reading is a beginning of what was written, and says so when it isn't all.
  private func expectBeginning(_ bytes: [UInt8], _ context: @autoclosure () -> String) {
    let reading = JournalCodec.read(bytes.span)
    if reading.changes != Array(Self.changes.prefix(reading.changes.count)) {
      Issue.record("\(context()): a mixture: \(reading.changes)")
    }
    if reading.end == .whole, !reading.changes.isEmpty, bytes != whole,
      bytes != Array(whole.prefix(bytes.count))
    {
      Issue.record("\(context()): nothing told")
    }
    let known = Set(Self.changes)
    if !reading.laterChanges.allSatisfy({ known.contains($0) }) {
      Issue.record("\(context()): invented changes")
    }
  }

  private func end(_ bytes: [UInt8]) -> JournalCodec.End { JournalCodec.read(bytes.span).end }

  @Test func readsWhatWasWritten() {
    let reading = JournalCodec.read(whole.span)
    #expect(reading.end == .whole && reading.changes == Self.changes)
    #expect(reading.page == Self.page && reading.epoch == Self.epoch && reading.goodByteCount == whole.count)
  }

  @Test func cutAnywhere() {
    let ends = Set(Self.frames().indices.map { Self.frames().prefix($0 + 1).joined().count })
    for count in whole.indices {
      let bytes = Array(whole.prefix(count))
      expectBeginning(bytes, "cut to \(count)")
      let end = self.end(bytes)
      #expect((end == .whole) == ends.contains(count), "cut to \(count): \(end)")
    }
  }

  @Test func flippedAnywhere() {
    for position in whole.indices {
      for mask in [UInt8(1), 0x80, 0xFF] {
        var bytes = whole
        bytes[position] ^= mask
        expectBeginning(bytes, "byte \(position) flipped by \(mask)")
        #expect(end(bytes) != .whole, "byte \(position) flipped by \(mask)")
      }
    }
  }

  @Test func zeroedBySector() {
    for start in stride(from: 0, to: whole.count, by: 64) {
      for count in [64, 512] {
        var bytes = whole
        let end = min(start + count, whole.count)
        bytes.replaceSubrange(start..<end, with: [UInt8](repeating: 0, count: end - start))
        expectBeginning(bytes, "\(count) bytes zeroed from \(start)")
        #expect(self.end(bytes) != .whole)
      }
    }
    for count in [1, 511, 4096] {
      expectBeginning(whole + [UInt8](repeating: 0, count: count), "\(count) zeros behind it")
      #expect(
        end(whole + [UInt8](repeating: 0, count: count)) == .torn(at: whole.count))
    }
  }

  @Test func framesRepeatedSwappedAndForeign() {
    let frames = Self.frames()
    let other = Self.frames(page: Identifier("22222222-2222-4222-8222-222222222222"))
    let older = Self.frames(epoch: Self.epoch - 1)
    for index in 1..<frames.count {
      var repeated = frames
      repeated.insert(frames[index], at: index)
      expectBeginning(repeated.flatMap { $0 }, "frame \(index) repeated")
      #expect(end(repeated.flatMap { $0 }) != .whole)
      for second in 1..<frames.count where second != index {
        var swapped = frames
        swapped.swapAt(index, second)
        expectBeginning(swapped.flatMap { $0 }, "frames \(index) and \(second) swapped")
        #expect(end(swapped.flatMap { $0 }) != .whole)
      }
      var missing = frames
      missing.remove(at: index)
      expectBeginning(missing.flatMap { $0 }, "frame \(index) missing")
      var foreign = frames
      foreign[index] = older[index]
      expectBeginning(foreign.flatMap { $0 }, "frame \(index) of another epoch")
      #expect(end(foreign.flatMap { $0 }) != .whole)
    }
    let mixed = other[0] + frames.dropFirst().joined()
    let reading = JournalCodec.read(mixed.span)
    #expect(reading.page != Self.page)
  }
}
