/// Names for what is being made and isn't finished.
public enum TemporaryName {
  /// What the names of unfinished files begin with.
  public static let filePrefix = ".lnote-tmp-"
  /// What the names of staging folders begin with.
  public static let stagePrefix = ".lnote-stage-"

  /// Whether a file of this name was left unfinished, by somebody who died or is still at it.
  public static func isTemporary(_ name: Name) -> Bool { name.bytes.starts(with: filePrefix.utf8) }

  /// A new one for a file.
  public static func file() -> Name { Name(trusted: filePrefix + randomDigits()) }

  static func stage() -> Name { Name(trusted: stagePrefix + randomDigits()) }

  private static func randomDigits() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
