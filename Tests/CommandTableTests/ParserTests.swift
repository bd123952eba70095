import CommandTable
import Testing

@Suite struct ParserTests {
  @Test(arguments: [
    ["pack", "--output", "x", "box"], ["pack", "--output=x", "box"], ["pack", "-o", "x", "box"],
    ["pack", "-ox", "box"], ["pack", "box", "-fo", "x"], ["pack", "box", "-fox"],
  ])
  func valueIsFoundInEveryForm(_ words: [String]) throws {
    let invocation = try parser.parse(words.map(bytes))
    #expect(invocation.value("output") == bytes("x"))
    #expect(invocation.operands == [bytes("box")])
    #expect(invocation.command?.name == "pack")
  }

  @Test func doubleDashEndsOptions() throws {
    let invocation = try parse("pack", "--", "--force", "-f", "--")
    #expect(invocation.operands == ["--force", "-f", "--"].map(bytes))
    #expect(!invocation.has("force"))
  }

  @Test func singleDashIsAnOperandAndAValue() throws {
    let invocation = try parse("pack", "-", "-o", "-")
    #expect(invocation.operands == [bytes("-")])
    #expect(invocation.text("output") == "-")
  }

  @Test func pathsKeepTheirBytes() throws {
    let path: [UInt8] = [0x61, 0xFF, 0x0A]
    let invocation = try parser.parse([bytes("pack"), path, bytes("-o"), path, bytes("--into=") + path])
    #expect(invocation.operands == [path])
    #expect(invocation.value("output") == path)
    #expect(invocation.value("into") == path)
  }

  @Test func optionalValueNeedsTheEqualsSign() throws {
    #expect(try parse("pack", "--repair", "all").operands == [bytes("all")])
    #expect(try parse("pack", "--repair", "all").has("repair"))
    #expect(try parse("pack", "--repair", "all").value("repair") == nil)
    #expect(try parse("pack", "--repair=all", "box").text("repair") == "all")
    #expect(try parse("pack", "-fr=all", "box").text("repair") == "all")
    #expect(try parse("pack", "-rf", "box").has("force"))
  }

  @Test func repeatableOptionsKeepTheirOrder() throws {
    let invocation = try parse("pack", "--ignore", "rust", "-vv", "box", "--ignore=dust", "-v")
    #expect(invocation.texts("ignore") == ["rust", "dust"])
    #expect(invocation.count("verbose") == 3)
  }

  @Test func commonOptionsMayStandBeforeTheCommand() throws {
    let invocation = try parse("-v", "--color", "never", "status", "-j2")
    #expect(invocation.command?.name == "status")
    #expect(invocation.text("color") == "never")
    #expect(invocation.integer("jobs") == 2)
  }

  @Test(arguments: [
    "-h", "--help", "help", "help pack", "pack -h", "--help pack", "pack --level x --nothing --help",
    "pack -o -h",
  ])
  func helpWinsOverOtherMistakes(_ line: String) throws {
    let invocation = try parser.parse(line.split(separator: " ").map { Array($0.utf8) })
    #expect(invocation.has("help"))
    #expect(invocation.command?.name == (line.contains("pack") ? "pack" : nil))
  }

  @Test func helpAfterDoubleDashIsAnOperand() throws {
    #expect(try !parse("pack", "--", "--help").has("help"))
  }

  @Test func namesOfOperandsSplitTheArguments() throws {
    let invocation = try parse("guard", "box", "mine", "--to", "there")
    #expect(invocation.operands("BOX") == [bytes("box")])
    #expect(invocation.operands("NAME") == [bytes("mine")])
    #expect(try parse("guard", "box", "--to=there").operands("NAME").isEmpty)
  }

  @Test func fileOfOperandsReplacesThem() throws {
    let invocation = try parse("pack", "--files-from", "list", "-0")
    #expect(invocation.operands.isEmpty)
    #expect(invocation.has("null"))
    #expect(try parse("pack", "--files-from", "list", "box").operands("BOX") == [bytes("box")])
  }

  @Test func optionReplacesOperandsAndRequiredOptions() throws {
    #expect(try parse("guard", "--check", "there").text("check") == "there")
  }

  @Test func emptyTextIsAValue() throws {
    #expect(try parse("pack", "box", "--title", "").text("title") == "")
    #expect(try parse("pack", "box", "--title=").text("title") == "")
  }

  @Test func suggestionsAreNotLimits() throws {
    #expect(try parse("pack", "box", "--paper", "10x10").text("paper") == "10x10")
  }

  @Test(arguments: 0..<8)
  func anyBytesAreReadOrRefusedInOneLine(_ seed: UInt64) {
    let words =
      demo.commands.flatMap { command in
        [command.name] + demo.options(of: command).flatMap { ["--" + $0.name, "--\($0.name)=1"] }
      } + ["-", "--", "-vo", "-r=", "x"]
    var random = SplitMix(state: seed)
    for _ in 0..<500 {
      let line = (0..<Int.random(in: 0...6, using: &random)).map { _ -> [UInt8] in
        var word = bytes(words.randomElement(using: &random) ?? "")
        let isChanged = Bool.random(using: &random)
        if isChanged { word.insert(UInt8.random(in: 1...255, using: &random), at: word.count / 2) }
        return word
      }
      do throws(UsageError) {
        let invocation = try parser.parse(line)
        #expect(invocation.command != nil || invocation.has("help") || invocation.has("version"))
      } catch {
        #expect(error.message.utf8.allSatisfy { $0 >= 0x20 })
      }
    }
  }
}

/// Random numbers that a seed repeats.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
