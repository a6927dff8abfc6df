// Reads GPX 1.0 and 1.1 with the extensions of Garmin, Cluetrust, Strava and Zwift.

import Codec
import Model

extension RideDocument {
  /// Reads the tracks; each one is a ride. Routes and waypoints are none, and neither is a track
  /// without times.
  mutating func readGPX() throws(ImportError) {
    let root = scanner.level
    content.device = scanner.value("creator").flatMap {
      gpxDevice(String(decoding: $0.prefix(100), as: UTF8.self))
    }
    while try scanner.nextChild(of: root) {
      if scanner.localName.equals("trk") { try readTrack() }
    }
  }

  private mutating func readTrack() throws(ImportError) {
    let depth = scanner.level
    guard let index = beginSession() else { return }
    while try scanner.nextChild(of: depth) {
      switch scanner.localName {
      case "name": content.sessions[index].name = try words()
      case "type": content.sessions[index].take(gpxType: try words())
      case "trkseg": try readSegment(of: index)
      default: break
      }
    }
  }

  private mutating func readSegment(of session: Int) throws(ImportError) {
    let depth = scanner.level
    var isFirst = true
    while try scanner.nextChild(of: depth) {
      guard scanner.localName.equals("trkpt"), var sample = try readPoint() else { continue }
      (sample.beginsSegment, isFirst) = (isFirst, false)
      sample.distance = path.metres(to: sample)
      add(sample, to: session)
    }
    if content.samples.sortSegment() { isMisordered = true }
  }

  private mutating func readPoint() throws(ImportError) -> RideSample? {
    let depth = scanner.level
    var time: Int64?
    var sample = RideSample(time: 0)
    sample.setPosition(
      latitude: scanner.value("lat").flatMap(XMLNumber.parseLocal),
      longitude: scanner.value("lon").flatMap(XMLNumber.parseLocal))
    while try scanner.nextDescendant(of: depth) {
      switch scanner.localName {
      case "time" where scanner.level == depth + 1: time = try self.time()
      case "ele": sample.altitude = try measure(RideLimits.altitude)
      default: try readSensor(&sample)
      }
    }
    guard let time else { return nil }
    sample.time = time
    return sample
  }

  /// Notes the pauses between segments. Points in another order than their times are measured
  /// again, without those whose time is there already: some writers repeat segments and tracks.
  mutating func finishPath() {
    if isMisordered { _ = content.samples.removeRepeats() }  // Whether it has any does not matter.
    let starts = Set(content.sessions.map(\.start))
    let written = path.metres
    path = RidePath()
    var last: Int64?
    for index in content.samples.list.indices {
      let sample = content.samples.list[index]
      if sample.beginsSegment, let last, last < sample.time, sample.time - last <= Self.longestGap,
        !starts.contains(sample.time)
      {
        content.addPause(last..<sample.time)
      }
      last = sample.time
      if isMisordered { content.samples.update { $0[index].distance = path.metres(to: sample) } }
    }
    // Where the clock was out of order and not the points, the way as written is the shorter one.
    let scale = written / path.metres
    if isMisordered, scale < 1 {
      content.samples.update { for index in $0.indices { $0[index].distance *= scale } }
    }
  }
}

/// The recorder of a file; nil for a service or a program that only converts.
private func gpxDevice(_ creator: String) -> String? {
  let isService =
    creator.hasPrefix("StravaGPX") || creator == "Garmin Connect"
    || creator.place(of: "://") != nil
  return isService || creator.isEmpty ? nil : creator
}

extension RideSession {
  /// Takes the type of a track: a word of the writer's choice, or one of Strava's numbers.
  fileprivate mutating func take(gpxType type: String?) {
    let numbers = ["1": "Ride", "9": "Run", "16": "Swim", "17": "VirtualRide", "18": "EBikeRide"]
    sport = type.map { numbers[$0] ?? $0 }
    // On foot, power is an estimate of the watch.
    let lower = sport?.lowercased() ?? ""
    isBikeRide = !["run", "walk", "hik"].contains { lower.place(of: $0) != nil }
  }
}
