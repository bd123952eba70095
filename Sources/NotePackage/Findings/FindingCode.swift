/// Every kind of finding: the one table that drives the check, its manual page and its JSON.
///
/// Codes are a public contract; they never change their meaning.
public enum FindingCode: String, Sendable, Hashable, CaseIterable {
  // Library
  case libraryUnreadable = "library-unreadable"
  case documentIDDuplicate = "document-id-duplicate"
  case packageNameClash = "package-name-clash"
  case foreignEntry = "foreign-entry"
  case packageNested = "package-nested"
  case stageLeftover = "stage-leftover"
  case replaceInterrupted = "replace-interrupted"
  case packageConflictCopy = "package-conflict-copy"
  case manyFilesZeroed = "many-files-zeroed"
  case packagePlaceholder = "package-placeholder"
  case packageIsFile = "package-is-file"
  case packageIsLink = "package-is-link"
  case packageEmpty = "package-empty"

  // Package
  case folderNameMismatch = "folder-name-mismatch"
  case folderNameForm = "folder-name-form"
  case entryWrongType = "entry-wrong-type"
  case linkInside = "link-inside"
  case specialFile = "special-file"
  case nameClash = "name-clash"
  case nameUnportable = "name-unportable"
  case uuidForm = "uuid-form"
  case temporaryLeftover = "temporary-leftover"
  case temporarySalvageable = "temporary-salvageable"
  case permissions
  case extraFile = "extra-file"
  case systemLitter = "system-litter"
  case filePlaceholder = "file-placeholder"
  case fileConflictCopy = "file-conflict-copy"
  case fileTooLarge = "file-too-large"
  case fileZeroed = "file-zeroed"
  case fileEmpty = "file-empty"
  case storageUnread = "storage-unread"
  case changedDuringCheck = "changed-during-check"
  case packageBusy = "package-busy"
  case ioError = "io-error"

  // document.json
  case documentMissing = "document-missing"
  case documentUnreadable = "document-unreadable"
  case documentField = "document-field"
  case documentNewerFormat = "document-newer-format"
  case documentDates = "document-dates"
  case pageListedTwice = "page-listed-twice"
  case documentListsNothing = "document-lists-nothing"
  case canvasSize = "canvas-size"

  // Pages
  case pageMissing = "page-missing"
  case pageUnlisted = "page-unlisted"
  case pageUnreadable = "page-unreadable"
  case pageTruncated = "page-truncated"
  case elementDamaged = "element-damaged"
  case elementCountMismatch = "element-count-mismatch"
  case pageIDMismatch = "page-id-mismatch"
  case pageNewerFormat = "page-newer-format"
  case elementUnknown = "element-unknown"
  case elementIDDuplicate = "element-id-duplicate"
  case columnsDiffer = "columns-differ"
  case valueRange = "value-range"
  case pageTrailingBytes = "page-trailing-bytes"
  case pageIDShared = "page-id-shared"

  // Assets
  case assetMissing = "asset-missing"
  case assetOrphan = "asset-orphan"
  case assetEmpty = "asset-empty"
  case assetTruncated = "asset-truncated"
  case assetType = "asset-type"
  case assetIDTwice = "asset-id-twice"
  case assetName = "asset-name"

  // Thumbnails and manifest
  case thumbnailMissing = "thumbnail-missing"
  case thumbnailStale = "thumbnail-stale"
  case thumbnailUnreadable = "thumbnail-unreadable"
  case thumbnailOrphan = "thumbnail-orphan"
  case manifestMissing = "manifest-missing"
  case manifestUnreadable = "manifest-unreadable"
  case manifestStale = "manifest-stale"
  case manifestIDMismatch = "manifest-id-mismatch"
  case coverMissing = "cover-missing"

  // Journals
  case journalTorn = "journal-torn"
  case journalDamaged = "journal-damaged"
  case journalMerged = "journal-merged"
  case journalAhead = "journal-ahead"
  case journalWithoutPage = "journal-without-page"
  case journalHeader = "journal-header"
  case journalUnknownFrame = "journal-unknown-frame"
  case journalLong = "journal-long"

