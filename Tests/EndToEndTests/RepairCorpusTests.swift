import DurableFiles
import Foundation
import TestSupport
import Testing

/// A library of real notes with every kind of damage at once.
@Suite(.needsCorpus, .needsFastBuild) struct HeavyRepairCorpusTests {
  let temporary: TemporaryFolder
  /// The packages, in the order of their names.
  let packages: [String]

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.copy("\(ProgramSamples.corpus ?? "")/lnote/Library", "L")
    packages = temporary.names(in: "L").filter { $0.hasSuffix(".lnote") }
    try #require(packages.count == 18)
  }

  /// Inflicts one damage on one package.
  struct Damage: Sendable {
    let code: String
    /// What `--repair=all` makes of it: corrected, or reported only.
    let isCorrected: Bool
    let inflict: @Sendable (_ temporary: TemporaryFolder, _ package: String) throws -> Void

    init(
      _ code: String, isCorrected: Bool = true,
      _ inflict: @escaping @Sendable (_ temporary: TemporaryFolder, _ package: String) throws -> Void
    ) {
      (self.code, self.isCorrected, self.inflict) = (code, isCorrected, inflict)
    }
  }

  private static func page(_ temporary: TemporaryFolder, _ package: String) -> String {
    "\(package)/pages/\(temporary.names(in: "\(package)/pages").first { $0.hasSuffix(".content") } ?? "")"
  }

  static let corrected: [Damage] = [
    Damage("page-truncated") { temporary, package in
      let page = page(temporary, package)
      try temporary.write(Array(temporary.read(page).dropLast(100)), page)
    },
    Damage("element-damaged") { temporary, package in
      try temporary.edit(page(temporary, package)) { text in
        if let range = text.range(of: "\"color\":\"#") { text.replaceSubrange(range, with: "\"color\":\"?") }
      }
    },
    Damage("columns-differ") { temporary, package in
      try temporary.edit(page(temporary, package)) { text in
        if let range = text.range(of: "\"x\":[") { text.insert(contentsOf: "1,", at: range.upperBound) }
      }
    },
    Damage("document-unreadable") { temporary, package in
      let document = "\(package)/document.json"
      try temporary.write(Array(temporary.read(document).dropLast(40)), document)
    },
    Damage("element-count-mismatch") { temporary, package in
      try temporary.edit("\(package)/document.json") { text in
        let range = text.range(of: #""elementCount": \d+"#, options: .regularExpression)
        if let range { text.replaceSubrange(range, with: #""elementCount": 99999"#) }
      }
    },
    Damage("manifest-unreadable") { temporary, package in
      try temporary.write("{\"formatVersion\": 1", "\(package)/manifest.json")
    },
    Damage("link-inside") { temporary, package in
      try FileManager.default.createSymbolicLink(
        atPath: temporary("\(package)/shortcut"), withDestinationPath: "document.json")
    },
    Damage("file-conflict-copy") { temporary, package in
      let page = page(temporary, package)
      try temporary.copy(temporary(page), page.replacingOccurrences(of: ".content", with: " 2.content"))
    },
    Damage("page-unlisted") { temporary, package in
      let text = try temporary.text(page(temporary, package))
      let id = "99999999-0000-4000-8000-000000000009"
      let old = text.split(separator: "\"").first { $0.count == 36 } ?? ""
      try temporary.write(text.replacingOccurrences(of: old, with: id), "\(package)/pages/\(id).content")
    },
  ]

  static let reported: [Damage] = [
    Damage("page-missing", isCorrected: false) { temporary, package in
      try temporary.remove(page(temporary, package))
    },
    Damage("file-zeroed", isCorrected: false) { temporary, package in
      let page = page(temporary, package)
      try temporary.write([UInt8](repeating: 0, count: temporary.read(page).count), page)
    },
    Damage("file-empty", isCorrected: false) { temporary, package in
      try temporary.write("", page(temporary, package))
    },
  ]

  /// Bytes, permissions, times and numbers of everything in the library, folders' times aside.
  private func state(_ package: String = "") throws -> [Substring] {
    let outcome = try Program.named("find").run(
      [temporary("L/\(package)"), "!", "-type", "d", "-printf", "%P %y %s %m %i %T@\\n"])
    return outcome.output.split(separator: "\n").sorted()
  }

  @Test(.needs("find"), arguments: [(true, false), (false, true), (true, true)] as [(Bool, Bool)])
  func oneRepairOfEverythingAtOnce(_ hasCorrected: Bool, _ hasReported: Bool) throws {
    let damages = (hasCorrected ? Self.corrected : []) + (hasReported ? Self.reported : [])
    // Pages without strokes take none of the damages.
    let suited = try packages.filter { package in
      try temporary.text(Self.page(temporary, "L/\(package)")).contains("\"color\"")
    }
    try #require(suited.count > damages.count)
    let hurt = Array(zip(suited, damages))
    for (package, damage) in hurt { try damage.inflict(temporary, "L/\(package)") }
    let library = temporary("L")
    let before = try temporary.snapshot("L")
    let states = try state()
    let belongings = try Belongings(of: Folder.open(Path(library)))
    let healthy = packages.filter { package in !hurt.contains { $0.0 == package } }
    let healthyStates = try healthy.map { try state($0) }

    let outcome = try lnote("fsck", "--repair=all", "--json", library)
    let wanted: Int32 = (hasCorrected ? 1 : 0) | (hasReported ? 4 : 0)
    #expect(outcome.status == wanted, "\(outcome)")
    let findings = try outcome.records().of("finding")
    for (package, damage) in hurt {
      let found = findings.filter { $0["package"] == package && $0["code"] == damage.code }
      #expect(found.count == 1, "\(damage.code) in \(package): \(found)")
      let repair = found.first?.members["repair"] as? [String: Any]
      let state = repair?["state"] as? String ?? ""
      #expect((state == "fixed" || state == "moved") == damage.isCorrected, "\(damage.code): \(state)")
    }
    #expect(try healthy.map { try state($0) } == healthyStates)
    #expect(belongings.missing(in: try Belongings(of: Folder.open(Path(library)))) == [])

    let repaired = try state()
    let second = try lnote("fsck", "--repair=all", library)
    #expect(second.status == (hasReported ? 4 : 0), "\(second)")
    #expect(try state() == repaired, "a second repair changes nothing")

    guard hasCorrected else { return }
    let run = try #require(temporary.names(in: "L/.lnote-lost+found").first)
    let undone = try lnote("fsck", "--undo", run, library)
    #expect(undone.status == 0 && undone.errors == "", "\(undone)")
    #expect(try temporary.snapshot("L") == before)
    #expect(try state() == states, "the same files, with their times")
  }
}
