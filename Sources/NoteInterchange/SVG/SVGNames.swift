/// Names of the exchange format that writer and reader share.
enum SVGNames {
  static let payload = "urn:lnote:svg:1"
  static let payloadVersion = "1"
  static let svg = "http://www.w3.org/2000/svg"
  static let xlink = "http://www.w3.org/1999/xlink"
}
