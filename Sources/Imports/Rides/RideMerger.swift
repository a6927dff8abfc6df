// The rides that the files of an import hold of one source, each once.

import Format
import Model

extension ImportedRide {
  /// Whether the ids of its source are starts, not those of a service.
  fileprivate var isOfFiles: Bool { activity.id.source.isFiles }
}

/// Collects rides and merges those that several files tell of.
struct RideMerger {
  var rides: [ImportedRide] = []
  /// What another list says of rides: the ride that starts within 2 s of a summary gets its name
  /// and the figures it lacks; without such a ride it is one itself.
  var summaries: [Activity] = []
  /// The longest time between the starts of a ride and its summary, in seconds.
  private static let longestGap: Int64 = 2

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
    assert(Set(rides.map(\.activity.id)).count == rides.count)
    // A service's rides are told apart by their ids alone.
    return rides.map { ImportedRide($0.activity, quality: $0.isOfFiles ? $0.quality : nil) }
  }

  /// Stable, so that the first of equals stays first.
  private mutating func sort() { rides.sort { $0.activity.start < $1.activity.start } }

  private mutating func joinNeighbours() {
    var joined: [ImportedRide] = []
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
    var joined: [ImportedRide] = []
    var indices: [ActivityID: Int] = [:]
    for ride in rides {
      let isOfLast = joined.last?.activity.start == ride.activity.start
      let known = ride.isOfFiles ? (isOfLast ? joined.count - 1 : nil) : indices[ride.activity.id]
      if let known {
        joined[known] = Self.merged(joined[known], ride)
      } else {
        indices[ride.activity.id] = joined.count
        joined.append(ride)
      }
    }
    rides = joined
  }

  private static func isSameRide(_ one: ImportedRide, _ two: ImportedRide) -> Bool {
    // The ids of a service are its own.
    guard one.isOfFiles else { return one.activity.id == two.activity.id }
    let isCut = [one, two].contains { $0.quality?.isCut ?? false }
    return SameRide.isOneRecording(one.activity, two.activity, isCut: isCut)
  }

  private static func merged(_ one: ImportedRide, _ two: ImportedRide) -> ImportedRide {
    var isSecondBetter = one.activity.durationSeconds ?? 0 < two.activity.durationSeconds ?? 0
    if SameRide.haveCloseDurations(one.activity, two.activity), one.quality != two.quality {
      isSecondBetter =
        if let first = one.quality, let second = two.quality {
          first < second
        } else {
          one.quality == nil
        }
    }
    let (winner, other) = isSecondBetter ? (two, one) : (one, two)
    var activity = winner.activity.filled(from: other.activity)
    activity.from = winner.activity.from
    activity.analysis = .joined([winner.activity.analysis, other.activity.analysis])
    return ImportedRide(activity, quality: winner.quality ?? other.quality)
  }

  private mutating func complete() {
    let byStart = Dictionary(grouping: rides.indices) { rides[$0].activity.start.seconds }
    var named: Set<Int> = []
    var seen: Set<ActivityID> = []
    for summary in summaries where seen.insert(summary.id).inserted {
      let index = (-Self.longestGap...Self.longestGap).lazy
        .compactMap { byStart[summary.start.seconds + $0]?.first { !named.contains($0) } }.first
      guard let index else {
        rides.append(ImportedRide(summary))
        continue
      }
      named.insert(index)
      let from = rides[index].activity.from
      rides[index].activity = rides[index].activity.filled(from: summary)
      rides[index].activity.from = from
      rides[index].activity.name = summary.name ?? rides[index].activity.name
    }
  }
}
