import CommandTable
import NotePackage

/// What the manual page of `fsck` says beyond its options; the findings come from their table.
enum FsckManual {
  static var paragraphs: [Paragraph] {
    [
      .text(
        """
        Findings have one of four severities: *fatal* (the document can't be read), *error* (an invariant is broken), \
        *warning* (can be recovered, or hygiene) and *info*. Infos are listed with `-v`; they never change the exit \
        status.
        """),
      .heading("Repairs"),
      .text(
        """
        A repair is made in a copy beside the package, checked again, and put in its place by one exchange; if the \
        copy is not better, nothing is done. What a repair takes out or replaces goes to `.lnote-lost+found` in the \
        library, in a folder a run, with a `record.jsonl` that says what was done to which file. `--undo` puts it back \
        to the byte, as long as nothing changed since; only `--purge` ever removes it.
        """),
      .list([
        ("safe", "Done by `--repair`: provably nothing is lost."),
        ("all", "Done by `--repair=all`: what a person sees may change, and nothing is lost."),
        ("keep", "The file goes to lost+found, by `--repair`, once it is certain that nothing needs it."),
        ("none", "Reported only."),
      ]),
      .text(
        """
        A read error is not taken for damage, a package of a newer program is never changed, and nothing is repaired \
        in a library in which files of more than three packages are empty or zeroed: back it up first.
        """),
      .heading("Findings"),
    ] + findings
  }

  private static var findings: [Paragraph] {
    FindingCode.Group.allCases.flatMap { group -> [Paragraph] in
      let rows = FindingCode.allCases.filter { $0.group == group }.map { code -> Definition in
        (
          "`\(code.rawValue)`",
          "(\(code.severity.rawValue), repair: \(code.repairClass.rawValue)) \(code.meaning)."
        )
      }
      return [.text("\(group.rawValue):"), .list(rows)]
    }
  }
}
