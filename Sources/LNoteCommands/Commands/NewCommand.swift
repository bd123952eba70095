import CommandTable
import DurableFiles
import NoteModel
import NotePackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `lnote new`: an empty document.
enum NewCommand: Runnable {
  static let command = Command(
    "new", summary: "make an empty document",
    description: [
      .text(
        "Makes a document in a library, with as many empty pages as are asked for, and prints its folder.")
    ],
    operands: [Operand("LIBRARY", kind: .folder, help: "A folder of packages, which is made if need be.")],
    options: [
      Option(
        "title", value: .required("TITLE", kind: .text), help: "The document's title.", isRequired: true),
      Option(
        "page", value: .required("SIZE", kind: .suggestions(Paper.names)),
        help:
          "Adds a page: width and height in points as `820x1180`, or a paper: \(Paper.names.joined(separator: ", ")).",
        isRepeatable: true),
    ],
    exitStatuses: ExitStatus.usual,
    examples: [
      ("lnote new Library --title 'Field notes' --page 820x1180", "Makes a notebook of one page."),
      ("lnote new Library --title Letters --page a4 --page a4", "Makes one of two."),
    ],
    seeAlso: ["ls", "import"], otherWords: ["create", "init"])

  static func run(_ context: Context) throws -> ExitStatus {
    let sizes = try context.invocation.texts("page").map { text in
      guard let canvas = Paper.canvas(text) else {
        throw UsageFailure(
          message:
            "'\(text)' is no page size; give width and height in points up to 14400, such as 820x1180, or one of: "
            + Paper.names.joined(separator: ", "))
      }
      return canvas
    }
    let output = try OutputFolder.library(Path(context.invocation.operands[0]))
    defer { output.removeIfUnused() }
    let library = Library(output.folder)
    let now = Timestamp(milliseconds: context.environment.now)
    let entries = sizes.map { canvas in
      PageEntry(id: Identifier(UUID()), canvas: canvas, createdAt: now, modifiedAt: now, elementCount: 0)
    }
    let document = Document(
      id: Identifier(UUID()), title: context.invocation.text("title") ?? "", createdAt: now, modifiedAt: now,
      pages: entries)
    let draft = try PackageDraft(in: library.folder)
    for entry in entries { try draft.add(Page(id: entry.id)) }
    try draft.finish(document)
    let outcome = try Importer(into: library, now: context.environment.now).take(draft)
    try context.console.line(outcome.path.description)
    try context.console.record("document") { writer in
      writer.key("id")
      writer.string(document.id.text)
      writer.key("title")
      writer.string(document.title)
      writer.key("pageCount")
      writer.integer(entries.count)
      writer.key("path")
      writer.string(outcome.path.description)
    }
    try context.console.record("summary") { writer in
      writer.key("documents")
      writer.integer(1)
    }
    return .done
  }
}

/// Page sizes by name, in points, upright.
enum Paper {
  private static let sizes: [(name: String, width: Double, height: Double)] = [
    ("a3", 841.9, 1190.6), ("a4", 595.3, 841.9), ("a5", 419.5, 595.3), ("a6", 297.6, 419.5),
    ("b5", 498.9, 708.7),
    ("letter", 612, 792), ("legal", 612, 1008), ("tabloid", 792, 1224), ("screen", 820, 1180),
  ]

  static let names = sizes.map(\.name)

  /// A size by name, in any case, or as `WIDTHxHEIGHT`; nil for anything else and for sizes that the format forbids.
  static func canvas(_ text: String) -> Canvas? {
    if let paper = sizes.first(where: { $0.name == text.lowercased() }) {
      return Canvas(width: paper.width, height: paper.height)
    }
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = side(sides[0]), let height = side(sides[1]) else { return nil }
    let canvas = Canvas(width: width, height: height)
    return canvas.isValid ? canvas : nil
  }

  private static func side(_ text: Substring) -> Double? {
    guard
      text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
    else {
      return nil
    }
    return Double(text)
  }
}
