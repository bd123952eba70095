import CommandTable
import NoteInterchange

/// `lnote schema`: the JSON Schema of what `lnote export -f json` writes.
enum SchemaCommand: Runnable {
  static let command = Command(
    "schema", summary: "print the JSON Schema of exported documents",
    description: [
      .text(
        "Prints a JSON Schema (2020-12) that every export in JSON obeys, for validators and code generators.")
    ],
    exitStatuses: [0, 8, 16],
    examples: [("lnote schema > lnote.schema.json", "Saves it.")],
    seeAlso: ["export", "import"])

  static func run(_ context: Context) throws -> ExitStatus {
    try context.console.write(Array(JSONSchema.text.utf8))
    return .done
  }
}
