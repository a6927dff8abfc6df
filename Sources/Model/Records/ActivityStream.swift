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
  private let content: StreamRuns

  /// The runs in order of time, with at least one second between them.
  package var runs: [StreamRun] { content.runs }
  /// Seconds that have a value.
  package var seconds: Int { content.seconds }

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
    self.init(times: times, values: values.map { $0 ?? .nan })
  }

  /// A stream as recorders store it.
  ///
  /// - Parameters:
  ///   - times: as above.
  ///   - values: as above; `nan` where the recorder wrote none.
  ///   - pauses: when the recorder's timer stood still, in order. Each is a gap: no value lasts
  ///     into
  ///     it, and those inside are ignored.
  package init(times: [Int], values: [Double], pauses: [Range<Int>] = []) {
    content = StreamRuns(
      times: times, values: values, pauses: pauses, plausible: Quantity.plausible,
      longestHold: Quantity.longestHold)
  }

  /// A stream with one value a second from the start.
  ///
  /// - Parameter values: in the unit of the quantity; nil where there is none.
  package init(everySecond values: [Double?]) {
    self.init(times: Array(values.indices), values: values)
  }

  /// Whether no second has a value.
  package var isEmpty: Bool { content.runs.isEmpty }
}

/// The streams of one activity that its load is computed from.
package struct ActivityStreams: Hashable, Sendable {
  package var power: ActivityStream<Watts>?
  package var heartRate: ActivityStream<BeatsPerMinute>?

  /// A recorder's timer that stands still for so many seconds leaves a gap.
  package static let leastPause = 3

  package init(
    power: ActivityStream<Watts>? = nil, heartRate: ActivityStream<BeatsPerMinute>? = nil
  ) {
    self.power = power
    self.heartRate = heartRate
  }
}
