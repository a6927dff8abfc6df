// The cost of reporting progress.

import Model
import Support
import Synchronization

/// A gauge's calls beside a bare relaxed atomic add in the same run.
func gaugeFigures() -> [Figure] {
  let count = 20_000_000
  let gauge = Gauge()
  let bare = Counter()
  let set = nanoseconds(each: count) {
    for done in 0..<count { post(done, to: gauge) }
  }
  let add = nanoseconds(each: count) {
    for _ in 0..<count { bare.value.wrappingAdd(1, ordering: .relaxed) }
  }
  let advance = nanoseconds(each: count) {
    for _ in 0..<count { gauge.advance() }
  }
  return [
    Figure(name: "gauge: setting", value: set, unit: "ns", bar: .atMost(3)),
    Figure(name: "gauge: a bare relaxed add", value: add, unit: "ns"),
    Figure(name: "gauge: advancing", value: advance, unit: "ns", bar: .atMost(add * 1.5)),
    Figure(
      name: "gauge: advancing, two threads with one each", value: inTwoThreads(count), unit: "ns",
      bar: .atMost(add * 1.5)),
  ]
}

/// Not inlined: the optimiser would keep only the last store.
@inline(never)
private func post(_ done: Int, to gauge: Gauge) {
  gauge.set(done)
}

/// The same for two gauges created one after the other, each advanced by its own thread.
private func inTwoThreads(_ count: Int) -> Double {
  // All are kept, so that each pair has another address.
  var kept: [Gauge] = []
  let times = (0..<15).flatMap { _ in
    let gauges = [Gauge(), Gauge()]
    kept += gauges
    let times = Mutex<[Double]>([])
    let ends = gauges.map { gauge in
      startWorker {
        let start = processorTime()
        for _ in 0..<count { gauge.advance() }
        let time = processorTime() - start
        times.withLock { $0.append(time / Double(count)) }
      }
    }
    for end in ends { end() }
    return times.withLock { $0 }
  }
  use(kept)
  // The slowest pair counts: whether two share a cache line depends on their addresses.
  return times.max() ?? 0
}

private final class Counter: Sendable {
  let value = Atomic<Int>(0)
}
