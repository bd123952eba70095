import CommandTable
import NotePackage

/// Options that several commands take, in one spelling.
enum SharedOptions {
  static let filesFrom = Option(
    "files-from", value: .required("FILE", kind: .file),
    help: "Reads the names of the inputs from *FILE*, one a line.")
  static let null = Option(
    "null", letter: "0", help: "The names in *FILE* end with NUL.", needs: ["files-from"])
  static let force = Option("force", help: "Replaces an output file that is there.")
  static let dryRun = Option("dry-run", letter: "n", help: "Says what would be done, and does nothing.")
  static let jobs = Option(
    "jobs", letter: "j", value: .required("N", kind: .integer(1...256)),
    help: "Works on *N* packages at a time; else on as many as there are processors.")
  static let onConflict = Option(
    "on-conflict", value: .required("POLICY", kind: .choice(ImportPolicy.allCases.map(\.rawValue))),
    help: "What to do when another state of the document is there.")
  static func level(_ usual: Int) -> Option {
    Option(
      "level", value: .required("N", kind: .integer(1...9)),
      help: "Compresses faster (1) or smaller (9); else \(usual).")
  }

  /// What `--on-conflict` takes.
  static let policies: [Definition] = [
    ("`fail`", "Changes nothing, says what differs, exit status 3. The default."),
    ("`skip`", "Keeps the one that is there."),
    ("`keep-both`", "Takes it in under a new id, and a title that ends in (2)."),
    ("`replace`", "Lets it take the place of the other, which goes to lost+found."),
    (
      "`newer`",
      "Replaces an older state and keeps a newer one; equal times, or pages that would go, are a conflict."
    ),
    (
      "`merge`",
      "Page by page: what is only in one is taken, what both changed is kept twice, nothing is deleted."
    ),
  ]
}
