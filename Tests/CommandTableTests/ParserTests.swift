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
    "-h", "--help", "pack -h", "--help pack", "pack --level x --nothing --help", "pack -o -h",
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
}
