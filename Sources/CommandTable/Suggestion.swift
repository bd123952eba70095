/// The word that someone likely meant; nil when none is close.
///
/// A word that begins with what was typed is taken when it is the only one; otherwise the word with the
/// fewest slips of the finger, at most one in three letters. The first of equals wins, so that the answer is
/// stable.
func nearest(to typed: String, among words: [String]) -> String? {
  let typed = Array(typed.lowercased())
  // A long word can't be near a name, and its distance would cost the square of its length.
  guard typed.count >= 2, typed.count <= 64 else { return nil }
  let beginnings = words.filter { $0.lowercased().starts(with: typed) }
  if beginnings.count == 1 { return beginnings.first }
  var best: (word: String, distance: Int)?
  for word in words {
    let distance = slips(from: typed, to: Array(word.lowercased()))
    guard distance <= max(1, max(typed.count, word.count) / 3), distance < word.count else { continue }
    if distance < best?.distance ?? Int.max { best = (word, distance) }
  }
  return best?.word
}

/// Damerau and Levenshtein's distance in its restricted form: letters that are missing, too many, wrong, or
/// swapped with their neighbour.
func slips(from source: [Character], to target: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...target.count)
  for row in source.indices {
    var current = [row + 1]
    for column in target.indices {
      let isSame = source[row] == target[column]
      var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      let isSwap =
        row > 0 && column > 0 && source[row] == target[column - 1] && source[row - 1] == target[column]
      if isSwap { cost = min(cost, beforeLast[column - 1] + 1) }
      current.append(cost)
    }
    beforeLast = last
    last = current
  }
  return last[target.count]
}
