// The second-by-second data of an activity, from any recorder: what loads are computed from, and
// where the ride led.

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
    (self.power, self.heartRate) = (power, heartRate)
  }
}

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

/// The points of a ride in order of time.
package struct RideTrack: Hashable, Sendable {
  /// What is known at one moment; nil where nothing was recorded or the value is none that a sensor
  /// gives.
  package struct Point: Hashable, Sendable {
    /// Since the start of the ride.
    package var seconds: Int
    /// In degrees, present together.
    package var latitude: Double?
    package var longitude: Double?
    package var altitudeMetres: Double?
    package var heartRate: Double?
    package var cadence: Double?
    package var powerWatts: Double?

    package init(seconds: Int) { self.seconds = seconds }
  }

  package var points: [Point]
  /// When the recorder's timer stood still, in seconds since the start, in order.
  package var pauses: [Range<Int>]

  package init(points: [Point], pauses: [Range<Int>] = []) {
    (self.points, self.pauses) = (points, pauses)
  }
}
