// The streams of the vectors, and short ones for single tests.

import Model

@testable import Training

extension Vector {
  private struct Streams: Decodable {
    let streams: [String: [Double]]
  }

  /// The streams of power by name, one value a second.
  static func powerStreams() throws -> [String: ActivityStream<Watts>] {
    try json("scores_power_streams.json", as: Streams.self).streams
      .mapValues { ActivityStream(everySecond: $0) }
  }

  /// The streams of heart rate by name, one value a second.
  static func heartRateStreams() throws -> [String: ActivityStream<BeatsPerMinute>] {
    try json("scores_hr_streams.json", as: Streams.self).streams
      .mapValues { ActivityStream(everySecond: $0) }
  }
}

extension ActivityStream {
  /// The mean of the seconds that have a value; nil when none has.
  var average: Double? {
    isEmpty ? nil : runs.flatMap(\.values).reduce(0, +) / Double(seconds)
  }

  /// The same value for this many seconds.
  static func even(_ value: Double, seconds: Int) -> ActivityStream {
    ActivityStream(everySecond: Array(repeating: value, count: seconds))
  }
}
