/// What rules and attributes say about one element: for each property the value that wins.
struct StyleValues {
  /// Where a value comes from; the higher one wins, the later one among equals.
  struct Priority: Comparable {
    /// `!important` above all.
    var isImportant = false
    /// Presentation attributes, style sheets, the `style` attribute.
    var origin: Origin
    var specificity = 0

    enum Origin: Int { case attribute, sheet, style }

    static func < (one: Priority, other: Priority) -> Bool {
      (one.isImportant ? 1 : 0, one.origin.rawValue, one.specificity)
        < (other.isImportant ? 1 : 0, other.origin.rawValue, other.specificity)
    }
  }

  private struct Value {
    var text: ArraySlice<UInt8>
    var priority: Priority
  }

  /// Few properties are said of one element, so that a search beats a table.
  private var values: [(property: StyleProperty, value: Value)] = []
  /// A bit for each property that is said.
  private var said: UInt64 = 0

  var isEmpty: Bool { values.isEmpty }

  subscript(_ property: StyleProperty) -> ArraySlice<UInt8>? {
    guard says(property) else { return nil }
    return values.first { $0.property == property }?.value.text
  }

  private func says(_ property: StyleProperty) -> Bool { said & 1 << UInt64(property.rawValue) != 0 }

  mutating func set(_ property: StyleProperty, _ text: ArraySlice<UInt8>, _ priority: Priority) {
    if property == .marker {
      for longhand in [StyleProperty.markerStart, .markerMid, .markerEnd] { set(longhand, text, priority) }
      return
    }
    let value = Value(text: text, priority: priority)
    if says(property), let index = values.firstIndex(where: { $0.property == property }) {
      if priority >= values[index].value.priority { values[index].value = value }
    } else {
      if said == 0 { values.reserveCapacity(8) }
      said |= 1 << UInt64(property.rawValue)
      values.append((property, value))
    }
  }

  /// Whether anything is said that children take over.
  var saysInherited: Bool { said & Self.inherited != 0 }

  /// Whether both say the same about what children take over, in the same order; sizes of fonts never are the same,
  /// since they depend on more than their text.
  func inheritsLike(_ other: StyleValues) -> Bool {
    let taken = Self.inherited
    guard said & taken == other.said & taken, !says(.fontSize) else { return false }
    var place = 0
    for (property, value) in values where taken & 1 << UInt64(property.rawValue) != 0 {
      while taken & 1 << UInt64(other.values[place].property.rawValue) == 0 { place += 1 }
      guard other.values[place].property == property, other.values[place].value.text == value.text else {
        return false
      }
      place += 1
    }
    return true
  }

  /// A bit for each property that ``InheritedStyle`` knows.
  private static let inherited: UInt64 = [
    StyleProperty.fill, .stroke, .visibility, .color, .fillOpacity, .strokeOpacity, .strokeWidth,
    .strokeLinecap, .strokeDasharray, .strokeDashoffset, .fillRule, .markerStart, .markerMid, .markerEnd,
    .paintOrder, .fontSize,
  ].reduce(0) { $0 | 1 << UInt64($1.rawValue) }

  mutating func set(_ declarations: [StyleDeclaration], _ origin: Priority.Origin, specificity: Int = 0) {
    for declaration in declarations {
      set(
        declaration.property, declaration.value,
        Priority(isImportant: declaration.isImportant, origin: origin, specificity: specificity))
    }
  }
}

/// `property: value !important`.
struct StyleDeclaration: Sendable {
  var property: StyleProperty
  var value: ArraySlice<UInt8>
  var isImportant: Bool

  /// The declarations of a block or a `style` attribute that are known; others are left out.
  static func list(_ text: ArraySlice<UInt8>) -> [StyleDeclaration] {
    var list: [StyleDeclaration] = []
    for part in CSSText.split(CSSText.withoutComments(text), at: UInt8(ascii: ";")) {
      guard let colon = part.firstIndex(of: UInt8(ascii: ":")) else { continue }
      guard let property = StyleProperty.named(part[..<colon].trimmed) else { continue }
      var value = part[(colon + 1)...].trimmed
      var isImportant = false
      if let mark = value.lastIndex(of: UInt8(ascii: "!")), value[(mark + 1)...].keyword == "important" {
        isImportant = true
        value = value[..<mark].trimmed
      }
      if !value.isEmpty {
        list.append(StyleDeclaration(property: property, value: value, isImportant: isImportant))
      }
    }
    return list
  }
}
