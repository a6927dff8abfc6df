// The rides that the files of an import hold of one source, each once.

import Format
import Model

/// A ride as one file tells it.
struct FileRide: Sendable {
  var activity: Activity
  /// How much the file recorded; nil for a summary without a recording.
  let richness: RecordingQuality?
  /// Identifies its file among all of an import; empty for a ride without one.
  var key = ""
}

/// Collects rides and merges those that several files tell of.
struct RideList {
  private var rides: [FileRide] = []
  /// Summaries that may be of rides in `rides`.
  private var summaries: [Activity] = []
  /// The longest time between the starts of a ride and its summary, in seconds.
  private static let longestGap: Int64 = 2

  mutating func add(_ ride: FileRide) { rides.append(ride) }

  /// Adds rides, whose memory is used: there may be thousands.
  mutating func add(_ list: consuming [FileRide]) {
    if rides.isEmpty {
      rides = list
    } else {
      rides += list
    }
  }

  /// Adds a summary: the ride that starts within 2 s gets its name and the figures it lacks; without
  /// such a ride it is one itself.
  mutating func complete(by summary: Activity) { summaries.append(summary) }

  /// The rides in order of start, and how much was recorded of each.
  ///
  /// Two files of one ride join as `SameRide.isOneRecording` says: of a file that was cut and a whole
  /// one the longer counts, else the richer one; the other one fills its gaps.
  consuming func merged() -> (activities: [Activity], richness: [ActivityID: RecordingQuality]) {
    // Stable, so that the first of equals stays first.
    rides.sort { $0.activity.start < $1.activity.start }
    var count = 0
    for index in rides.indices {
      let ride = rides[index]
      let near = (max(0, count - 8)..<count).last { Self.isSameRide(rides[$0], ride) }
      if let near {
        rides[near] = Self.merged(rides[near], ride)
      } else {
        rides[count] = ride
        count += 1
      }
    }
    rides.removeSubrange(count...)
    Self.complete(&rides, by: summaries)
    rides.sort {
      ($0.activity.start, $0.activity.id.sourceID) < ($1.activity.start, $1.activity.id.sourceID)
    }
    var richness: [ActivityID: RecordingQuality] = [:]
    for ride in rides { richness[ride.activity.id] = ride.richness }
    return (rides.map(\.activity), richness)
  }

  private static func isSameRide(_ one: FileRide, _ two: FileRide) -> Bool {
    // The ids of a service are its own.
    if !one.activity.id.source.isFiles { return one.activity.id == two.activity.id }
    return SameRide.isOneRecording(
      one.activity, two.activity,
      isCut: one.richness?.isCut ?? false || two.richness?.isCut ?? false)
  }

  private static func merged(_ one: FileRide, _ two: FileRide) -> FileRide {
    let isSecondBetter: Bool
    if !SameRide.haveCloseDurations(one.activity, two.activity) {
      isSecondBetter =
        one.activity.durationSeconds ?? 0 < two.activity.durationSeconds ?? 0
    } else if let first = one.richness, let second = two.richness {
      isSecondBetter = first < second
    } else {
      isSecondBetter = one.richness == nil && two.richness != nil
    }
    let (winner, other) = isSecondBetter ? (two, one) : (one, two)
    var activity = winner.activity.filled(from: other.activity)
    activity.from = winner.activity.from
    return FileRide(activity: activity, richness: winner.richness ?? other.richness)
  }

  /// - Parameter rides: in order of start.
  private static func complete(_ rides: inout [FileRide], by summaries: [Activity]) {
    let recorded = rides.count
    var named: Set<Int> = []
    var seen: Set<ActivityID> = []
    for summary in summaries where seen.insert(summary.id).inserted {
      guard let index = index(of: summary, in: rides[..<recorded], except: named) else {
        rides.append(FileRide(activity: summary, richness: nil))
        continue
      }
      named.insert(index)
      var activity = rides[index].activity.filled(from: summary)
      activity.from = rides[index].activity.from
      activity.name = summary.name ?? activity.name
      rides[index].activity = activity
    }
  }

  private static func index(
    of summary: Activity, in rides: ArraySlice<FileRide>, except named: Set<Int>
  ) -> Int? {
    let first = summary.start.seconds - longestGap
    var (low, high) = (rides.startIndex, rides.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if rides[middle].activity.start.seconds < first { low = middle + 1 } else { high = middle }
    }
    return rides[low...].indices.prefix {
      rides[$0].activity.start.seconds <= summary.start.seconds + longestGap
    }.first { !named.contains($0) }
  }
}
