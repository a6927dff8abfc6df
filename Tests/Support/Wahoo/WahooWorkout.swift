// A workout in Wahoo's format, in all its variants.

/// A record of the list with its summary. Its JSON has the keys of the published samples.
package struct WahooWorkout: Sendable, Identifiable {
  package var id: Int64
  package var name = "Morning Ride"
  /// Seconds since 1970, UTC.
  package var start: Int
  package var zone = "Europe/Berlin"
  /// Seconds.
  package var activeTime = 3600.0
  package var totalTime = 3900.0
  /// Metres.
  package var distance = 27_400.0
  /// Watts; nil is sent as null.
  package var averageWatts: Double? = 180.4
  package var normalizedWatts: Double? = 200
  package var heartRate: Double? = 141.2
  /// Whether it has not been done yet: `workout_summary` is null.
  package var isPlan = false
  /// Keys of the workout with raw JSON values, known or unknown.
  package var overrides: [String: String] = [:]
  /// The same for its summary.
  package var summaryOverrides: [String: String] = [:]

  package init(id: Int64, start: Int) {
    self.id = id
    self.start = start
  }

  /// A ride that Strava has as well, sent to Wahoo by a bike computer.
  package init(_ ride: Ride) {
    self.init(id: ride.id % 1_000_000_007, start: ride.start)
    name = ride.name
    zone = ride.zone.name
    activeTime = Double(ride.movingTime)
    totalTime = Double(ride.elapsedTime)
    distance = ride.distance
    let hasMeter = ride.deviceWatts == true
    averageWatts = hasMeter ? ride.averageWatts : nil
    normalizedWatts = hasMeter ? ride.weightedWatts.map { Double($0) } : nil
    heartRate = ride.averageHeartRate
  }

  /// Some workouts of one rider, oldest first, two days and some hours apart.
  package static func history(_ count: Int, until end: Int) -> [WahooWorkout] {
    (0..<count).map { index in
      var workout = WahooWorkout(
        id: 300_000_000 + Int64(index), start: end - (count - index) * (2 * 86_400 + 3671))
      workout.name = "Ride \(index + 1)"
      workout.activeTime += Double(index * 7 % 1800)
      return workout
    }
  }

  /// A workout planned for a later day.
  package static func plan(_ id: Int64, start: Int) -> WahooWorkout {
    var workout = WahooWorkout(id: id, start: start)
    workout.name = "Intervals, to be done"
    workout.isPlan = true
    return workout
  }

  /// The record as sent.
  var json: String {
    let stamp = JSONText.quoted(Civil(epoch: start).text + ".000Z")
    return JSONText.object(
      [
        ("id", "\(id)"), ("starts", stamp), ("minutes", "\(Int(activeTime) / 60)"),
        ("name", JSONText.quoted(name)), ("plan_id", "null"), ("plan_ids", "[]"),
        ("route_id", "null"), ("workout_token", JSONText.quoted("ELEMNT:\(id)")),
        ("workout_type_id", "0"), ("workout_summary", isPlan ? "null" : summary),
        ("created_at", stamp), ("updated_at", stamp),
      ], overrides)
  }

  private var summary: String {
    let stamp = JSONText.quoted(Civil(epoch: start + Int(totalTime)).text + ".000Z")
    return JSONText.object(
      [
        ("id", "\(id + 7)"), ("name", JSONText.quoted("Cycling")),
        ("ascent_accum", decimal(312)), ("cadence_avg", decimal(84.5)),
        ("calories_accum", decimal(612)), ("distance_accum", decimal(distance)),
        ("duration_active_accum", decimal(activeTime)),
        ("duration_paused_accum", decimal(totalTime - activeTime)),
        ("duration_total_accum", decimal(totalTime)), ("heart_rate_avg", decimal(heartRate)),
        ("power_bike_np_last", decimal(normalizedWatts)),
        ("power_bike_tss_last", decimal(70.5)), ("power_avg", decimal(averageWatts)),
        ("speed_avg", decimal(distance / max(1, activeTime))),
        ("work_accum", decimal(averageWatts.map { $0 * activeTime })),
        ("time_zone", JSONText.quoted(zone)), ("manual", "false"), ("edited", "false"),
        ("fitness_app_id", "6"),
        ("file", "{\"url\":\"https://cdn.wahooligan.com/\(id).fit\"}"),
        ("created_at", stamp), ("updated_at", stamp),
      ], summaryOverrides)
  }

  private func decimal(_ number: Double?) -> String {
    number.map { JSONText.quoted(JSONText.number($0, decimals: 2)) } ?? "null"
  }
}
