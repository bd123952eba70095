import CommandTable
import DurableFiles
import NotePackage

#if Rendering
  import NoteRendering
#endif

extension LsCommand {
  static var contactSheet: Option {
    Option(
      "contact-sheet", value: .required("OUTPUT", kind: .file),
      help: "Writes a PNG of all covers with their titles, in the order of the list.")
  }

  /// Writes the contact sheet if one is asked for. Covers that can't be drawn are told.
  static func writeContactSheet(of listings: [Library.Listing], _ context: Context) throws -> ExitStatus {
    guard let target = context.invocation.value("contact-sheet").map({ Path($0) }) else { return .done }
    #if Rendering
      let replaces = context.invocation.has("force")
      try Outputs.check(target, replacing: replaces)
      let sheet = ContactSheet(titles: listings.map { $0.manifest?.title ?? $0.name.description })
      let problems: [(index: Int, problem: RenderingError)]
      do {
        problems = try Outputs.making(target) {
          var file = try PendingFile.create(at: target)
          let problems = try sheet.write(
            cover: { index in
              try context.checkInterruption()
              return cover(of: listings[index], context.console)
            }, emit: { try file.write($0) })
          try file.commit(replacing: replaces)
          return problems
        }
      } catch let error as RenderingError {
        throw PackageError(error, drawing: target)
      }
      for (index, problem) in problems { context.console.note("\(listings[index].path): \(problem.message)") }
      try context.console.record("contact-sheet") { writer in
        writer.key("path")
        writer.string(target.description)
      }
      return problems.isEmpty ? .done : .doneWithWarnings
    #else
      throw Pictures.missing(target)
    #endif
  }

  /// The cover that the manifest names; nil when there is none that can be read.
  private static func cover(of listing: Library.Listing, _ console: Console) -> [UInt8]? {
    guard let cover = listing.manifest?.cover, let place = RelativePath(cover) else { return nil }
    do throws(FileError) {
      return try Folder.open(listing.path).read(place, limit: Limits.standard.assetByteCount)
    } catch {
      console.detail("\(error)")
      return nil
    }
  }
}