  // Database
  case databaseDamaged = "database-damaged"
  case databaseSidecar = "database-sidecar"
  case databaseNewer = "database-newer"
  case storageMixed = "storage-mixed"
}

extension FindingCode {
  public var severity: Finding.Severity { row.severity }
  public var repairClass: Finding.RepairClass { row.repair }
  /// True when something a person made is gone, nil when that can't be told.
  public var loss: Bool? { row.loss }
  /// One sentence for people: what it means.
  public var meaning: String { row.meaning }
  public var group: Group { row.group }

  /// Whether something could not be judged, so that a clean result would prove nothing.
  public var isUnjudged: Bool {
    switch self {
    case .documentNewerFormat, .packagePlaceholder, .filePlaceholder, .storageUnread, .pageNewerFormat,
      .changedDuringCheck, .packageBusy, .journalUnknownFrame, .databaseNewer:
      true
    default: false
    }
  }

  public enum Group: String, Sendable, CaseIterable {
    case library = "Library"
    case package = "Package"
    case document = "document.json"
    case pages = "Pages"
    case assets = "Assets"
    case derived = "Thumbnails and manifest"
    case journals = "Journals"
    case database = "Database"
  }

  private struct Row {
    let group: Group
    let severity: Finding.Severity
    let repair: Finding.RepairClass
    var loss: Bool? = false
    let meaning: String
  }

  private var row: Row {
    switch self {
    case .libraryUnreadable: library(.fatal, "the folder can't be listed")
    case .documentIDDuplicate: library(.error, repair: .all, "two packages have one document id")
    case .packageNameClash:
      library(.error, "two packages have names that some file systems take for one")
    case .foreignEntry: library(.info, "a file or folder that is no package")
    case .packageNested: library(.warning, "a package lies inside a package")
    case .stageLeftover:
      library(.warning, repair: .keep, "a staging folder that an interrupted run left behind")
    case .replaceInterrupted:
      library(.error, repair: .safe, "a package is missing while the stage of its replacement is there")
    case .packageConflictCopy: library(.error, repair: .all, "a sync program's copy of another package")
    case .manyFilesZeroed:
      library(
        .error, "files of more than three packages are empty or full of NUL bytes: stop and back up first")
    case .packagePlaceholder: library(.warning, "a package that a sync program hasn't downloaded")
    case .packageIsFile:
      library(.error, "a regular file named like a package; lnote import takes it if it is an archive")
    case .packageIsLink: library(.warning, "a symbolic link named like a package; it isn't followed")
    case .packageEmpty: library(.warning, "a package with nothing known inside")
    default: packageRow
    }
  }

  private var packageRow: Row {
    switch self {
    case .folderNameMismatch: package(.error, repair: .all, "the folder's id is not the document's")
    case .folderNameForm:
      package(.warning, repair: .safe, "the folder's name is not the document's id in canonical spelling")
    case .entryWrongType: package(.error, "a folder stands where a file belongs, or the reverse")
    case .linkInside: package(.error, repair: .keep, "a symbolic link inside the package; it isn't followed")
    case .specialFile: package(.error, repair: .keep, "a FIFO, socket or device; it is never opened")
    case .nameClash: package(.error, repair: .all, "two names that some file systems take for one")
    case .nameUnportable: package(.warning, "a name that other file systems can't hold")
    case .uuidForm: package(.warning, repair: .safe, "a UUID in another spelling than its reference's")
    case .temporaryLeftover:
      package(.warning, repair: .keep, "an unfinished file that an interrupted program left behind")
    case .temporarySalvageable:
      package(.error, repair: .all, "an unfinished file is whole while its target is missing or damaged")
    case .permissions: package(.warning, repair: .safe, "the owner can't read or write it")
    case .fileConflictCopy: package(.error, repair: .all, "a sync program's copy of another file")
    case .changedDuringCheck: package(.warning, "the file changed while it was checked; check again")
    case .packageBusy: package(.warning, "another program is writing to the package")
    case .extraFile: package(.info, "a file that the format doesn't know; it is kept")
    case .systemLitter: package(.info, "litter of a desktop or sync program; --clean-litter will remove it")
    case .filePlaceholder: package(.warning, "a file that a sync program hasn't downloaded")
    case .fileTooLarge: package(.error, "a file over the limit for its kind; it isn't read")
    case .fileZeroed:
      package(.error, loss: nil, "only NUL bytes, or a long tail of them: power was lost before a sync")
    case .fileEmpty: package(.error, loss: nil, "a known file without content")
    case .storageUnread:
      package(.warning, "pages in a storage that this version, or this build, can't read")
    case .ioError:
      package(.error, "the system couldn't read a file; that is no damage, and nothing is concluded from it")
    default: documentRow
    }
  }

