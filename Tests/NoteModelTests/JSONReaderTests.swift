import Foundation
import NoteModel
import Testing

/// A text that is refused, how, and at which byte.
struct Refused: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let code: ModelError.Code
  let offset: Int

  init(_ text: String, _ code: ModelError.Code, at offset: Int) {
    self.init(Array(text.utf8), code, at: offset)
  }

  init(_ bytes: [UInt8], _ code: ModelError.Code, at offset: Int) {
    self.bytes = bytes
    self.code = code
    self.offset = offset
  }

  var testDescription: String {
    "\(String(decoding: bytes, as: UTF8.self)): \(code.rawValue) at \(offset)"
  }
}

/// Reads one value and the end of the text, without keeping anything.
func skip(_ bytes: [UInt8]) throws(ModelError) {
  var reader = JSONReader(bytes.span)
  try reader.skipValue()
  try reader.expectEnd()
}

func nested(_ depth: Int, _ opening: String = "[", _ closing: String = "]") -> String {
  String(repeating: opening, count: depth) + String(repeating: closing, count: depth)
}

let quote = UInt8(ascii: "\"")

@Suite struct JSONReaderTests {
  static let faults: [Refused] = [
    // Texts that end too early.
    Refused("", .unexpectedEnd, at: 0),
    Refused(" \n", .unexpectedEnd, at: 2),
    Refused("[", .unexpectedEnd, at: 1),
    Refused("{\"a\"", .unexpectedEnd, at: 4),
    Refused("\"a", .unexpectedEnd, at: 2),
    Refused("\"a\\", .unexpectedEnd, at: 3),
    Refused("\"\\u00", .unexpectedEnd, at: 5),
    Refused("\"\\ud83d", .unexpectedEnd, at: 7),
    Refused("\"\\ud83d\\", .unexpectedEnd, at: 8),
    Refused("\"\\ud83d\\ude", .unexpectedEnd, at: 11),
    Refused("-", .unexpectedEnd, at: 1),
    Refused("1.", .unexpectedEnd, at: 2),
    Refused("1e+", .unexpectedEnd, at: 3),
    Refused("nul", .unexpectedEnd, at: 3),
    // Commas.
    Refused("[1,]", .syntax, at: 3),
    Refused("[1,,2]", .syntax, at: 3),
    Refused("[,1]", .syntax, at: 1),
    Refused("[1 2]", .syntax, at: 3),
    Refused("{\"a\":1,}", .syntax, at: 7),
    Refused("{,}", .syntax, at: 1),
    Refused("{\"a\":1 \"b\":2}", .syntax, at: 7),
    // Objects.
    Refused("{a:1}", .syntax, at: 1),
    Refused("{1:1}", .syntax, at: 1),
    Refused("{\"a\" 1}", .syntax, at: 5),
    Refused("{\"a\":}", .syntax, at: 5),
    Refused("[}", .syntax, at: 1),
    Refused("{]", .syntax, at: 1),
    // Words.
    Refused("NaN", .syntax, at: 0),
    Refused("[NaN]", .syntax, at: 1),
    Refused("nan", .syntax, at: 0),
    Refused("Infinity", .syntax, at: 0),
    Refused("[1,-Infinity]", .syntax, at: 3),
    Refused("True", .syntax, at: 0),
    Refused("undefined", .syntax, at: 0),
    Refused("'a'", .syntax, at: 0),
    Refused("// no\n1", .syntax, at: 0),
    // Numbers.
    Refused("01", .syntax, at: 0),
    Refused("-01", .syntax, at: 0),
    Refused("[00]", .syntax, at: 1),
    Refused("+1", .syntax, at: 0),
    Refused(".5", .syntax, at: 0),
    Refused("1.e5", .syntax, at: 2),
    Refused("1ee5", .syntax, at: 2),
    Refused("--1", .syntax, at: 1),
    Refused("0x10", .trailingBytes, at: 1),
    // Strings.
    Refused("\"a\nb\"", .syntax, at: 2),
    Refused("\"\u{0}\"", .syntax, at: 1),
    Refused("\"\u{1F}\"", .syntax, at: 1),
    Refused("\"\\x\"", .syntax, at: 1),
    Refused("\"\\u12G4\"", .syntax, at: 5),
    Refused("{\"a\tb\":1}", .syntax, at: 3),
    Refused("\"\\ud800\"", .encoding, at: 1),
    Refused("\"ab\\udc00\"", .encoding, at: 3),
    Refused("\"\\ud800\\u0041\"", .encoding, at: 1),
    Refused("\"\\ud800abcdef\"", .encoding, at: 1),
    Refused("\"\\ud800\\n-----\"", .encoding, at: 1),
    Refused([quote, 0xFF, quote], .encoding, at: 1),
    Refused([quote, 0x61, 0x80, quote], .encoding, at: 2),
    Refused([quote, 0xC0, 0x80, quote], .encoding, at: 1),
    Refused([quote, 0xED, 0xA0, 0x80, quote], .encoding, at: 1),
    Refused([quote, 0xF4, 0x90, 0x80, 0x80, quote], .encoding, at: 1),
    Refused([quote, 0x61, 0xE7, 0x8C, quote], .encoding, at: 2),
    Refused(Array("{\"".utf8) + [0xFF] + Array("\":1}".utf8), .encoding, at: 2),
    // White space and marks.
    Refused("\u{B}1", .syntax, at: 0),
    Refused("\u{A0}1", .syntax, at: 0),
    Refused("\u{FEFF}", .unexpectedEnd, at: 3),
    Refused("\u{FEFF}\u{FEFF}1", .syntax, at: 3),
    Refused("[\u{FEFF}1]", .syntax, at: 1),
    // What stands behind the end.
    Refused("1 2", .trailingBytes, at: 2),
    Refused("{} x", .trailingBytes, at: 3),
    Refused("[]\u{0}", .trailingBytes, at: 2),
    Refused("\"a\"]", .trailingBytes, at: 3),
    // Keys that stand twice.
    Refused("{\"a\":1,\"a\":2}", .duplicateKey, at: 7),
    Refused("{\"a\":1,\"\\u0061\":2}", .duplicateKey, at: 7),
    Refused("{\"\\/\":1,\"/\":2}", .duplicateKey, at: 8),
    Refused("{\"\":1,\"\":2}", .duplicateKey, at: 6),
    Refused("{\"x\":{\"b\":1,\"b\":2}}", .duplicateKey, at: 12),
    Refused("[{\"x\":[{\"b\":1,\"b\":2}]}]", .duplicateKey, at: 14),
    Refused("{" + (0..<40).map { "\"k\($0)\":0," }.joined() + "\"k3\":0}", .duplicateKey, at: 311),
    // Depth.
    Refused(nested(129), .depth, at: 128),
    Refused(nested(100_000), .depth, at: 128),
    Refused(nested(129, "{\"a\":", "}"), .depth, at: 640),
  ]

