import DurableFiles
import NoteModel

/// Makes the changes to one page durable, one kind of storage each.
protocol PageEditor: AnyObject {
  /// Makes changes durable: all or, after an error, those that a crash would have left.
  ///
  /// - Parameter page: the page after the changes; its epoch is set anew where that changes.
  func save(_ changes: [JournalCodec.Change], _ page: inout Page) throws(PackageError)

  /// Brings everything that was saved into the form in which it is kept.
  func close(_ page: inout Page) throws(PackageError)

  /// The files that it may have written or removed.
  var places: [RelativePath] { get }
}
