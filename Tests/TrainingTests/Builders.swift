// Records for these tests.

import Model
import Training

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
  init(activities: [Activity] = [], days: [WellnessDay] = [], today: Day = Day(number: 20_000)) {
    self.init(days: days.sorted { $0.date < $1.date }, today: today)
    for activity in activities.sorted(by: { $0.start < $1.start }) { add(activity) }
  }
}