  private var documentRow: Row {
    switch self {
    case .documentMissing: document(.fatal, repair: .all, loss: nil, "there is no document.json")
    case .documentUnreadable:
      document(.fatal, repair: .all, loss: nil, "document.json is not the JSON that the format describes")
    case .documentField: document(.error, repair: .all, "a required key is missing or of the wrong type")
    case .documentNewerFormat: document(.warning, "written by a newer program; only the inventory is checked")
    case .documentDates: document(.warning, "created after modified, in the future, or before 2000")
    case .pageListedTwice: document(.error, repair: .all, "a page stands twice in the list")
    case .documentListsNothing: document(.error, repair: .all, "no page is listed, yet there are snapshots")
    case .canvasSize: document(.warning, "a page's size is not in 0…14400 points")
    default: pageRow
    }
  }

  private var pageRow: Row {
    switch self {
    case .pageMissing: page(.error, repair: .all, loss: true, "a listed page has no snapshot")
    case .pageUnlisted: page(.warning, repair: .all, "a snapshot that nobody lists")
    case .pageUnreadable: page(.error, repair: .all, loss: nil, "a snapshot that is not of this format")
    case .pageTruncated: page(.error, repair: .all, loss: nil, "a snapshot that ends too early")
    case .elementDamaged: page(.error, repair: .all, loss: nil, "one element can't be read, the rest can")
    case .elementCountMismatch:
      page(.warning, repair: .safe, "the document counts other elements than the page holds")
    case .pageIDMismatch: page(.error, repair: .all, "the id inside is another page's")
    case .pageNewerFormat: page(.warning, "a page written by a newer program; kept as it is")
    case .elementUnknown: page(.info, "an element of a type that this version doesn't know; kept as it is")
    case .elementIDDuplicate: page(.warning, repair: .all, "two elements of a page have one id")
    case .columnsDiffer: page(.error, repair: .all, loss: nil, "the columns of a stroke differ in length")
    case .valueRange: page(.warning, "values outside what the format allows")
    case .pageTrailingBytes: page(.warning, "bytes behind the end of the page")
    case .pageIDShared: page(.error, "one page id in two documents")
    default: assetRow
    }
  }

  private var assetRow: Row {
    switch self {
    case .assetMissing: asset(.error, repair: .all, loss: true, "a page names an asset that has no file")
    case .assetOrphan: asset(.info, repair: .keep, "an asset that no page names")
    case .assetEmpty: asset(.error, repair: .all, loss: true, "an asset without content")
    case .assetTruncated: asset(.warning, loss: nil, "an image that ends early")
    case .assetType: asset(.warning, "the bytes are of another kind than the extension says")
    case .assetIDTwice: asset(.error, "one asset id with two extensions")
    case .assetName: asset(.warning, "an asset's name is no UUID")
    default: derivedRow
    }
  }

