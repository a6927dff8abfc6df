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

  /// Whether the ids of its source are starts, not those of a service.
  fileprivate var isOfFiles: Bool { activity.id.source.isFiles }
}

/// Collects rides and merges those that several files tell of.
struct RideList {
  private var rides: [FileRide] = []
  /// Summaries that may be of rides in `rides`.
  private var summaries: [Activity] = []
  /// The longest time between the starts of a ride and its summary, in seconds.
  private static let longestGap: Int64 = 2

  mutating func add(_ ride: FileRide) { rides.append(ride) }

  /// Adds a summary: the ride that starts within 2 s gets its name and the figures it lacks;
  /// without such a ride it is one itself.
  mutating func complete(by summary: Activity) { summaries.append(summary) }

  /// The rides in order of start, and those of a service that begin together by their ids.
  ///
  /// Two files of one ride join as `SameRide.isOneRecording` says: of a file that was cut and a
  /// whole one the longer counts, else the richer one; the other one fills its gaps.
  consuming func merged() -> [ImportedRide] {
    sort()
    joinNeighbours()
    complete()
    sort()
    joinIDs()
    rides.sort { one, two in
      let (first, second) = (one.activity, two.activity)
      if first.start != second.start { return first.start < second.start }
      return !one.isOfFiles && first.id.sourceID < second.id.sourceID
    }
    // A service's rides are told apart by their ids alone.
    return rides.map { ImportedRide($0.activity, richness: $0.isOfFiles ? $0.richness : nil) }
  }

  /// Stable, so that the first of equals stays first.
  private mutating func sort() { rides.sort { $0.activity.start < $1.activity.start } }

  private mutating func joinNeighbours() {
    var joined: [FileRide] = []
    for ride in rides {
      if let near = joined.indices.suffix(8).last(where: { Self.isSameRide(joined[$0], ride) }) {
        joined[near] = Self.merged(joined[near], ride)
      } else {
        joined.append(ride)
      }
    }
    rides = joined
  }

  /// Joins the rides of one id that are left: others may be between them, and a ride may have got
  /// the start of a file that joined it. The id of a ride from a file is its start.
  private mutating func joinIDs() {
    var joined: [FileRide] = []
    var indices: [ActivityID: Int] = [:]
    for ride in rides {
      let isOfLast = joined.last?.activity.start == ride.activity.start
      let known =
        ride.isOfFiles ? (isOfLast ? joined.count - 1 : nil) : indices[ride.activity.id]
      if let known {
        joined[known] = Self.merged(joined[known], ride)
      } else {
        indices[ride.activity.id] = joined.count
        joined.append(ride)
      }
    }
    rides = joined
  }

  private static func isSameRide(_ one: FileRide, _ two: FileRide) -> Bool {
    // The ids of a service are its own.
    guard one.isOfFiles else { return one.activity.id == two.activity.id }
    let isCut = [one, two].contains { $0.richness?.isCut ?? false }
    return SameRide.isOneRecording(one.activity, two.activity, isCut: isCut)
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

  private mutating func complete() {
    let recorded = rides.count
    var named: Set<Int> = []
    var seen: Set<ActivityID> = []
    for summary in summaries where seen.insert(summary.id).inserted {
      guard let index = index(of: summary, before: recorded, except: named) else {
        rides.append(FileRide(activity: summary, richness: nil))
        continue
      }
      named.insert(index)
      let from = rides[index].activity.from
      rides[index].activity = rides[index].activity.filled(from: summary)
      rides[index].activity.from = from
      rides[index].activity.name = summary.name ?? rides[index].activity.name
    }
  }

  private func index(of summary: Activity, before end: Int, except named: Set<Int>) -> Int? {
    let first = summary.start.seconds - Self.longestGap
    var (low, high) = (0, end)
    while low < high {
      let middle = (low + high) / 2
      if rides[middle].activity.start.seconds < first { low = middle + 1 } else { high = middle }
    }
    return (low..<end).prefix {
      rides[$0].activity.start.seconds <= summary.start.seconds + Self.longestGap
    }.first { !named.contains($0) }
  }
}
