import Dispatch
import Synchronization

/// Does one thing to many inputs on several threads and keeps the order of the results.
package enum OrderedWork {
  /// - Parameters:
  ///   - progress: called after each input, one call at a time.
  ///   - isCancelled: asked before each input; once true, the rest is left out of the result.
  package static func map<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], workerCount: Int, progress: @Sendable (Int, Int) -> Void,
    isCancelled: @Sendable () -> Bool, _ work: @Sendable (Input) -> Output
  ) -> [Output] {
    let state = Mutex((next: 0, done: 0, outputs: [Output?](repeating: nil, count: inputs.count)))
    DispatchQueue.concurrentPerform(iterations: max(1, min(workerCount, inputs.count))) { _ in
      while !isCancelled() {
        let index = state.withLock { state -> Int in
          state.next += 1
          return state.next - 1
        }
        guard index < inputs.count else { return }
        let output = work(inputs[index])
        state.withLock { state in
          state.outputs[index] = output
          state.done += 1
          progress(state.done, inputs.count)
        }
      }
    }
    return state.withLock { $0.outputs.compactMap { $0 } }
  }
}