  @Test(arguments: faults)
  func `A fault is refused with its code and place`(_ refused: Refused) {
    let error = #expect(throws: ModelError.self) { try skip(refused.bytes) }
    #expect(error?.code == refused.code)
    #expect(error?.offset == refused.offset)
  }

  @Test(arguments: faults)
  func `A tree is read as strictly as a value is skipped`(_ refused: Refused) {
    let error = #expect(throws: ModelError.self) { try JSONValue.read(refused.bytes) }
    #expect(error?.code == refused.code)
    #expect(error?.offset == refused.offset)
  }

  @Test(arguments: [
    "0", "-0", "10", "-1.5e+10", "1E5", "\"\"", "[]", "{}", "true", "false", "null", " \t\r\n[ 1 , 2 ] \n",
    "{ \"a\" : [ { } ] }", "\u{FEFF}{}", "\u{FEFF} 1", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\uD83d\\udE00\"",
    "\"é猫😀\u{7F}\"", "[{\"a\":1},{\"a\":1}]", "{\"é\":1,\"e\u{301}\":2}", "{\"a\":{\"a\":1}}",
  ])
  func `Everything that JSON allows is read`(_ text: String) throws {
    try skip(Array(text.utf8))
    _ = try JSONValue.read(Array(text.utf8))
  }

