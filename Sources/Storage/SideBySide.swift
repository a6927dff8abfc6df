// Work on several threads at once, for who must have all of it before going on.

import Platform
import Synchronization

/// Maps elements on up to so many threads at once, and returns the results in the order of the elements.
/// After a failure nothing more is begun, and nil stands for that.
func mapSideBySide<Element: Sendable, Success: Sendable, Failure: Error>(
  _ elements: [Element], threads: Int,
  _ body: @Sendable (Element) -> Result<Success, Failure>
) -> [Result<Success, Failure>?] {
  let results = Mutex<[Result<Success, Failure>?]>(Array(repeating: nil, count: elements.count))
  let next = Atomic<Int>(0)
  DedicatedThread.perform(on: min(threads, elements.count)) {
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard elements.indices.contains(index) else { return }
      let result = body(elements[index])
      results.withLock { $0[index] = result }
      if case .failure = result { next.store(elements.count, ordering: .relaxed) }
    }
  }
  return results.withLock { $0 }
}
