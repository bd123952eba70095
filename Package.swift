// swift-tools-version: 6.2

import PackageDescription

/// What every build of ours has. Tests see and break each step on the file system, which programs don't pay for:
/// release builds record only when they are told to, as `make test` does.
let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
  .define("RECORDS_OPERATIONS", .when(configuration: .debug)),
]
/// Every target of ours: Swift 6 mode, unsafe uses marked, no warning left standing.
let strict = common + [.strictMemorySafety()]
/// Tests read C structures and environment freely; marking each use would only hide what they assert.
let tested = common

/// What the trait `Rendering` needs.
let drawingLibraries: [Target.Dependency] = [
  .target(name: "CCairo", condition: .when(traits: ["Rendering"])),
  .target(name: "CTurboJPEG", condition: .when(traits: ["Rendering"])),
]

let package = Package(
  name: "lnote",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "lnote", targets: ["lnote"]),
    .library(name: "NotePackage", targets: ["NotePackage", "SafeArchive", "DurableFiles", "NoteModel"]),
    .library(name: "NoteInterchange", targets: ["NoteInterchange"]),
    .library(name: "NoteRendering", targets: ["NoteRendering"]),
  ],
  traits: [
    .trait(name: "Rendering", description: "Pictures of pages, drawn with cairo and libjpeg-turbo."),
    .trait(name: "SQLite", description: "Pages in SQLite databases."),
    .default(enabledTraits: ["Rendering", "SQLite"]),
  ],
  targets: [
    // Libraries of the system, and the little C that Swift can't say.
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive",
      providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
    .systemLibrary(
      name: "CXML", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo-png",
      providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "CPlatform", linkerSettings: [.linkedLibrary("md", .when(platforms: [.linux]))]),

    // The format and its tools, lowest layer first.
    .target(
      name: "NoteModel", swiftSettings: strict + [.enableExperimentalFeature("Lifetimes")]),
    .target(name: "DurableFiles", dependencies: ["CPlatform"], swiftSettings: strict),
    .target(
      name: "SafeArchive", dependencies: ["DurableFiles", "CArchive", "CPlatform"],
      swiftSettings: strict),
    .target(
      name: "NotePackage",
      dependencies: [
        "SafeArchive", "DurableFiles", "NoteModel",
        .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
      ],
      swiftSettings: strict),
    .target(
      name: "NoteInterchange", dependencies: ["NotePackage", "DurableFiles", "NoteModel", "CXML"],
      swiftSettings: strict),
    .target(
      name: "NoteRendering",
      dependencies: ["NotePackage", "DurableFiles", "NoteModel"] + drawingLibraries,
      swiftSettings: strict),

    // The command line.
    .target(name: "CommandTable", swiftSettings: strict),
    .target(
      name: "LNoteCommands",
      dependencies: [
        "CommandTable", "NoteRendering", "NoteInterchange", "NotePackage", "SafeArchive",
        "DurableFiles", "NoteModel",
      ],
      swiftSettings: strict),
    .executableTarget(name: "lnote", dependencies: ["LNoteCommands"], swiftSettings: strict),

    // Tests mirror the sources.
    .target(
      name: "TestSupport", dependencies: ["NotePackage", "DurableFiles", "NoteModel"],
      path: "Tests/TestSupport", swiftSettings: tested),
    .testTarget(
      name: "NoteModelTests", dependencies: ["NoteModel", "TestSupport"], swiftSettings: tested),
    .testTarget(
      name: "DurableFilesTests", dependencies: ["DurableFiles", "TestSupport"],
      swiftSettings: tested),
    .testTarget(
      name: "SafeArchiveTests", dependencies: ["SafeArchive", "TestSupport"],
      swiftSettings: tested),
    .testTarget(
      name: "NotePackageTests", dependencies: ["NotePackage", "TestSupport"],
      swiftSettings: tested),
    .testTarget(
      name: "NoteInterchangeTests", dependencies: ["NoteInterchange", "TestSupport"],
      swiftSettings: tested),
    .testTarget(
      name: "NoteRenderingTests",
      dependencies: ["NoteRendering", "NoteInterchange", "TestSupport"] + drawingLibraries,
      swiftSettings: tested),
    .testTarget(
      name: "CommandTableTests", dependencies: ["CommandTable", "TestSupport"],
      swiftSettings: tested),
    .testTarget(
      name: "LNoteCommandsTests", dependencies: ["LNoteCommands", "TestSupport"],
      swiftSettings: tested),
    .testTarget(
      name: "ExampleTests", dependencies: ["NoteInterchange", "NotePackage", "TestSupport"],
      swiftSettings: tested),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["TestSupport", "NotePackage", "DurableFiles", "NoteModel", "lnote", "SessionWriter"],
      swiftSettings: tested),
    .executableTarget(
      name: "SessionWriter", dependencies: ["NotePackage", "DurableFiles", "NoteModel"],
      path: "Tests/SessionWriter", swiftSettings: tested),
    .executableTarget(
      name: "ManualPages", dependencies: ["LNoteCommands"], path: "Tests/ManualPages",
      swiftSettings: tested),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "NoteInterchange", "NotePackage", "DurableFiles", "NoteModel", "TestSupport",
        .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
      ],
      path: "Tests/Benchmarks", exclude: ["Peers"], swiftSettings: tested),
  ]
)
