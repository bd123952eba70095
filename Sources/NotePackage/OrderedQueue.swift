import Dispatch
import Synchronization

/// Results of work on other threads, taken in the order in which the work was begun.
///
/// For work that mostly waits, such as for a disk: it has threads of its own, however few processors there are.
package struct OrderedQueue<Output: Sendable>: ~Copyable {
  private let threads: [DispatchQueue]
  private let group = DispatchGroup()
  private var slots: [Slot] = []
  private var begun = 0

  /// - Parameter width: how many things are worked on at a time; one is worked on here, without another thread.
  package init(width: Int) {
    threads = width <= 1 ? [] : (0..<width).map { DispatchQueue(label: "lnote.queue.\($0)") }
  }

  deinit { group.wait() }

  /// Begins something; where as many as fit are begun already, first waits for the oldest and gives its result.
  package mutating func begin(_ work: @escaping @Sendable () -> Output) -> Output? {
    if threads.isEmpty { return work() }
    let oldest = slots.count < threads.count ? nil : next()
    let slot = Slot()
    slots.append(slot)
    threads[begun % threads.count].async(group: group) { slot.fill(work()) }
    begun += 1
    return oldest
  }

  /// Waits for the oldest and gives its result; nil when nothing is left.
  package mutating func next() -> Output? {
    slots.isEmpty ? nil : slots.removeFirst().take()
  }

  /// A class, since the thread that fills it and the one that waits for it share it.
  private final class Slot: Sendable {
    private let output = Mutex<Output?>(nil)
    private let isFilled = DispatchSemaphore(value: 0)

    func fill(_ new: Output) {
      output.withLock { $0 = new }
      isFilled.signal()
    }

    func take() -> Output? {
      isFilled.wait()
      return output.withLock { $0 }
    }
  }
}
