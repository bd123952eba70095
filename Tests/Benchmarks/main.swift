import Foundation

// Prints one table: what we take, what a peer takes for the same in the same run, and how far that is from the aim.
// Benchmarks --lnote PATH --peers FOLDER --corpus FOLDER

let places = Places(CommandLine.arguments)
let groups = [pageDecodingRows, pageSavingRows, listingRows, checkingRows, archiveRows, pictureRows]
print(table(try groups.flatMap { try $0(places) }))
