// Collects workouts and removes duplicates.

import Model

struct WorkoutList {
  private struct Entry {
    let activity: Activity
    let device: Recorders.Device
    let statistics: Int
  }

  /// Thirty per day for twenty years.
  private static let most = 220_000
  /// The number of preceding workouts to compare with.
  private static let comparedCount = 32

  private var entries: [Entry] = []

  /// False if there are too many.
  mutating func add(_ workout: Workout, from place: FilePlace) -> Bool {
    guard entries.count < Self.most else { return false }
    entries.append(
      Entry(
        activity: workout.activity(from: place), device: workout.device,
        statistics: workout.statistics))
    return true
  }

  /// Returns the activities in order of start and frees the data. Of duplicates, keeps the record
  /// with the most statistics, otherwise the first.
  mutating func takeActivities() -> [Activity] {
    // Stable, so that the first of equals stays first.
    entries.sort { $0.activity.start < $1.activity.start }
    var count = 0
    for index in entries.indices {
      let near = (max(0, count - Self.comparedCount)..<count).first { other in
        Self.areDuplicates(entries[other], entries[index])
      }
      if let near {
        if entries[index].statistics > entries[near].statistics { entries[near] = entries[index] }
      } else {
        entries[count] = entries[index]
        count += 1
      }
    }
    var activities = entries[..<count].map(\.activity)
    entries = []
    activities.sort { one, other in
      one.start == other.start ? one.id.sourceID < other.id.sourceID : one.start < other.start
    }
    return activities
  }

  /// Whether two records are the same workout. For different devices, by the rule for rides from
  /// several services.
  private static func areDuplicates(_ one: Entry, _ other: Entry) -> Bool {
    one.activity.id == other.activity.id
      || one.device != other.device && SameRide.matches(one.activity, other.activity)
  }
}
