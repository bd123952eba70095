/// The content of one page: `pages/<page-uuid>.content`.
public struct Page: Sendable, Hashable {
  public var id: Identifier
  /// How many journals were merged; nil when the key is absent, which means 0.
  public var epoch: UInt64?
  /// In drawing order, first is lowest.
  public var elements: [Element]
  /// Unknown keys of the header, in the order found before `elements`.
  public var extra: [RawMember]
  /// Unknown keys found behind `elements`; they stay there.
  public var trailingExtra: [RawMember]

  public init(
    id: Identifier, epoch: UInt64? = 0, elements: [Element] = [], extra: [RawMember] = [],
    trailingExtra: [RawMember] = []
  ) {
    self.id = id
    self.epoch = epoch
    self.elements = elements
    self.extra = extra
    self.trailingExtra = trailingExtra
  }

  public var strokeCount: Int {
    elements.reduce(0) { count, element in if case .stroke = element { count + 1 } else { count } }
  }

  public var imageCount: Int {
    elements.reduce(0) { count, element in if case .image = element { count + 1 } else { count } }
  }

  public var sampleCount: Int {
    var count = 0
    for place in elements.indices { count += elements[place].sampleCount }
    return count
  }
}
