import NotePackage
import Testing

@Suite struct FileNamingTests {
  @Test(
    arguments: [
      ("Field notes", "Field notes"), ("Москва", "Москва"), ("Cats / 猫 & <friends>", "Cats _ 猫 & _friends_"),
      ("a:b*c?d\"e|f\\g", "a_b_c_d_e_f_g"), ("..hidden", "hidden"), (" . a . ", "a"),
      ("line\nbreak\u{7}", "line_break_"),
      ("turn\u{202E}ed", "turn_ed"), ("CON", "_CON"), ("nul.txt", "_nul.txt"), ("COM1", "_COM1"), ("·", "·"),
    ])
  func keepsWhatEveryFileSystemCanHold(_ title: String, _ stem: String) {
    #expect(FileNaming.safeStem(title) == stem)
  }

  @Test(arguments: ["", " ", "...", "///", "\u{1}\u{2}", "_"])
  func isNothingWhereNothingIsLeft(_ title: String) { #expect(FileNaming.safeStem(title) == nil) }

  @Test(arguments: ["a", "é", "笔", "👩‍👩‍👧"], [32, 100])
  func leavesRoomAndCutsNoCharacter(_ character: String, _ reserved: Int) throws {
    let title = String(repeating: character, count: 300)
    let stem = try #require(FileNaming.safeStem(title, reservedByteCount: reserved))
    #expect(stem.utf8.count <= 255 - reserved)
    #expect(stem.utf8.count > 255 - reserved - 24)
    #expect(try #require(FileNaming.safeStem(String(repeating: "a ", count: 200))).last == "a")
  }

  @Test(arguments: ["Field notes", "CON", "a/b", "..x", "name."])
  func changesASafeNameNoMore(_ title: String) throws {
    let stem = try #require(FileNaming.safeStem(title))
    #expect(FileNaming.safeStem(stem) == stem)
  }
}
