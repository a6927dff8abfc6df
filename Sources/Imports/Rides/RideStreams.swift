// The second-by-second data of a ride, as Strava's API writes it.

import Codec
import Model

/// Reads the streams of a ride from a FIT file in memory, as a service delivers it.
///
/// - Returns: the streams as they are stored, of the longest session; nil for a file that holds no
///   ride with power or heart rate, or cannot be read.
package func rideStreams(fit bytes: [UInt8]) -> [UInt8]? {
  let content = try? FITFile.read(
    InputBuffer(MemoryInput(bytes)), place: FileOrigin(file: ""), localOffset: { _ in 0 })
  guard case .ride(let ride) = content else { return nil }
  return ride.streams(ofSensors: true).map(\.bytes).max { $0.count < $1.count }
}

/// The streams of a ride as they are stored.
struct RecordedStreams {
  let start: Timestamp
  /// From the start to the last sample.
  let seconds: Int64
  let hasPower: Bool
  let bytes: [UInt8]
}

extension RideContent {
  /// The rides of a file with their streams: one for each session.
  ///
  /// - Parameter ofSensors: whether those without power and heart rate are left out.
  func streams(ofSensors: Bool) -> [RecordedStreams] {
    parts.compactMap { session, samples in
      let hasPower = samples.contains { !$0.power.isNaN }
      guard let start = session.start ?? samples.first?.time, RideLimits.times.contains(start),
        !ofSensors || hasPower || samples.contains(where: { !$0.heartRate.isNaN })
      else { return nil }
      let own = samples.drop { $0.time < start }
      let streams = RideStreams(own, start: start, pauses: RideSlice.gaps(in: pauses))
      return RecordedStreams(
        start: Timestamp(seconds: start), seconds: own.last.map { $0.time - start } ?? 0,
        hasPower: hasPower, bytes: streams.json)
    }
  }
}

/// The streams of one ride: an object keyed by type
/// (https://developers.strava.com/docs/reference/#api-models-StreamSet). A quantity that was never
/// recorded has no stream; single values that are missing are `null`.
private struct RideStreams {
  /// Without those that were recorded while the timer stood still.
  private var samples: [RideSample] = []
  /// For each sample, whether the timer stops before the next; empty without pauses.
  private var isLast: [Bool] = []
  /// Seconds since 1970.
  private let start: Int64

  /// - Parameter pauses: in order.
  init(_ samples: ArraySlice<RideSample>, start: Int64, pauses: [Range<Int64>]) {
    self.start = start
    self.samples.reserveCapacity(samples.count)
    var pauses = pauses[...]
    for sample in samples {
      while let pause = pauses.first, pause.upperBound <= sample.time {
        if !isLast.isEmpty { isLast[isLast.count - 1] = true }
        pauses.removeFirst()
      }
      if let pause = pauses.first, pause.lowerBound < sample.time { continue }
      self.samples.append(sample)
      isLast.append(false)
    }
    if !isLast.contains(true) { isLast = [] }
  }

  var json: [UInt8] {
    var json = JSONWriter(capacity: 64 * samples.count + 1_024)
    json.object { json in
      stream("time", decimals: 0, to: &json) { Double($0.time - start) }
      // Pairs of degrees, exact to a centimetre.
      stream("latlng", to: &json, where: { !$0.latitude.isNaN }) { json, sample in
        json.array { json in
          json.value(sample.latitude, decimals: 7)
          json.value(sample.longitude, decimals: 7)
        }
      }
      stream("distance", decimals: 1, to: &json) { $0.distance }
      stream("altitude", decimals: 1, to: &json) { Double($0.altitude) }
      stream("velocity_smooth", decimals: 2, to: &json) { Double($0.speed) }
      stream("heartrate", decimals: 0, to: &json) { Double($0.heartRate) }
      stream("cadence", decimals: 0, to: &json) { Double($0.cadence) }
      stream("watts", decimals: 0, to: &json) { Double($0.power) }
      stream("temp", decimals: 0, to: &json) { Double($0.temperature) }
      if !isLast.isEmpty {
        series("moving", to: &json) { json in
          for isLast in isLast { json.value(raw: (isLast ? "false" : "true").utf8) }
        }
      }
    }
    json.endLine()
    return json.take()
  }

  private func stream(
    _ type: StaticString, decimals: Int, to json: inout JSONWriter, _ value: (RideSample) -> Double
  ) {
    stream(type, to: &json, where: { !value($0).isNaN }) { json, sample in
      json.value(value(sample), decimals: decimals)
    }
  }

  private func stream(
    _ type: StaticString, to json: inout JSONWriter, where isKnown: (RideSample) -> Bool,
    _ write: (inout JSONWriter, RideSample) -> Void
  ) {
    guard samples.contains(where: isKnown) else { return }
    series(type, to: &json) { json in
      for sample in samples {
        if isKnown(sample) { write(&json, sample) } else { json.value(nil, decimals: 0) }
      }
    }
  }

  private func series(
    _ type: StaticString, to json: inout JSONWriter, _ write: (inout JSONWriter) -> Void
  ) {
    json.object(type) { json in
      json.array("data") { json in write(&json) }
      json.member("series_type", "time")
      json.member("original_size", samples.count)
      json.member("resolution", "high")
    }
  }
}
