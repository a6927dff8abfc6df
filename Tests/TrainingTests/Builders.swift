// Records for these tests.

import Model

extension Activity {
  /// A ride at eight in the morning.
  static func ride(on day: Day, id: Int = 1, load: Double? = nil, seconds: Int? = nil) -> Activity {
    var ride = Activity(
      id: ActivityID(source: .strava, sourceID: "\(day.number)-\(id)"), start: day.startOfDayUTC)
    ride.startLocal = LocalTime(day: day, second: 8 * 3600)
    ride.load = load
    ride.durationSeconds = seconds
    return ride
  }
}

extension History {
  init(activities: [Activity] = [], days: [WellnessDay] = []) {
    self.init(
      inOrder: activities.sorted { $0.start < $1.start }, days: days.sorted { $0.date < $1.date })
  }
}
