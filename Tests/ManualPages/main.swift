import FoundationEssentials
import LNoteCommands

// Writes the manual pages of all commands into the folder that is given; `make man` runs it.
let arguments = CommandLine.arguments
guard arguments.count == 2 else { fatalError("usage: ManualPages FOLDER") }
let folder = URL(filePath: arguments[1], directoryHint: .isDirectory)
for page in CommandList.program.manualPages() {
  try Data(page.text.utf8).write(to: folder.appending(path: page.fileName))
}
