// Measured figures with their bars, and how they are measured.

import CLibrary

/// One line of the report.
struct Figure: CustomStringConvertible {
  let name: String
  let value: Double
  let unit: String
  /// The bar and its direction; nil for a figure to compare with.
  var bar: Bar?

  enum Bar {
    case atLeast(Double)
    case atMost(Double)
  }

  var description: String {
    let told = "\(padded(name, 44)) \(padded(text(value), 8, right: true)) \(padded(unit, 12))"
    return switch bar {
    case nil: told
    case .atLeast(let bar): "\(told) bar ≥ \(text(bar))\(value >= bar ? "" : "  MISSED")"
    case .atMost(let bar): "\(told) bar ≤ \(text(bar))\(value <= bar ? "" : "  MISSED")"
    }
  }

  private func text(_ value: Double) -> String {
    let scaled = Int((value * 100).rounded())
    return "\(scaled / 100).\(scaled % 100 < 10 ? "0" : "")\(scaled % 100)"
  }

  private func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return right ? blanks + text : text + blanks
  }
}

/// The median nanoseconds of processor time for each of `count` items, over `runs` runs of `body`
/// after a warm-up: the speed of one core, whatever the others do.
func nanoseconds(each count: Int, runs: Int = 7, _ body: () -> Void) -> Double {
  body()
  let times = (0..<runs).map { _ in
    let start = processorTime()
    body()
    return (processorTime() - start) / Double(count)
  }
  return median(times)
}

/// The processor time of this thread in nanoseconds.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func median(_ values: [Double]) -> Double {
  values.sorted()[values.count / 2]
}

/// Keeps the optimiser from removing the computation of `value`.
@inline(never)
@_optimize(none)
func use<Value>(_ value: Value) {}