  private var derivedRow: Row {
    switch self {
    case .thumbnailMissing: derived(.info, "a page has no thumbnail")
    case .thumbnailStale: derived(.info, "a thumbnail is older than its page")
    case .thumbnailUnreadable: derived(.info, "a thumbnail is no whole JPEG")
    case .thumbnailOrphan: derived(.info, "a thumbnail of a page that is nowhere")
    case .manifestMissing: derived(.warning, "there is no manifest.json")
    case .manifestUnreadable: derived(.warning, "manifest.json is not the JSON that the format describes")
    case .manifestIDMismatch: derived(.warning, repair: .all, "the manifest names another document")
    case .coverMissing: derived(.warning, "the manifest's cover names no file")
    case .manifestStale: derived(.warning, "the manifest differs from the document")
    default: journalRow
    }
  }

  private var journalRow: Row {
    switch self {
    case .journalTorn: journal(.warning, repair: .safe, "the journal's last write was cut short")
    case .journalDamaged: journal(.error, repair: .all, loss: nil, "a bad frame with valid frames behind it")
    case .journalMerged: journal(.info, repair: .safe, "the journal is part of the snapshot already")
    case .journalAhead:
      journal(.error, loss: nil, "the journal is newer than the snapshot, which is lost or old")
    case .journalWithoutPage: journal(.error, loss: nil, "a journal without a snapshot")
    case .journalHeader: journal(.error, loss: nil, "the journal doesn't begin with a header of its page")
    case .journalUnknownFrame: journal(.warning, "a frame of a type that this version doesn't know")
    case .journalLong: journal(.info, "the journal is long enough to be merged")
    default: databaseRow
    }
  }

  private var databaseRow: Row {
    switch self {
    case .databaseDamaged:
      database(.error, repair: .all, loss: nil, "the database doesn't pass SQLite's own check")
    case .databaseSidecar:
      database(.info, "a companion of the database; without the database an error. It is never deleted")
    case .databaseNewer: database(.warning, "the database has a newer schema")
    default: database(.error, repair: .all, "snapshots and a database, of which document.json names one")
    }
  }

  private func library(
    _ severity: Finding.Severity, repair: Finding.RepairClass = .none, _ meaning: String
  ) -> Row { Row(group: .library, severity: severity, repair: repair, meaning: meaning) }

  private func package(
    _ severity: Finding.Severity, repair: Finding.RepairClass = .none, loss: Bool? = false, _ meaning: String
  ) -> Row { Row(group: .package, severity: severity, repair: repair, loss: loss, meaning: meaning) }

  private func document(
    _ severity: Finding.Severity, repair: Finding.RepairClass = .none, loss: Bool? = false, _ meaning: String
  ) -> Row { Row(group: .document, severity: severity, repair: repair, loss: loss, meaning: meaning) }

  private func page(
    _ severity: Finding.Severity, repair: Finding.RepairClass = .none, loss: Bool? = false, _ meaning: String
  ) -> Row { Row(group: .pages, severity: severity, repair: repair, loss: loss, meaning: meaning) }

  private func asset(
    _ severity: Finding.Severity, repair: Finding.RepairClass = .none, loss: Bool? = false, _ meaning: String
  ) -> Row { Row(group: .assets, severity: severity, repair: repair, loss: loss, meaning: meaning) }

  private func journal(
    _ severity: Finding.Severity, repair: Finding.RepairClass = .none, loss: Bool? = false, _ meaning: String
  ) -> Row { Row(group: .journals, severity: severity, repair: repair, loss: loss, meaning: meaning) }

  private func database(
    _ severity: Finding.Severity, repair: Finding.RepairClass = .none, loss: Bool? = false, _ meaning: String
  ) -> Row { Row(group: .database, severity: severity, repair: repair, loss: loss, meaning: meaning) }

  private func derived(
    _ severity: Finding.Severity, repair: Finding.RepairClass = .safe, _ meaning: String
  ) -> Row { Row(group: .derived, severity: severity, repair: repair, meaning: meaning) }
}
