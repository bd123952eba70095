/// A command line that is being read.
struct Reading {
  let program: Program
  var rest: ArraySlice<[UInt8]>
  var command: Command?
  var areOptionsOver = false
  var given: [Invocation.Given] = []
  var operands: [[UInt8]] = []
  var isInformational = false
  /// The word in the command's place is none: that counts even beside `--help`.
  var isCommandUnknown = false
  var firstMistake: UsageError?

  init(program: Program, rest: ArraySlice<[UInt8]>) {
    self.program = program
    self.rest = rest
  }

  mutating func next() -> [UInt8]? {
    rest.popFirst()
  }

  mutating func note(_ mistake: UsageError) {
    firstMistake = firstMistake ?? mistake
  }

  mutating func take(_ argument: [UInt8]) throws(UsageError) {
    let dash = UInt8(ascii: "-")
    if areOptionsOver || argument.first != dash || argument.count == 1 {
      try takeWord(argument)
    } else if argument == [dash, dash] {
      areOptionsOver = true
    } else if argument.starts(with: [dash, dash]) {
      try takeLong(argument.dropFirst(2))
    } else {
      try takeLetters(argument.dropFirst())
    }
  }

  // MARK: Words

  private mutating func takeWord(_ word: [UInt8]) throws(UsageError) {
    guard command == nil, !isCommandUnknown else {
      operands.append(word)
      return
    }
    let text = String(decoding: word, as: UTF8.self)
    command = program.command(text)
    guard command == nil else { return }
    isCommandUnknown = true
    throw unknown("command '\(shown(word))'", suggestion: program.commandMeant(by: text))
  }

  // MARK: Options

  private mutating func takeLong(_ argument: ArraySlice<UInt8>) throws(UsageError) {
    let name = argument.prefix { $0 != UInt8(ascii: "=") }
    let value = name.count < argument.count ? Array(argument.dropFirst(name.count + 1)) : nil
    guard let option = options.first(where: { Array($0.name.utf8) == Array(name) }) else {
      throw unknownLong(name)
    }
    switch (option.value, value) {
    case (.none, .some):
      throw mistake("option '\(option.longForm)' takes no value")
    case (.none, nil), (.optional, _):
      try give(option, value)
    case (.required, let value?):
      try give(option, value)
    case (.required, nil):
      try give(option, try nextValue(for: option, typed: option.longForm))
    }
  }

  private mutating func takeLetters(_ argument: ArraySlice<UInt8>) throws(UsageError) {
    // "-force" would be "-f -o rce" by the letters: whoever types a whole name means the option of that name.
    if let option = options.first(where: { $0.name.utf8.count > 2 && Array($0.name.utf8) == Array(argument) })
    {
      throw unknown("option '-\(shown(argument))'", suggestion: option.longForm)
    }
    var letters = argument
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.letter?.asciiValue == letter }) else {
        let typed = letter < 0x80 ? shown([letter]) : shown([letter] + letters)
        let place = argument.count > 1 && letter < 0x80 ? " in '-\(shown(argument))'" : ""
        throw unknown("option '-\(typed)'\(place)", suggestion: nil)
      }
      switch option.value {
      case .none:
        try give(option, nil)
      case .optional:
        guard letters.first == UInt8(ascii: "=") else {
          try give(option, nil)
          continue
        }
        return try give(option, Array(letters.dropFirst()))
      case .required:
        let typed = option.shortForm ?? option.longForm
        return try give(option, letters.isEmpty ? try nextValue(for: option, typed: typed) : Array(letters))
      }
    }
  }

  /// The next argument as a value; another option in its place is a forgotten value, not a file's name.
  private mutating func nextValue(for option: Option, typed: String) throws(UsageError) -> [UInt8] {
    guard case .required(let name, _) = option.value else { return [] }
    guard let value = rest.first else { throw mistake("option '\(typed)' needs a value: \(typed) \(name)") }
    guard !isOption(value) else {
      throw mistake(
        "option '\(typed)' needs a value before '\(shown(value))'; "
          + "if that is the value, type '\(option.longForm)=\(shown(value))'")
    }
    rest.removeFirst()
    return value
  }

  private func isOption(_ argument: [UInt8]) -> Bool {
    let name = Array(argument.prefix { $0 != UInt8(ascii: "=") })
    return options.contains { $0.forms.contains { Array($0.utf8) == name } } || argument == Array("--".utf8)
  }

  private mutating func give(_ option: Option, _ value: [UInt8]?) throws(UsageError) {
    isInformational = isInformational || option.isInformational
    if let value, let objection = option.kind?.objection(to: value) {
      throw mistake("option '\(option.longForm)' \(objection.text)", suggestion: objection.suggestion)
    }
    guard option.isRepeatable || option.isInformational || !has(option.name) else {
      throw mistake("option '\(option.longForm)' is given more than once; keep one of them")
    }
    given.append(Invocation.Given(name: option.name, value: value))
  }

  /// What may be typed here.
  var options: [Option] { program.options(of: command) }

  func has(_ name: String) -> Bool {
    given.contains { $0.name == name }
  }
}
