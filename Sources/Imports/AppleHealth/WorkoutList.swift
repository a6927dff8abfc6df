// The workouts of an export, each once.

import Model

/// Workouts as they come, and what is left when doubles are gone.
struct WorkoutList {
  private struct Entry {
    let activity: Activity
    let device: Recorders.Device
    let statistics: Int
  }

  /// Thirty a day for twenty years.
  private static let most = 220_000
  /// How many workouts of one moment are compared.
  private static let mostAtOnce = 32

  private var entries: [Entry] = []

  /// False when there are too many.
  mutating func add(_ workout: Workout, from place: FilePlace) -> Bool {
    guard entries.count < Self.most else { return false }
    entries.append(
      Entry(
        activity: workout.activity(from: place), device: workout.device,
        statistics: workout.statistics))
    return true
  }

  /// The activities, in order of start. Of one workout that several devices wrote, or that stands
  /// here twice, the record with the most statistics is kept, else the first; nothing is left here.
  mutating func takeActivities() -> [Activity] {
    // In place, and stable: among equals the first stays first.
    entries.sort { $0.activity.start < $1.activity.start }
    var count = 0
    for index in entries.indices {
      let near = (max(0, count - Self.mostAtOnce)..<count).first { place in
        Self.areOne(entries[place], entries[index])
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

  /// Whether two records are of one workout: the same record twice, or two devices that agree.
  private static func areOne(_ one: Entry, _ other: Entry) -> Bool {
    one.activity.id == other.activity.id
      || one.device != other.device && SameRide.matches(one.activity, other.activity)
  }
}
