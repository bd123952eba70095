#if RECORDS_OPERATIONS
  import Synchronization

  /// Sees every step on the file system in builds that set `RECORDS_OPERATIONS`, keeps those that change something, and
  /// can let one fail.
  ///
  /// It acts on everything done inside `OperationRecorder.$current.withValue(recorder) { … }`.
  public final class OperationRecorder: Sendable {
    /// A failure to inject.
    public enum Fault: Sendable, Equatable {
      /// The step isn't done and fails with this errno.
      case failure(Int32)
      /// The step is done and fails with this errno all the same.
      case lateFailure(Int32)
      /// A write writes at most so many bytes; other steps aren't touched.
      case shortWrite(Int)
    }

    private struct State {
      var attempts: [FileOperation] = []
      var changes: [FileOperation] = []
      var faults: [Int: Fault] = [:]
    }

    /// The recorder of the code running now.
    @TaskLocal public static var current: OperationRecorder?

    private let state: Mutex<State>

    /// A recorder that lets the steps of these indices, counted from 0 over all steps, fail.
    public init(faults: [Int: Fault] = [:]) {
      state = Mutex(State(faults: faults))
    }

    /// The steps that changed something and succeeded, in order.
    public var changes: [FileOperation] { state.withLock { $0.changes } }

    /// Every step tried, reading ones too, in order.
    public var attempts: [FileOperation] { state.withLock { $0.attempts } }

    func begin(_ operation: FileOperation) -> Fault? {
      state.withLock { state in
        state.attempts.append(operation)
        return state.faults[state.attempts.count - 1]
      }
    }

    func succeed(_ operation: FileOperation) {
      guard operation.isChange else { return }
      state.withLock { $0.changes.append(operation) }
    }
  }
#endif