  @Test func `Values nest as deep as the limit`() throws {
    try skip(Array(nested(JSONReader.maximumDepth).utf8))
  }

  @Test func `A text cut anywhere ends where it was cut`() throws {
    let text = Array(
      "\u{FEFF}{\"a\\u00e9\\ud83d\\ude00\" : [1, -2.5e+3, true, false, null, \"é猫😀\\n\"], \"b\":{\"c\":[{}]}}"
        .utf8)
    try skip(text)
    for length in 0..<text.count where !(1...2).contains(length) {
      let error = #expect(throws: ModelError.self) { try skip(Array(text[..<length])) }
      #expect(error?.code == .unexpectedEnd, "cut to \(length) bytes")
      #expect(error?.offset == length)
    }
  }

  @Test func `Foundation reads whatever passes here`() {
    let text = Array(
      " {\"a\\u00e9\\ud83d\\ude00\":[1,-2.5e+3,true,null,\"é猫\\n\"],\"b\":{\"c\":[{},0]}} ".utf8)
    for position in text.indices {
      for mask: UInt8 in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF] {
        var flipped = text
        flipped[position] ^= mask
        guard (try? skip(flipped)) != nil else { continue }
        let foundation = try? JSONSerialization.jsonObject(with: Data(flipped), options: .fragmentsAllowed)
        #expect(foundation != nil, "byte \(position) xor \(mask)")
      }
    }
  }

  @Test(arguments: [
    ("\"plain\"", "plain"), ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{C}\n\r\t"),
    ("\"\\u00e9\\u732B\\ud83d\\ude00\\u0000\"", "é猫😀\u{0}"), ("\"猫\\t猫\"", "猫\t猫"),
    ("\"\\uD800\\uDC00\\uDBFF\\uDFFF\"", "\u{10000}\u{10FFFF}"),
  ])
  func `Escapes mean what JSON says`(_ text: String, _ meaning: String) throws {
    let bytes = Array(text.utf8)
    var reader = JSONReader(bytes.span)
    let string = try reader.readString()
    #expect(Array(string.utf8) == Array(meaning.utf8))
  }

  @Test(arguments: [
    ("1.5", 1.5), ("-0", 0), ("1e3", 1000), ("123456789012345678901234567890", 1.2345678901234568e29),
  ])
  func `Numbers are read to the nearest`(_ text: String, _ value: Double) throws {
    let bytes = Array(text.utf8)
    var reader = JSONReader(bytes.span)
    #expect(try reader.readDouble() == value)
  }

  @Test func `A number too large to hold is refused`() {
    let error = #expect(throws: ModelError.self) { try JSONValue.read(Array("[1e999]".utf8)) }
    #expect(error == ModelError(.range, at: 1, "a number too large to hold"))
  }

  @Test(arguments: ["1.0", "1e2", "256", "-1", "99999999999999999999999"])
  func `A whole number that doesn't fit is refused`(_ text: String) {
    let bytes = Array(text.utf8)
    let error = #expect(throws: ModelError.self) {
      var reader = JSONReader(bytes.span)
      _ = try reader.readInteger(UInt8.self)
    }
    #expect(error?.code == .range)
  }

  @Test func `An unknown value is kept byte for byte`() throws {
    let bytes = Array("  {\"a\": [1 ,2.50, \"\\u0041\"]} ,".utf8)
    var reader = JSONReader(bytes.span)
    let raw = try reader.rawValue()
    #expect(String(decoding: raw, as: UTF8.self) == "{\"a\": [1 ,2.50, \"\\u0041\"]}")
  }
}
