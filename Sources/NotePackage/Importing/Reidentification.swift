import DurableFiles
import NoteModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Gives a copy of a document ids of its own, so that both can live in one library.
///
/// The ids follow from the old ids and the content (UUID version 5), so that the same import done twice makes the same
/// document. Pages get new ids too, since no page belongs to two documents.
struct Reidentification {
  let documentID: Identifier
  let titleSuffix = " (2)"
  private let namespace: UUID

  init(of document: Document, meaning: Meaning) {
    let base = document.id.uuid ?? UUID(version5: Self.foreignNamespace, Array(document.id.text.utf8))
    let hexadecimal = meaning.digest.map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
    namespace = UUID(version5: base, Array(hexadecimal.utf8))
    documentID = Identifier(namespace)
  }

  /// The name space of ids that are no UUIDs: the one that RFC 9562 gives to object identifiers.
  private static let foreignNamespace = UUID(
    uuid: (0x6B, 0xA7, 0xB8, 0x12, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8))

  func page(_ id: Identifier) -> Identifier {
    Identifier(UUID(version5: namespace, Array(id.canonicalText.utf8)))
  }

  func document(_ document: Document) -> Document {
    var copy = document
    copy.id = documentID
    copy.title += titleSuffix
    for index in copy.pages.indices { copy.pages[index].id = page(copy.pages[index].id) }
    return copy
  }

  /// Where a file of the old package lies in the new one.
  func path(_ path: RelativePath) -> RelativePath {
    switch Role(of: path) {
    case .page(let id): Layout.page(page(id)) ?? path
    case .thumbnail(let id): Layout.thumbnail(page(id)) ?? path
    default: path
    }
  }
}

extension UUID {
  /// A UUID that follows from a name space and a name, as RFC 9562 says for version 5.
  init(version5 namespace: UUID, _ name: [UInt8]) {
    let space = namespace.uuid
    let prefix = [
      space.0, space.1, space.2, space.3, space.4, space.5, space.6, space.7, space.8, space.9, space.10,
      space.11,
      space.12, space.13, space.14, space.15,
    ]
    var hash = SHA1.hash(prefix + name)
    hash[6] = hash[6] & 0x0F | 0x50
    hash[8] = hash[8] & 0x3F | 0x80
    self.init(
      uuid: (
        hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7], hash[8], hash[9], hash[10],
        hash[11],
        hash[12], hash[13], hash[14], hash[15]
      ))
  }
}
