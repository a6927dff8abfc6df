// Reads Strava's StreamSet (https://developers.strava.com/docs/reference/#api-models-StreamSet).

import Codec
import Model

extension ActivityStreams {
  /// Reads streams as Strava sends them: an object keyed by type, or an array of objects that name
  /// theirs. nil when there is neither.
  ///
  /// Entries may be null. `time` has gaps, where the recorder saved space or paused.
  init?(strava bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes), json.members != nil || json.elements != nil
    else { return nil }
    func data(_ type: String) -> JSONElements? {
      let stream = json[type] ?? json.elements?.first { $0["type"]?.string == type }
      return stream?["data"]?.elements
    }
    // Without times the entries are a second apart, as far as anybody knows.
    let times = data("time")?.map { $0.double.flatMap { Int(exactly: $0.rounded(.down)) } ?? -1 }
    func stream<Quantity>(_ type: String) -> ActivityStream<Quantity>? {
      guard let values = data(type)?.map(\.double) else { return nil }
      return times.map { ActivityStream(times: $0, values: values) }
        ?? ActivityStream(everySecond: values)
    }
    self.init(power: stream("watts"), heartRate: stream("heartrate"))
  }
}
