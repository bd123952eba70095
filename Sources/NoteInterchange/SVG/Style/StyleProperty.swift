/// The properties that change what comes out of a drawing.
enum StyleProperty: Int, CaseIterable, Sendable {
  case fill, stroke, opacity, display, visibility, color, filter, mask, marker, transform, overflow
  case fillOpacity, strokeOpacity, strokeWidth, strokeLinecap, strokeDasharray, strokeDashoffset
  case fillRule, markerStart, markerMid, markerEnd, paintOrder, fontSize, vectorEffect
  case transformOrigin, transformBox, clipPath, stopColor, stopOpacity, mixBlendMode

  /// As CSS and presentation attributes spell it.
  var name: String {
    switch self {
    case .fill: "fill"
    case .stroke: "stroke"
    case .opacity: "opacity"
    case .display: "display"
    case .visibility: "visibility"
    case .color: "color"
    case .filter: "filter"
    case .mask: "mask"
    case .marker: "marker"
    case .transform: "transform"
    case .overflow: "overflow"
    case .fillOpacity: "fill-opacity"
    case .strokeOpacity: "stroke-opacity"
    case .strokeWidth: "stroke-width"
    case .strokeLinecap: "stroke-linecap"
    case .strokeDasharray: "stroke-dasharray"
    case .strokeDashoffset: "stroke-dashoffset"
    case .fillRule: "fill-rule"
    case .markerStart: "marker-start"
    case .markerMid: "marker-mid"
    case .markerEnd: "marker-end"
    case .paintOrder: "paint-order"
    case .fontSize: "font-size"
    case .vectorEffect: "vector-effect"
    case .transformOrigin: "transform-origin"
    case .transformBox: "transform-box"
    case .clipPath: "clip-path"
    case .stopColor: "stop-color"
    case .stopOpacity: "stop-opacity"
    case .mixBlendMode: "mix-blend-mode"
    }
  }

  /// The property of a name, in letters of either case; nil for one that changes nothing here.
  static func named(_ name: ArraySlice<UInt8>) -> StyleProperty? {
    guard name.count < byLength.count else { return nil }
    return byLength[name.count].first { zip($0.name, name).allSatisfy { $0 == $1.lowered } }?.property
  }

  /// Those of each length: few, so that comparing them is quicker than a table.
  private static let byLength: [[(name: [UInt8], property: StyleProperty)]] = {
    var lists = [[(name: [UInt8], property: StyleProperty)]](repeating: [], count: 32)
    for property in allCases {
      let name = Array(property.name.utf8)
      lists[name.count].append((name, property))
    }
    return lists
  }()
}
