// The records of one session, and the figures that follow from them.

import Model

struct RideSlice {
  private let samples: ArraySlice<RideSample>
  /// The recorder's pauses; nil for a file that does not name any.
  private let pauses: [Range<Int64>]?
  /// The distance at the end of the session before, or where the first one begins.
  private let distanceBefore: Double

  /// A gap that is longer is a pause, in a file that does not name its pauses. Recorders that save
  /// space leave out up to 7 s; sensors and tunnels take longer, but not this long.
  private static let longestGap: Int64 = 30

  /// - Parameter samples: some of the content's.
  init(_ samples: ArraySlice<RideSample>, of content: RideContent) {
    self.samples = samples
    pauses = content.pauses.isEmpty ? nil : content.pauses
    let before = content.samples.list[..<samples.startIndex].last { !$0.distance.isNaN }
    // Nobody rode the way from one track of a GPX to the next.
    let isTrack = content.format == .gpx && before != nil
    let start = isTrack ? samples.first { !$0.distance.isNaN } : before
    distanceBefore = start?.distance ?? content.samples.leastDistance
  }

  /// The longest of these gaps that is no pause, in seconds: trackers that write once a minute do
  /// so all the time.
  private static func longestGap(among gaps: [Int64]) -> Int64 {
    if gaps.isEmpty { return longestGap }
    return max(longestGap, 5 * gaps.sorted()[gaps.count / 2])
  }

  /// The time of the first sample, in seconds since 1970.
  var first: Int64? { samples.first?.time }

  func elapsedSeconds(from start: Int64) -> Double? {
    guard let last = samples.last?.time, last >= start else { return nil }
    return Double(last - start)
  }

  /// Seconds without the pauses.
  func timerSeconds(from start: Int64) -> Double? {
    guard let last = samples.last?.time, let elapsed = elapsedSeconds(from: start) else {
      return nil
    }
    let paused: Int64
    if let pauses {
      paused = pauses.reduce(0) { sum, pause in
        let own = pause.clamped(to: start..<max(start, last))
        return sum + (own.upperBound - own.lowerBound)
      }
    } else {
      let gaps = zip(samples, samples.dropFirst()).map { $1.time - $0.time }
      let longest = Self.longestGap(among: gaps)
      paused = gaps.reduce(0) { $1 > longest ? $0 + $1 : $0 }
    }
    return max(0, elapsed - Double(paused))
  }

  var distanceMetres: Double? {
    guard let end = samples.last(where: { !$0.distance.isNaN })?.distance else { return nil }
    // Some recorders count each session from 0.
    return end >= distanceBefore ? end - distanceBefore : end
  }

  /// Metres climbed; rises below three metres are noise of the barometer. A choice of this project.
  var ascentMetres: Double? {
    var ascent: Float = 0
    var low: Float = .nan
    var last: RideSample?
    // 0 is what recorders write until they know the altitude.
    let known = samples.drop { $0.altitude.isNaN || $0.altitude == 0 }
    for sample in known where !sample.altitude.isNaN {
      if let last, sample.time - last.time <= Self.longestJump,
        abs(sample.altitude - last.altitude) > Self.highestJump
      {
        low += sample.altitude - last.altitude
      }
      last = sample
      if low.isNaN || sample.altitude < low {
        low = sample.altitude
      } else if sample.altitude - low >= 3 {
        ascent += sample.altitude - low
        low = sample.altitude
      }
    }
    return samples.contains { !$0.altitude.isNaN } ? Double(ascent) : nil
  }

  /// Nobody climbs more than 100 m in 10 s: that is the sensor finding its altitude.
  private static let highestJump: Float = 100
  private static let longestJump: Int64 = 10

  /// The mean of the values that `quantity` reads.
  func mean(of quantity: (RideSample) -> Float) -> Double? {
    var mean = Mean()
    for value in samples.lazy.map(quantity) where !value.isNaN { mean.add(Double(value)) }
    return mean.mean
  }

  /// The values that `quantity` reads, of every second.
  func stream<Quantity>(
    of quantity: (RideSample) -> Float, from start: Int64
  ) -> ActivityStream<Quantity> {
    guard samples.contains(where: { !quantity($0).isNaN }) else {
      return ActivityStream(everySecond: [])
    }
    let pauses = Self.gaps(in: pauses ?? []).map {
      Int($0.lowerBound - start)..<Int($0.upperBound - start)
    }
    return ActivityStream(
      times: samples.map { Int($0.time - start) }, values: samples.map { Double(quantity($0)) },
      pauses: pauses)
  }

  /// The pauses that are gaps, in order: a timer that stops for less leaves out one record at most.
  static func gaps(in pauses: [Range<Int64>]) -> [Range<Int64>] {
    pauses.filter { $0.upperBound - $0.lowerBound >= ActivityStreams.leastPause }
      .sorted { $0.lowerBound < $1.lowerBound }
  }

  var quantities: Int {
    let quantities: [(RideSample) -> Bool] = [
      { !$0.power.isNaN }, { !$0.heartRate.isNaN }, { !$0.cadence.isNaN },
      { !$0.latitude.isNaN }, { !$0.altitude.isNaN },
      { !$0.speed.isNaN || !$0.distance.isNaN }, { !$0.temperature.isNaN },
    ]
    return quantities.count { samples.contains(where: $0) }
  }
}
