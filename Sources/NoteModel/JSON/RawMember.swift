/// One member of an object that this version doesn't know, kept byte for byte.
public struct RawMember: Sendable, Hashable {
  /// What stands between the key's quotes, escapes as found.
  public let key: [UInt8]
  /// The value as found: any JSON value with the white space inside it, none around it.
  public let value: [UInt8]

  public init(key: [UInt8], value: [UInt8]) {
    self.key = key
    self.value = value
  }
}
