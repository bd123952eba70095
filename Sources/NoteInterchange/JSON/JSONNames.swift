/// The keys of the interchange JSON that mean something in each object, and those that its values have in a package.
///
/// An unknown key of a package that is called like one of ``known`` stands under `extra`. A key of ``reserved`` can't
/// be taken over as unknown, because the package would then say it twice.
struct JSONNames: Sendable {
  let known: Set<String>
  let reserved: Set<String>

  static let extra = "extra"

  private init(_ names: [String], package: [String]) {
    known = Set(names).union([Self.extra])
    reserved = Set(package)
  }

  static let document = JSONNames(
    ["id", "title", "createdAt", "modifiedAt", "storage"],
    package: ["formatVersion", "id", "title", "createdAt", "modifiedAt", "storage", "pages"])
  static let manifest = JSONNames(
    [], package: ["formatVersion", "id", "title", "modifiedAt", "pageCount", "cover"])
  static let page = JSONNames(
    [
      "id", "width", "height", "canvas", "createdAt", "modifiedAt", "epoch", "content", "elements",
    ],
    package: ["id", "canvas", "createdAt", "modifiedAt", "elementCount"])
  static let canvas = JSONNames([], package: ["width", "height"])
  static let content = JSONNames([], package: ["formatVersion", "page", "epoch", "elements"])
  static let stroke = JSONNames(
    ["type", "id", "tool", "color", "startedAt", "radius", "fields", "samples"],
    package: ["type", "id", "tool", "color", "startedAt", "radius", "x", "y", "pressure", "time"])
  static let image = JSONNames(
    ["type", "id", "asset", "x", "y", "width", "height", "rotation", "opacity"],
    package: ["type", "id", "asset", "frame", "rotation", "opacity"])
}
