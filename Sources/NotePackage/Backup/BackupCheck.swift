public import DurableFiles
import NoteModel
import Synchronization

/// Proves that generations restore: each is read from end to end, compared with its name, and checked as an import
/// checks it. Changes nothing.
public struct BackupCheck: Sendable {
  public enum Verdict: Sendable {
    /// It restores.
    case sound
    /// It is what it was when it was written, and a restore refuses the package in it, for these findings.
    case damaged([Finding])
    /// It can't be read, or isn't what its name says.
    case broken(PackageError)
  }

  public struct Outcome: Sendable {
    public let path: Path
    public let documentID: Identifier
    public let title: String
    public let verdict: Verdict
  }

  let store: BackupFolder
  let workerCount: Int
  let check: Check

  /// - Parameter now: the time in milliseconds since 1970, for the check.
  public init(_ store: BackupFolder, workerCount: Int, now: Int64) {
    self.store = store
    self.workerCount = workerCount
    check = Check(now: now, limits: store.limits)
  }

  /// Reads every generation, in the order of documents and times.
  public func run(
    _ monitor: WorkMonitor = WorkMonitor(), report: (Outcome) throws(PackageError) -> Void
  ) throws(PackageError) {
    let inputs = try store.documents().flatMap { document in
      document.generations.map { Input(document: document, generation: $0) }
    }
    let done = Mutex(0)
    try OrderedPipeline.run(inputs, workerCount: workerCount) { input in
      let outcome = Result { () throws(PackageError) in try judge(input, monitor) }
      done.withLock { done in
        done += 1
        monitor.reach(done, inputs.count)
      }
      return outcome
    } use: { (_, outcome: Result<Outcome, PackageError>) throws(PackageError) in
      try report(try outcome.get())
    }
  }

  private struct Input: Sendable {
    let document: BackupFolder.Document
    let generation: Generation
  }

  private func judge(_ input: Input, _ monitor: WorkMonitor) throws(PackageError) -> Outcome {
    let path = input.document.path(of: input.generation)
    func outcome(_ verdict: Verdict, _ title: String = "") -> Outcome {
      Outcome(path: path, documentID: input.document.id, title: title, verdict: verdict)
    }
    do throws(PackageError) {
      try monitor.checkCancellation()
      let source = try input.document.source(input.generation, store.limits)
      let reading = try GenerationReading(source, check, monitor)
      guard input.generation.isPrefix(of: reading.digest) else {
        throw PackageError(.damaged, path, "holds something else than its name says")
      }
      guard source.name.map({ BackupFolder.documentName(ofPackage: $0) }) == input.document.name else {
        throw PackageError(.damaged, path, "holds another document than its folder's name says")
      }
      if reading.isNewer { throw PackageError(.newerFormat, path, "was written by a newer program") }
      return outcome(reading.state == .good ? .sound : .damaged(reading.findings), reading.title)
    } catch {
      if error.code == .cancelled { throw error }
      return outcome(.broken(error))
    }
  }
}
