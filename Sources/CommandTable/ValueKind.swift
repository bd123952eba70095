/// What an option's value or an operand is: the parser checks it, and the shells complete it.
public enum ValueKind: Sendable, Equatable {
  /// Any UTF-8 text, empty too.
  case text
  /// Any UTF-8 text; the shells offer these words, and others are as good.
  case suggestions([String])
  /// A path: bytes, not empty, not looked at. The shells offer files and the folders on the way.
  case file
  /// A path, as `file`; the shells offer folders only.
  case folder
  /// One of these words, exactly.
  case choice([String])
  /// A decimal whole number within the range, both ends included.
  case integer(ClosedRange<Int>)
}

extension ValueKind {
  /// What the shells offer, in the table's order; empty for paths, free text and numbers.
  var words: [String] {
    switch self {
    case .suggestions(let words), .choice(let words): words
    case .text, .file, .folder, .integer: []
    }
  }

  /// What is wrong with a value, as the end of a sentence that begins with what takes it; nil for nothing.
  func objection(to value: [UInt8]) -> Objection? {
    switch self {
    case .file, .folder:
      return value.isEmpty ? Objection("takes a path, but it is empty") : nil
    case .text, .suggestions:
      guard String(validating: value, as: UTF8.self) == nil else { return nil }
      return Objection("takes UTF-8 text, not '\(shown(value))'")
    case .choice(let words):
      guard let text = String(validating: value, as: UTF8.self), words.contains(text) else {
        let near = nearest(to: String(decoding: value, as: UTF8.self), among: words)
        let taken =
          words.count > longestList
          ? "takes one of the words that the help lists" : "takes \(alternatives(words))"
        return Objection("\(taken), not '\(shown(value))'", suggestion: near)
      }
      return nil
    case .integer(let range):
      if let number = wholeNumber(value), range.contains(number) { return nil }
      return Objection("takes a whole number \(limits(of: range)), not '\(shown(value))'")
    }
  }

  /// Why a value isn't taken, and the word that was likely meant.
  struct Objection: Equatable {
    let text: String
    let suggestion: String?

    init(_ text: String, suggestion: String? = nil) {
      self.text = text
      self.suggestion = suggestion
    }
  }
}

/// The number that decimal digits with an optional minus sign say; nil for everything else, overflow too.
///
/// A plus sign is refused: it is no form that any command prints.
func wholeNumber(_ digits: [UInt8]) -> Int? {
  digits.first == UInt8(ascii: "+") ? nil : Int(String(decoding: digits, as: UTF8.self))
}

private func limits(of range: ClosedRange<Int>) -> String {
  switch (range.lowerBound, range.upperBound) {
  case (Int.min, Int.max): "that fits 64 bits"
  case (let lowest, Int.max): "of at least \(lowest)"
  case (Int.min, let highest): "of at most \(highest)"
  case (let lowest, let highest): "from \(lowest) to \(highest)"
  }
}

/// More words than these are no line that anybody reads.
private let longestList = 12

private func alternatives(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
