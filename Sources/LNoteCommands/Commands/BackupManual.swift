import CommandTable

/// What the manual page tells of backups beyond their options.
enum BackupManual {
  static let paragraphs: [Paragraph] = [
    .heading("Backups"),
    .text(
      """
      A generation is one file, *DIR*`/`*document*`/`*modified*`-`*digest*`.lnotepack`: the document's id, \
      the time when it was last changed by its own words, in UTC, and the first eight hexadecimal digits of \
      a SHA-256 digest over the names and contents of all files that the archive holds. So a change that \
      leaves the document's time alone makes a generation too, and the same state never makes two.
      """),
    .text(
      """
      Whether a package has to be read, names, sizes, inode numbers and times of its files tell, among them \
      the time of the last change of each, which no program can set back. What looks untouched is skipped \
      without opening a file. What doesn't is read once, while it is packed; when a generation of its time \
      is there already, it is first read to compare. `--deep` trusts no times. What is known of libraries \
      and generations is kept in *DIR*`/.lnote-backup.jsonl`; without that file everything is read again, \
      and nothing else is lost.
      """),
    .text(
      """
      A damaged package is backed up as it is, named, and doesn't count as good. A package that lacks files \
      because they aren't downloaded is backed up too, with exit status 2. `lnote fsck --repair` comes \
      before a backup, not in it.
      """),
    .text(
      """
      A document or page that has fewer than half of the strokes of its last generation is reported, exit \
      status 1, and from then on all generations of the document are kept, until `--accept` with the \
      document's id says that it was meant. A deleted page counts as one that lost all. `lnote restore \
      --document` *ID* `--at` *DATE* `--on-conflict keep-both` brings an older state back beside the present \
      one.
      """),
    .text(
      """
      `--keep` removes what is older than the last *N* good generations of documents that are in the \
      library, well, and lost nothing; the newest of these is read first unless this run made it. After any \
      failure nothing is removed. What is the last state of another library that shares *DIR* stays too.
      """),
    .text(
      """
      One run at a time uses *DIR*; a second one ends with exit status 2. What an interrupted run left in \
      *DIR* is removed by the next one. `--check` and `lnote restore` only read and need no lock.
      """),
  ]
}
