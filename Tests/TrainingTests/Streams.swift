// The streams of the vectors, and short ones for single tests.

import Model

@testable import Training

extension Vector {
  /// The streams of power by name, one value a second.
  static func powerStreams() throws -> [String: ActivityStream<Watts>] {
    try streams("scores_power_streams.json")
  }

  /// The streams of heart rate by name, one value a second.
  static func heartRateStreams() throws -> [String: ActivityStream<BeatsPerMinute>] {
    try streams("scores_hr_streams.json")
  }

  private static func streams<Quantity>(
    _ file: String
  ) throws -> [String: ActivityStream<Quantity>] {
    let streams = try json(file).streams
    return Dictionary(
      uniqueKeysWithValues: streams.names.map { name in
        (name, ActivityStream(everySecond: streams[name].list.map(\.value)))
      })
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
