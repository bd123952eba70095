import CommandTable

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
}
