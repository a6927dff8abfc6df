// A workout in Wahoo's format, in all its variants.

/// A record of the list with its summary. Its JSON has the keys of the published samples.
package struct WahooWorkout: RideRecord, Identifiable {
  package var id: Int64
  package var ride: Ride
  /// Whether it has not been done yet: `workout_summary` is null.
  package var isPlan = false
  /// Keys of the workout with raw JSON values, known or unknown.
  package var overrides: [String: String] = [:]
  /// The same for its summary.
  package var summaryOverrides: [String: String] = [:]

  package init(id: Int64, start: Int) { (self.id, ride) = (id, Ride(measuredFrom: start)) }

  /// A ride that Strava has as well, sent to Wahoo by a bike computer.
  package init(_ ride: Ride) { (id, self.ride) = (ride.id % 1_000_000_007, ride) }

  /// Some workouts of one rider, oldest first, two days and some hours apart.
  package static func history(_ count: Int, until end: Int) -> [WahooWorkout] {
    RideBuilder.plain(count, until: end).enumerated().map { index, ride in
      var workout = WahooWorkout(ride)
      workout.id = 300_000_000 + Int64(index)
      return workout
    }
  }

  /// A workout planned for a later day.
  package static func plan(_ id: Int64, start: Int) -> WahooWorkout {
    var workout = WahooWorkout(id: id, start: start)
    (workout.name, workout.isPlan) = ("Intervals, to be done", true)
    return workout
  }

  var json: String {
    let stamp = JSONText.quoted(Civil(epoch: ride.start).text + ".000Z")
    return JSONText.object(
      [
        ("id", "\(id)"), ("starts", stamp), ("minutes", "\(ride.movingTime / 60)"),
        ("name", JSONText.quoted(ride.name)), ("plan_id", "null"), ("plan_ids", "[]"),
        ("route_id", "null"), ("workout_token", JSONText.quoted("ELEMNT:\(id)")),
        ("workout_type_id", "0"), ("workout_summary", isPlan ? "null" : summary),
        ("created_at", stamp), ("updated_at", stamp),
      ], overrides)
  }

  private var summary: String {
    let (active, total) = (Double(ride.movingTime), Double(ride.elapsedTime))
    let watts = ride.hasMeter ? ride.averageWatts : nil
    let normalized = ride.hasMeter ? ride.weightedWatts.map { Double($0) } : nil
    let stamp = JSONText.quoted(Civil(epoch: ride.start + ride.elapsedTime).text + ".000Z")
    return JSONText.object(
      [
        ("id", "\(id + 7)"), ("name", JSONText.quoted("Cycling")),
        ("ascent_accum", decimal(312)), ("cadence_avg", decimal(84.5)),
        ("calories_accum", decimal(612)), ("distance_accum", decimal(ride.distance)),
        ("duration_active_accum", decimal(active)),
        ("duration_paused_accum", decimal(total - active)),
        ("duration_total_accum", decimal(total)),
        ("heart_rate_avg", decimal(ride.averageHeartRate)),
        ("power_bike_np_last", decimal(normalized)),
        ("power_bike_tss_last", decimal(70.5)), ("power_avg", decimal(watts)),
        ("speed_avg", decimal(ride.distance / max(1, active))),
        ("work_accum", decimal(watts.map { $0 * active })),
        ("time_zone", JSONText.quoted(ride.zone.name)), ("manual", "false"), ("edited", "false"),
        ("fitness_app_id", "6"),
        ("file", "{\"url\":\"https://cdn.wahooligan.com/\(id).fit\"}"),
        ("created_at", stamp), ("updated_at", stamp),
      ], summaryOverrides)
  }

  private func decimal(_ number: Double?) -> String {
    number.map { JSONText.quoted(JSONText.number($0, decimals: 2)) } ?? "null"
  }
}
