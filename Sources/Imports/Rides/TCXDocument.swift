// Reads TCX: Garmin's TrainingCenterDatabase/v2 with ActivityExtension/v2.

import Model

extension RideDocument {
  /// Reads the activities; courses and workouts are skipped.
  mutating func readTrainingCentre() throws(ImportError) {
    let root = scanner.level
    while try scanner.nextDescendant(of: root) {
      if scanner.localName.equals("Activity") { try readActivity() }
    }
  }

  private mutating func readActivity() throws(ImportError) {
    let depth = scanner.level
    guard let index = beginSession() else { return }
    if let sport = scanner.value("Sport"), !sport.isEmpty {
      content.sessions[index].sport = String(decoding: sport.prefix(100), as: UTF8.self)
    }
    content.sessions[index].isBikeRide = content.sessions[index].sport == "Biking"
    var laps = TCXLaps()
    var id: Int64?
    while try scanner.nextChild(of: depth) {
      switch scanner.localName {
      case "Id": id = try time()
      case "Lap":
        if let start = scanner.value("StartTime").flatMap({ time($0) }) {
          content.sessions[index].start = content.sessions[index].start ?? start
        }
        try readLap(of: index, &laps)
      case "Creator": try readCreator()
      default: break
      }
    }
    // A cut document does not reach this: its summaries tell of more than was read.
    content.sessions[index].start = content.sessions[index].start ?? id
    laps.summarise(&content.sessions[index])
  }

  private mutating func readCreator() throws(ImportError) {
    let depth = scanner.level
    while try scanner.nextChild(of: depth) {
      guard scanner.localName.equals("Name"), content.device == nil else { continue }
      content.device = try words()
      if content.device?.hasPrefix("Garmin") == true { content.source = .garmin }
    }
  }

  private mutating func readLap(of session: Int, _ laps: inout TCXLaps) throws(ImportError) {
    let depth = scanner.level
    var lap = TCXLap()
    while try scanner.nextChild(of: depth) {
      switch scanner.localName {
      case "TotalTimeSeconds": lap.seconds = try number(in: RideLimits.seconds)
      case "DistanceMeters": lap.metres = try number(in: RideLimits.metres)
      case "AverageHeartRateBpm": lap.averageHeartRate = try valueChild(RideLimits.heartRate)
      case "MaximumHeartRateBpm": lap.maxHeartRate = try valueChild(RideLimits.heartRate)
      case "Track": try readTrack(of: session, &laps)
      default: break
      }
    }
    laps.add(lap)
  }

  private mutating func readTrack(of session: Int, _ laps: inout TCXLaps) throws(ImportError) {
    let depth = scanner.level
    while try scanner.nextChild(of: depth) {
      guard scanner.localName.equals("Trackpoint"), let sample = try readTrackpoint() else {
        continue
      }
      if !sample.heartRate.isNaN { laps.hasHeartRate = true }
      add(sample, to: session)
    }
  }

  private mutating func readTrackpoint() throws(ImportError) -> RideSample? {
    let depth = scanner.level
    var time: Int64?
    var sample = RideSample(time: 0)
    while try scanner.nextChild(of: depth) {
      switch scanner.localName {
      case "Time": time = try self.time()
      case "Position": try readPosition(&sample)
      case "AltitudeMeters": sample.altitude = try measure(RideLimits.altitude)
      case "DistanceMeters": sample.distance = try number(in: RideLimits.metres) ?? .nan
      case "HeartRateBpm":
        sample.heartRate = try valueChild(RideLimits.heartRate).map { Float($0) } ?? .nan
      case "Extensions": try readExtensions(&sample)
      default: try readSensor(&sample)
      }
    }
    guard let time else { return nil }
    sample.time = time
    return sample
  }

  private mutating func readPosition(_ sample: inout RideSample) throws(ImportError) {
    let depth = scanner.level
    var latitude: Double?
    var longitude: Double?
    while try scanner.nextChild(of: depth) {
      switch scanner.localName {
      case "LatitudeDegrees": latitude = try number(in: RideLimits.latitude)
      case "LongitudeDegrees": longitude = try number(in: RideLimits.longitude)
      default: break
      }
    }
    sample.setPosition(latitude: latitude, longitude: longitude)
  }

  private mutating func readExtensions(_ sample: inout RideSample) throws(ImportError) {
    let depth = scanner.level
    while try scanner.nextDescendant(of: depth) { try readSensor(&sample) }
  }

  /// The number in the child `Value` of the current element.
  private mutating func valueChild(_ range: ClosedRange<Double>) throws(ImportError) -> Double? {
    let depth = scanner.level
    var value: Double?
    while try scanner.nextChild(of: depth) {
      if scanner.localName.equals("Value") { value = try number(in: range) }
    }
    return value
  }
}

private struct TCXLap {
  var seconds: Double?
  var metres: Double?
  var averageHeartRate: Double?
  var maxHeartRate: Double?
}

/// The laps of an activity, added up.
private struct TCXLaps {
  /// Whether the moments of the laps have heart rate, so that the laps' averages are not needed.
  var hasHeartRate = false
  /// The sums over all laps; nil when one of them does not say.
  private var seconds: Double? = 0
  private var metres: Double? = 0
  private var beats = 0.0
  private var beatingSeconds = 0.0
  private var maxHeartRate: Double?

  mutating func add(_ lap: TCXLap) {
    seconds = seconds.flatMap { sum in lap.seconds.map { sum + $0 } }
    metres = metres.flatMap { sum in lap.metres.map { sum + $0 } }
    if let lapSeconds = lap.seconds, let rate = lap.averageHeartRate {
      beats += rate * lapSeconds
      beatingSeconds += lapSeconds
    }
    maxHeartRate = [maxHeartRate, lap.maxHeartRate].compactMap { $0 }.max()
  }

  /// Fills in the figures that all laps have; implausible sums are left out.
  func summarise(_ session: inout RideSession) {
    if let seconds, seconds > 0, RideLimits.seconds.contains(seconds) {
      session.timerSeconds = seconds
    }
    if let metres, metres > 0, RideLimits.metres.contains(metres) {
      session.distanceMetres = metres
    }
    if !hasHeartRate {
      session.averageHeartRate = beatingSeconds > 0 ? beats / beatingSeconds : nil
      session.maxHeartRate = maxHeartRate
    }
  }
}
