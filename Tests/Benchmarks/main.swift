import Foundation

// Prints one table: what we take, what a peer takes for the same in the same run, and how far that is from the aim.
// Benchmarks --lnote PATH --peers FOLDER --corpus FOLDER
// With --only WORD, only the groups of rows whose name begins so.

let places = Places(CommandLine.arguments)
let groups: [(name: String, rows: (Places) throws -> [Row])] = [
  ("decoding", pageDecodingRows), ("saving", pageSavingRows), ("listing", listingRows),
  ("checking", checkingRows), ("archives", archiveRows), ("backups", backupRows), ("pictures", pictureRows),
  ("drawings", drawingRows),
  ("storage", storageRows),
]
let rows = try groups.filter { $0.name.hasPrefix(places.only) }.flatMap { try $0.rows(places) }
print(table(rows))
