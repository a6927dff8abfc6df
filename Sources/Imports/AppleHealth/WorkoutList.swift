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

  /// Whether two records are of one workout: those of different devices by the rule for rides from
  /// several services (starts within 120 s, durations within 60 s or 5 %, distances, if both have
  /// one, within 200 m or 3 %).
  private static func areOne(_ one: Entry, _ other: Entry) -> Bool {
    let (first, second) = (one.activity, other.activity)
    if first.id == second.id { return true }
    guard one.device != other.device, (first.start.seconds - second.start.seconds).magnitude <= 120,
      isClose(
        Double(first.durationSeconds ?? 0), Double(second.durationSeconds ?? 0), 60, part: 0.05)
    else { return false }
    guard let near = first.distanceMetres, let far = second.distanceMetres else { return true }
    return isClose(near, far, 200, part: 0.03)
  }

  private static func isClose(
    _ one: Double, _ other: Double, _ most: Double, part: Double
  ) -> Bool {
    let difference = (one - other).magnitude
    return difference <= most || difference <= part * max(one, other)
  }
}
