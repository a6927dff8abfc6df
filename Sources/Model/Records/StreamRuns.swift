// Finds the runs without gaps in the values of a recording.

/// Consecutive seconds of a stream, all with a value.
package struct StreamRun: Hashable, Sendable {
  /// Seconds since the start of the activity.
  package let start: Int
  /// One value a second, in the unit of the quantity; at least one.
  package fileprivate(set) var values: [Double]
}

/// The values of a stream, whatever it measures. Not generic: the callers are in other modules,
/// where a generic type is read through its metadata, ten times slower.
struct StreamRuns: Hashable, Sendable {
  private(set) var runs: [StreamRun] = []
  private(set) var seconds = 0

  /// A year.
  private static let times = 0...31_536_000

  /// - Parameters: as of `ActivityStream`.
  init(
    times: [Int], values: [Double], pauses: [Range<Int>], plausible: ClosedRange<Double>,
    longestHold: Int
  ) {
    var run: StreamRun?
    var pauses = pauses[...]
    func add(_ value: Double, at time: Int) {
      while let pause = pauses.first, pause.upperBound <= time {
        finish(&run)
        pauses.removeFirst()
      }
      if let pause = pauses.first, pause.lowerBound < time { return }
      guard plausible.contains(value) else { return }
      if run?.extend(to: time, value, longestHold) == true { return }
      finish(&run)
      run = StreamRun(start: time, values: [value])
    }
    var valid = (0..<min(times.count, values.count)).filter { Self.times.contains(times[$0]) }
    if zip(valid, valid.dropFirst()).contains(where: { times[$0] > times[$1] }) {
      valid.sort { (times[$0], $0) < (times[$1], $1) }
    }
    for index in valid { add(values[index], at: times[index]) }
    finish(&run)
  }

  private mutating func finish(_ run: inout StreamRun?) {
    guard let finished = run.take() else { return }
    seconds += finished.values.count
    runs.append(finished)
  }
}

extension StreamRun {
  /// Adds a value whose time is not before the last one's; false after a gap.
  fileprivate mutating func extend(to time: Int, _ value: Double, _ longestHold: Int) -> Bool {
    let gap = time - (start + values.count - 1)
    if gap > longestHold { return false }
    if gap == 0 {
      values[values.count - 1] = value
      return true
    }
    if gap > 1, let held = values.last {
      values.append(contentsOf: repeatElement(held, count: gap - 1))
    }
    values.append(value)
    return true
  }
}
