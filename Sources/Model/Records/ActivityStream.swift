// The second-by-second data of an activity, from any recorder.

/// A quantity that a stream measures, and its unit.
package protocol StreamQuantity: Sendable {
  /// The values a sensor can measure; every other value counts as missing.
  static var plausible: ClosedRange<Double> { get }
  /// The longest time between two values, in seconds, for which the first is assumed to last.
  static var longestHold: Int { get }
}

/// Power in watts. Zero while coasting is a valid value.
package enum Watts: StreamQuantity {
  /// The strongest sprints ever measured are below 3,000 W.
  package static let plausible = 0.0...4_000.0
  /// Recorders that save space write a value at least this often.
  package static let longestHold = 10
}

/// Heart rate in beats a minute. Zero means no contact with the skin.
package enum BeatsPerMinute: StreamQuantity {
  package static let plausible = 25.0...250.0
  /// Apple Watch writes a value about every five seconds, with lapses; heart rate changes slowly.
  package static let longestHold = 30
}

/// One quantity of one activity: a value for every known second, in runs without gaps.
///
/// Recorders leave seconds out, and services pass that on. A value lasts until the next one when
/// that follows within `Quantity.longestHold` seconds. Otherwise it counts for its own second and a
/// gap follows, whether the recorder was paused or the sensor was silent. Gaps are never filled,
/// and no window of a computation crosses one. The hold times are a choice of this project.
package struct ActivityStream<Quantity: StreamQuantity>: Hashable, Sendable {
  /// Consecutive seconds, all with a value.
  package struct Run: Hashable, Sendable {
    /// Seconds since the start of the activity.
    package let start: Int
    /// One value a second, in the unit of the quantity; at least one.
    package fileprivate(set) var values: [Double]
  }

  /// The runs in order of time, with at least one second between them.
  package private(set) var runs: [Run] = []
  /// Seconds that have a value.
  package private(set) var seconds = 0
  /// Seconds that were recorded without a value: sensor gaps, not pauses.
  package private(set) var missingSeconds = 0

  /// A stream as services send it: a list of times and a list of values.
  ///
  /// - Parameters:
  ///   - times: whole seconds since the start of the activity, one for each value. Fractions are
  ///     cut off by the caller. In any order, though ascending is fastest; of two values for one
  ///     second the later in the list counts. Times before the start, or more than a year after it,
  ///     are ignored.
  ///   - values: in the unit of the quantity; nil where the recorder wrote none. If the lists
  ///     differ in length, the rest of the longer one is ignored.
  package init(times: [Int], values: [Double?]) {
    var lastEntry: Int?
    for index in Self.order(times, count: min(times.count, values.count)) {
      let time = times[index]
      // Up to here the recorder was running, unless it was paused.
      if let lastEntry {
        missingSeconds += time - lastEntry <= Quantity.longestHold ? time - lastEntry : 1
      }
      lastEntry = time
      if let value = values[index], Quantity.plausible.contains(value) {
        append(value, at: time)
      }
    }
    seconds = runs.reduce(0) { $0 + $1.values.count }
    missingSeconds += (lastEntry == nil ? 0 : 1) - seconds
  }

  /// A stream with one value a second from the start.
  ///
  /// - Parameter values: in the unit of the quantity; nil where there is none.
  package init(everySecond values: [Double?]) {
    self.init(times: Array(values.indices), values: values)
  }

  /// Whether no second has a value.
  package var isEmpty: Bool { runs.isEmpty }

  /// Adds a value whose time is not before the last one's.
  private mutating func append(_ value: Double, at time: Int) {
    guard let last = runs.indices.last, let held = runs[last].values.last else {
      return runs.append(Run(start: time, values: [value]))
    }
    let gap = time - (runs[last].start + runs[last].values.count - 1)
    if gap == 0 { runs[last].values.removeLast() }
    if gap > Quantity.longestHold { return runs.append(Run(start: time, values: [value])) }
    if gap > 1 { runs[last].values.append(contentsOf: repeatElement(held, count: gap - 1)) }
    runs[last].values.append(value)
  }

  /// The indices of the valid times, in order of time.
  private static func order(_ times: [Int], count: Int) -> [Int] {
    let possible = (0..<count).filter { (0...31_536_000).contains(times[$0]) }
    let isAscending = zip(possible, possible.dropFirst()).allSatisfy { times[$0] <= times[$1] }
    return isAscending ? possible : possible.sorted { (times[$0], $0) < (times[$1], $1) }
  }
}

/// The streams of one activity that its load is computed from.
package struct ActivityStreams: Hashable, Sendable {
  package var power: ActivityStream<Watts>?
  package var heartRate: ActivityStream<BeatsPerMinute>?

  package init(
    power: ActivityStream<Watts>? = nil, heartRate: ActivityStream<BeatsPerMinute>? = nil
  ) {
    self.power = power
    self.heartRate = heartRate
  }
}
