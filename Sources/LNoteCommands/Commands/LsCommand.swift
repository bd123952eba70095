import CommandTable
import DurableFiles
import NoteModel
import NotePackage

/// `lnote ls`: the documents of a library, from manifests and covers only.
enum LsCommand: Runnable {
  static let command = Command(
    "ls", summary: "list the documents of a library",
    description: [
      .text(
        """
        Lists title, time of the last change, number of pages and id of every document. Reads the manifests and \
        nothing else, so that a library of ten thousand documents is listed at once.
        """)
    ],
    operands: [
      Operand(
        "LIBRARY", kind: .folder, arity: .optional, help: "A folder of packages; else the working folder.")
    ],
    options: [
      Option(
        "sort", value: .required("KEY", kind: .choice(["title", "modified", "pages"])),
        help: "Sorts by title (the default), by time, newest first, or by pages, most first."),
      Option("reverse", letter: nil, help: "Turns the order round."),
      contactSheet,
      Option("force", help: "Replaces a contact sheet that is there.", needs: ["contact-sheet"]),
    ],
    exitStatuses: ExitStatus.usual,
    examples: [
      ("lnote ls Library", "Lists a library by title."),
      ("lnote ls --sort modified Library | head", "Shows what was changed last."),
      ("lnote ls --contact-sheet covers.png Library", "Shows all covers in one picture."),
    ],
    seeAlso: ["info", "fsck"], otherWords: ["list", "dir"])

  static func run(_ context: Context) throws -> ExitStatus {
    let path = context.invocation.operands.first.map { Path($0) } ?? "."
    let kind = try PackageSources.kind(of: path)
    guard kind == .library else {
      let word = kind == .package ? "package" : "file"
      throw PackageError(
        .notPackage, path, "is a \(word), no library; lnote info \(path.shellWord) shows what it holds")
    }
    let library = try Library.open(path)
    let listings = sorted(try library.list(), context.invocation)
    var status = ExitStatus.done
    if listings.isEmpty {
      let hint = context.invocation.operands.isEmpty ? "; lnote ls LIBRARY lists another folder" : ""
      context.console.note("\(path): holds no package\(hint)")
    }
    let table = try Table(listings, context.console)
    for listing in listings {
      if let problem = listing.problem {
        let package = path.appending(listing.name)
        context.console.complain("\(problem.message) (lnote fsck \(package.shellWord) tells more)")
        status.include(problem.code == .system ? .operationFailed : .doneWithWarnings)
      }
      try table.write(listing)
      try record(listing, context.console)
    }
    status.include(try writeContactSheet(of: listings, context))
    try context.console.record("summary") { writer in
      writer.key("documents")
      writer.integer(listings.count)
      writer.key("problems")
      writer.integer(listings.count { $0.problem != nil })
    }
    return status
  }

  private static func sorted(_ listings: [Library.Listing], _ invocation: Invocation) -> [Library.Listing] {
    let sorted =
      switch invocation.text("sort") {
      case "modified": order(listings, by: { -($0.manifest?.modifiedAt.milliseconds ?? .min + 1) })
      case "pages": order(listings, by: { -($0.manifest?.pageCount ?? -1) })
      default: order(listings, by: { $0.manifest?.title.lowercased() ?? "" })
      }
    return invocation.has("reverse") ? sorted.reversed() : sorted
  }

  /// Sorted by a key that each listing is asked for once; equal ones keep their order.
  private static func order<Key: Comparable>(
    _ listings: [Library.Listing], by key: (Library.Listing) -> Key
  ) -> [Library.Listing] {
    listings.indices.map { (key: key(listings[$0]), index: $0) }
      .sorted { ($0.key, $0.index) < ($1.key, $1.index) }
      .map { listings[$0.index] }
  }

  private static func record(_ listing: Library.Listing, _ console: Console) throws(OutputFailure) {
    try console.record("document") { writer in
      writer.key("id")
      if let id = listing.id { writer.string(id.text) } else { writer.null() }
      writer.key("title")
      if let manifest = listing.manifest { writer.string(manifest.title) } else { writer.null() }
      writer.key("modifiedAt")
      if let manifest = listing.manifest { writer.string(manifest.modifiedAt.text) } else { writer.null() }
      writer.key("pageCount")
      if let manifest = listing.manifest { writer.integer(manifest.pageCount) } else { writer.null() }
      writer.key("cover")
      if let cover = listing.manifest?.cover { writer.string(cover) } else { writer.null() }
      writer.key("package")
      writer.string(listing.name.description)
      writer.key("path")
      writer.string(listing.path.description)
      if let problem = listing.problem {
        writer.key("problem")
        writer.string(problem.message)
      }
    }
  }

  /// Columns as wide as what stands in them.
  private struct Table {
    let console: Console
    let titleWidth: Int

    init(_ listings: [Library.Listing], _ console: Console) throws(OutputFailure) {
      self.console = console
      let longest = listings.map { TextWidth.of(Self.title($0)) }.max() ?? 0
      titleWidth = max(5, min(longest, console.width.map { max(12, $0 - 63) } ?? longest))
      if listings.isEmpty { return }
      let head =
        TextWidth.padded("Title", titleWidth) + "  " + TextWidth.padded("Modified", 16) + "  Pages  Id"
      try console.line(console.bold(head))
    }

    func write(_ listing: Library.Listing) throws(OutputFailure) {
      let time = listing.manifest.map { Self.shortTime($0.modifiedAt.text) } ?? "-"
      let pages = listing.manifest.map { String($0.pageCount) } ?? "-"
      try console.line(
        TextWidth.padded(TextWidth.cut(Self.title(listing), titleWidth), titleWidth) + "  "
          + TextWidth.padded(time, 16)
          + "  " + String(repeating: " ", count: max(0, 5 - pages.count)) + pages + "  "
          + (listing.id?.text ?? "-"))
    }

    private static func title(_ listing: Library.Listing) -> String {
      listing.manifest.map { TextWidth.safe($0.title) } ?? "(\(listing.name))"
    }

    private static func shortTime(_ text: String) -> String {
      text.prefix(10) + " " + text.dropFirst(11).prefix(5)
    }
  }
}
