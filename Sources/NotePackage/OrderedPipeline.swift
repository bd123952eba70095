import Dispatch
import Synchronization

/// Makes things on several threads and uses them on the caller's, in order, with few of them waiting in between.
package enum OrderedPipeline {
  /// - Parameters:
  ///   - workerCount: one makes and uses in turn, without another thread.
  ///   - make: called on other threads, several at a time.
  ///   - use: called on this thread, in the order of the inputs. What it throws ends the whole, after what is being
  ///     made is finished.
  package static func run<Input: Sendable, Output: Sendable, Failure: Error>(
    _ inputs: [Input], workerCount: Int, make: @escaping @Sendable (Input) -> Output,
    use: (Input, Output) throws(Failure) -> Void
  ) throws(Failure) {
    // One thread alone is this one.
    if workerCount <= 1 {
      for input in inputs { try use(input, make(input)) }
      return
    }
    let line = AssemblyLine<Output>(slotCount: 2 * workerCount)
    let group = DispatchGroup()
    for _ in 0..<min(workerCount, inputs.count) {
      DispatchQueue.global().async(group: group) {
        while let index = line.begin(of: inputs.count) { line.finish(index, make(inputs[index])) }
      }
    }
    defer {
      line.stop()
      group.wait()
    }
    for (index, input) in inputs.enumerated() { try use(input, line.take(index)) }
  }
}

/// What the threads of a pipeline share. A class, since all of them use the one.
private final class AssemblyLine<Output: Sendable>: Sendable {
  private struct State {
    var next = 0
    var outputs: [Int: Output] = [:]
    var isStopped = false
  }

  private let state = Mutex(State())
  // Both begin at 0, since a semaphore may not end below the value that it began with.
  private let slots = DispatchSemaphore(value: 0)
  private let arrivals = DispatchSemaphore(value: 0)

  init(slotCount: Int) {
    for _ in 0..<slotCount { slots.signal() }
  }

  /// The next thing to make, as soon as there is room for it; nil when there is none.
  func begin(of count: Int) -> Int? {
    slots.wait()
    let index = state.withLock { state -> Int? in
      guard !state.isStopped, state.next < count else { return nil }
      state.next += 1
      return state.next - 1
    }
    // Others wait for room too, and must see the end.
    if index == nil { slots.signal() }
    return index
  }

  func finish(_ index: Int, _ output: Output) {
    state.withLock { $0.outputs[index] = output }
    arrivals.signal()
  }

  func take(_ index: Int) -> Output {
    while true {
      if let output = state.withLock({ $0.outputs.removeValue(forKey: index) }) {
        slots.signal()
        return output
      }
      arrivals.wait()
    }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    slots.signal()
  }
}
