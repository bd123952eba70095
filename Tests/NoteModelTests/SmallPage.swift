import NoteModel

/// A page with one element of every kind, small enough to be damaged at every byte.
enum SmallPage {
  static let lines = [
    #"{"formatVersion":1,"page":"9B2C0000-8B86-4011-B42D-00CF4FC964FF","epoch":7,"elements":["#,
    ##"{"type":"stroke","id":"00000000-0000-4000-8000-000000000001","tool":"pen","color":"#1A1A1AFF","##
      + #""startedAt":"2026-11-30T08:15:00.000Z","radius":[12,0,1],"x":[5123,4,3],"y":[-780,-2,0],"#
      + #""pressure":[412,30,8],"time":[0,4,4]},"#,
    #"{"type":"image","id":"00000000-0000-4000-8000-000000000002","#
      + #""asset":"00000000-0000-4000-8000-00000000000A","frame":[1000,2000,3000,1500],"rotation":0,"#
      + #""opacity":1000},"#,
    #"{"type":"text","id":"00000000-0000-4000-8000-000000000003","runs":[{"s":"é\n猫","w":[1.50,2]}]},"#,
    ##"{"type":"stroke","id":"00000000-0000-4000-8000-000000000004","tool":"quill","color":"#FF0000","##
      + #""radius":7,"x":[1],"y":[2],"tilt":[3 ,4]},"#,
    ##"{"type":"stroke","id":"00000000-0000-4000-8000-000000000005","tool":"marker","color":"#FFEE0080","##
      + #""radius":65535,"x":[2147483647,-4294967295],"y":[0,-2147483648]}"#, "]}",
  ]

  static let text = lines.joined(separator: "\n") + "\n"
  static let bytes = Array(text.utf8)
  static let elementCount = 5

  /// The text with one element in the place of all.
  static func holding(_ element: String) -> String { lines[0] + "\n" + element + "\n]}\n" }
}
