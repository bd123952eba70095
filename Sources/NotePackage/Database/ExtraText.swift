import NoteModel

/// Unknown keys in a column `extra`: an object that holds them as they stand in a snapshot.
///
/// A page can have unknown keys on both sides of its elements, and no epoch. White space, which means nothing to other
/// readers, tells that: a line break comes before the first key that stands behind the elements, and a space before the
/// object of a page that doesn't say its epoch.
enum ExtraText {
  /// Nil when there is nothing to keep.
  static func of(_ members: [RawMember]) -> [UInt8]? {
    members.isEmpty ? nil : object(members, [])
  }

  static func of(_ page: Page) -> [UInt8]? {
    guard page.epoch == nil || !page.extra.isEmpty || !page.trailingExtra.isEmpty else { return nil }
    return (page.epoch == nil ? [UInt8(ascii: " ")] : []) + object(page.extra, page.trailingExtra)
  }

  private static func object(_ leading: [RawMember], _ trailing: [RawMember]) -> [UInt8] {
    var text = [UInt8(ascii: "{")]
    for (index, member) in (leading + trailing).enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      if index == leading.count { text.append(UInt8(ascii: "\n")) }
      text.append(UInt8(ascii: "\""))
      text += member.key
      text += Array("\":".utf8)
      text += member.value
    }
    text.append(UInt8(ascii: "}"))
    return text
  }

  /// What a column holds; nil when it is no object.
  struct Reading {
    var leading: [RawMember] = []
    var trailing: [RawMember] = []
    var saysEpoch = true

    init() {}

    init?(_ text: [UInt8]) {
      guard let value = try? JSONValue.read(text.span), case .object(let members) = value.content else {
        return nil
      }
      saysEpoch = text.first != UInt8(ascii: " ")
      var end = value.offset + 1
      var isBehind = false
      for member in members {
        let key = text[end...].firstIndex(of: UInt8(ascii: "\"")) ?? end
        if text[end..<key].contains(UInt8(ascii: "\n")) { isBehind = true }
        if isBehind { trailing.append(member.raw) } else { leading.append(member.raw) }
        end = member.value.offset + member.raw.value.count
      }
    }

    var all: [RawMember] { leading + trailing }
  }
}
