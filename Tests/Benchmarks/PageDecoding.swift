import Foundation
import NoteModel
import TestSupport

/// A page snapshot, everything checked, against simdjson and `JSONDecoder` on the same bytes.
func pageDecodingRows(_ places: Places) throws -> [Row] {
  try places.withScratch { folder in
    let bytes = PageCodec.encode(try largePage(places.corpus))
    let file = folder.appending(path: "page.content")
    try Data(bytes).write(to: file)
    return [try simdjsonRow(places, bytes, file), try decoderRow(bytes)]
  }
}

/// The largest page of the corpus, or a generated one, repeated with new ids to 5 MB.
private func largePage(_ corpus: URL?) throws -> Page {
  var generator = GeneratedPages(seed: 1)
  var page = generator.page(strokeCount: 600)
  var byteCount = PageCodec.encode(page).count
  if let corpus, let bytes = try largestFile(in: corpus.appending(path: "lnote"), suffix: ".content") {
    page = try PageCodec.decode(bytes.span)
    byteCount = bytes.count
  }
  let elements = page.elements
  for _ in 0..<5_000_000 / byteCount {
    for case .stroke(var stroke) in elements {
      stroke.id = generator.identifier()
      page.elements.append(.stroke(stroke))
    }
  }
  return page
}

private func largestFile(in folder: URL, suffix: String) throws -> [UInt8]? {
  let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.fileSizeKey])
  let files = (walk?.compactMap { $0 as? URL } ?? []).filter { $0.path.hasSuffix(suffix) }
  func size(_ file: URL) -> Int { (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0 }
  return try files.max { (size($0), $0.path) < (size($1), $1.path) }.map { [UInt8](try Data(contentsOf: $0)) }
}

private func decodingTime(_ bytes: [UInt8], rounds: Int) throws -> Double {
  try (0..<rounds).map { _ in try secondsToMake { try PageCodec.decode(bytes.span) } }.min() ?? 0
}

/// The time to make a value, without the time to throw it away.
private func secondsToMake<Value>(_ make: () throws -> Value) rethrows -> Double {
  var value: Value?
  let time = try seconds { value = try make() }
  withExtendedLifetime(value) {}
  return time
}

private func simdjsonRow(_ places: Places, _ bytes: [UInt8], _ file: URL) throws -> Row {
  var row = Row(work: "decode a page of \(bytes.count / 1_000_000) MB", peer: "simdjson", aim: "as fast")
  guard let peer = places.peer("simdjson_page") else {
    row.peer = "the peer simdjson_page is missing"
    return row
  }
  row.times = try alternate(rounds: 10, .best) {
    try decodingTime(bytes, rounds: 5)
  } peer: {
    let words = try run(peer, [file.path, "5"]).split(whereSeparator: \.isWhitespace)
    guard let nanoseconds = words.first.flatMap({ Double($0) }) else {
      throw BenchmarkError(message: "\(peer) gave no time")
    }
    return nanoseconds * 1e-9
  }
  return row
}

private func decoderRow(_ bytes: [UInt8]) throws -> Row {
  let data = Data(bytes)
  let expected = try PageCodec.decode(bytes.span).sampleCount
  let times = try alternate(rounds: 3, .best) {
    try decodingTime(bytes, rounds: 10)
  } peer: {
    try secondsToMake {
      let page = try JSONDecoder().decode(CodablePage.self, from: data)
      guard page.sampleCount == expected else {
        throw BenchmarkError(message: "JSONDecoder read another page")
      }
      return page
    }
  }
  return Row(work: "the same", peer: "JSONDecoder", aim: "50 × faster", times: times)
}

/// A page as a program would decode it with `Codable`: elements by their type, columns as absolute values.
private struct CodablePage: Decodable {
  var elements: [CodableElement]

  var sampleCount: Int { elements.reduce(0) { $0 + $1.sampleCount } }
}

private enum CodableElement: Decodable {
  case stroke(CodableStroke)
  case other(type: String)

  private enum Key: CodingKey { case type }

  init(from decoder: any Decoder) throws {
    let type = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .type)
    self = type == "stroke" ? .stroke(try CodableStroke(from: decoder)) : .other(type: type)
  }

  var sampleCount: Int {
    if case .stroke(let stroke) = self { stroke.x.values.count } else { 0 }
  }
}

private struct CodableStroke: Decodable {
  var id: UUID
  var tool: String
  var color: String
  var startedAt: String?
  var radius: CodableRadius
  var x: CodableColumn<Int32>
  var y: CodableColumn<Int32>
  var pressure: CodableColumn<UInt16>?
  var time: CodableColumn<UInt32>?
}

private struct CodableColumn<Value: FixedWidthInteger>: Decodable {
  var values: [Value]

  init(from decoder: any Decoder) throws {
    var sum: Int64 = 0
    values = try decoder.singleValueContainer().decode([Int64].self).map { difference in
      sum += difference
      guard let value = Value(exactly: sum) else { throw BenchmarkError(message: "a value out of range") }
      return value
    }
  }
}

private enum CodableRadius: Decodable {
  case constant(UInt16)
  case column(CodableColumn<UInt16>)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let column = try? container.decode(CodableColumn<UInt16>.self) {
      self = .column(column)
    } else {
      self = .constant(try container.decode(UInt16.self))
    }
  }
}
