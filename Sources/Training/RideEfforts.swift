// What is computed from the second-by-second data of a ride: best powers, time in zones, intensity,
// variability, efficiency and decoupling.

package import Model

extension RideEffort {
  /// The figures of a ride whose power a sensor measured; none of any other.
  ///
  /// - `intensity = normalized power / FTP`, `variability = normalized power / average power`
  ///   (Allen & Coggan, Training and Racing with a Power Meter).
  /// - `efficiency = normalized power / average heart rate` (Friel, "Efficiency Factor and
  ///   Decoupling", trainingpeaks.com).
  ///
  /// - Parameters:
  ///   - ftpWatts: the functional threshold power of the day.
  ///   - track: the second-by-second data, for the decoupling.
  package init(of ride: Activity, ftpWatts: Int?, track: RideTrack?) {
    self.init()
    guard ride.measuredPower == true else { return }
    decoupling = track?.decoupling
    guard let normalized = ride.weightedPowerWatts, Watts.plausible.contains(normalized) else {
      return
    }
    if let ftpWatts, RiderSettings.plausibleFTP.contains(ftpWatts) {
      intensity = normalized / Double(ftpWatts)
    }
    if let average = ride.averagePowerWatts, average > 0, Watts.plausible.contains(average) {
      variability = normalized / average
    }
    if let heartRate = ride.averageHeartRate, BeatsPerMinute.plausible.contains(heartRate) {
      efficiency = normalized / heartRate
    }
  }
}

extension Activity {
  /// The functional threshold power in watts that a load from power was computed with; nil for any
  /// other. `FTP = normalized power · √(100 · hours / load)`.
  package var ftpOfLoad: Int? {
    guard loadFrom == .power, let load = plausibleLoad, load > 0, let weightedPowerWatts,
      let durationSeconds
    else { return nil }
    let ftp = weightedPowerWatts * (Double(durationSeconds) / 36 / load).squareRoot()
    return Int(exactly: ftp.rounded()).flatMap {
      RiderSettings.plausibleFTP.contains($0) ? $0 : nil
    }
  }
}

extension RideTrack {
  /// Below an hour, heart rate is still rising from the start. A choice of this project.
  private static let leastSeconds = 3600

  /// `(first - second) / first · 100`, where each is normalized power by average heart rate of one
  /// half (Friel, "Aerobic Endurance and Decoupling", trainingpeaks.com). In percent.
  ///
  /// Only seconds that have both power and heart rate count, so that neither pauses nor silent
  /// sensors do; the halves have the same number of them. No window of normalized power crosses a
  /// gap. nil below an hour of such seconds.
  package var decoupling: Double? {
    let times = points.map(\.seconds)
    let power = ActivityStream<Watts>(
      times: times, values: points.map { $0.powerWatts ?? .nan }, pauses: pauses)
    let heartRate = ActivityStream<BeatsPerMinute>(
      times: times, values: points.map { $0.heartRate ?? .nan }, pauses: pauses)
    let runs = pairedRuns(power.runs, heartRate.runs)
    let seconds = runs.reduce(0) { $0 + $1.watts.count }
    guard seconds >= Self.leastSeconds else { return nil }
    let halves = split(runs, at: seconds / 2)
    guard let first = efficiency(of: halves.0), let second = efficiency(of: halves.1), first > 0
    else { return nil }
    return (first - second) / first * 100
  }
}

/// Consecutive seconds that have both values.
private typealias PairedRun = (watts: ArraySlice<Double>, heartRate: ArraySlice<Double>)

/// The seconds of both streams, in runs without gaps.
private func pairedRuns(_ power: [StreamRun], _ heartRate: [StreamRun]) -> [PairedRun] {
  var pairs: [PairedRun] = []
  var next = 0
  for run in power {
    let end = run.start + run.values.count
    while next < heartRate.count {
      let other = heartRate[next]
      let otherEnd = other.start + other.values.count
      let (from, to) = (max(run.start, other.start), min(end, otherEnd))
      if from < to {
        pairs.append(
          (
            run.values[from - run.start..<to - run.start],
            other.values[from - other.start..<to - other.start]
          ))
      }
      if otherEnd > end { break }
      next += 1
    }
  }
  return pairs
}

/// The first so many seconds, and the others.
private func split(_ runs: [PairedRun], at seconds: Int) -> ([PairedRun], [PairedRun]) {
  var (first, second): ([PairedRun], [PairedRun]) = ([], [])
  var left = seconds
  for run in runs {
    let count = min(left, run.watts.count)
    left -= count
    if count > 0 { first.append((run.watts.prefix(count), run.heartRate.prefix(count))) }
    if count < run.watts.count {
      second.append((run.watts.dropFirst(count), run.heartRate.dropFirst(count)))
    }
  }
  return (first, second)
}

/// Normalized power by average heart rate; nil when no run lasts 30 s.
private func efficiency(of runs: [PairedRun]) -> Double? {
  let beats = runs.reduce(0) { $1.heartRate.reduce($0, +) }
  let seconds = runs.reduce(0) { $0 + $1.heartRate.count }
  return weightedPower(of: runs.map(\.watts)).map { $0 / (beats / Double(seconds)) }
}

extension RideAnalysis {
  /// The best powers and the time in zones; nil when there is nothing to compute them from.
  ///
  /// - Parameters:
  ///   - streams: the data of the ride.
  ///   - isMeasured: whether a sensor measured the power; estimated power does not count.
  ///   - rider: the settings of the day. Zones need the FTP, and the threshold or maximum heart
  ///     rate.
  package init?(of streams: ActivityStreams, isMeasured: Bool, rider: RiderSettings) {
    self.init()
    if isMeasured, let power = streams.power {
      self = RideAnalysis(
        bestPowers: power.bestPowers(over: Self.durations).map { Int($0.rounded()) },
        powerZoneSeconds: PowerZones.seconds(of: power, rider: rider))
    }
    if let heartRate = streams.heartRate {
      heartRateZoneSeconds = HeartRateZones.seconds(of: heartRate, rider: rider)
    }
    if isEmpty { return nil }
  }
}

extension ActivityStream<Watts> {
  /// The highest mean power over each duration, up to the longest run of the stream.
  ///
  /// A window never crosses a gap, so every best was ridden without interruption. A longer duration
  /// may have the higher mean (twelve minutes of a ride whose best ten minutes include a stop).
  ///
  /// - Parameter durations: in seconds, ascending.
  func bestPowers(over durations: [Int]) -> [Double] {
    let works = runs.map(Self.work)
    let longest = works.map(\.count).max() ?? 0
    return durations.prefix { $0 < longest }.map { seconds in
      let most = works.map { Self.mostWork(in: $0, seconds: seconds) }.max() ?? 0
      return most / Double(seconds)
    }
  }

  /// The work done before each second of a run and after its last one, in joules.
  private static func work(of run: StreamRun) -> [Double] {
    var work = [0.0]
    work.reserveCapacity(run.values.count + 1)
    var sum = 0.0
    for watts in run.values {
      sum += watts
      work.append(sum)
    }
    return work
  }

  /// The most work in any window of this many seconds; zero when there is no window.
  private static func mostWork(in work: [Double], seconds: Int) -> Double {
    guard seconds < work.count else { return 0 }
    return work.withUnsafeBufferPointer { work in
      var most = 0.0
      for end in seconds..<work.count { most = max(most, work[end] - work[end - seconds]) }
      return most
    }
  }
}
