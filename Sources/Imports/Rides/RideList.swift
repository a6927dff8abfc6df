// The rides that the files of an import hold of one source, each once.

import Format
import Model
import Platform

/// Collects rides and merges those that several files tell of.
struct RideList {
  private var rides: WaitingRides
  /// Summaries that may be of rides in `rides`.
  private var summaries: [Activity] = []
  /// The longest time between the starts of a ride and its summary, in seconds.
  private static let longestGap: Int64 = 2

  init(in spool: Spool) { rides = WaitingRides(in: spool) }

  mutating func add(_ ride: FileRide) { rides.append(ride) }

  /// Adds rides that are in the spool, whose memory is used.
  mutating func add(_ heads: consuming [WaitingRides.Head]) {
    if rides.heads.isEmpty {
      rides.heads = heads
    } else {
      rides.heads += heads
    }
  }

  /// Adds a summary: the ride that starts within 2 s gets its name and the figures it lacks; without
  /// such a ride it is one itself.
  mutating func complete(by summary: Activity) { summaries.append(summary) }

  /// The rides in order of start.
  ///
  /// Two files of one ride join as `SameRide.isOneRecording` says: of a file that was cut and a whole
  /// one the longer counts, else the richer one; the other one fills its gaps.
  ///
  /// - Throws: `storage` when the spool does not deliver a ride.
  consuming func merged() throws(SyncFailure) -> WaitingRides {
    // Stable, so that the first of equals stays first.
    rides.heads.sort { $0.start < $1.start }
    var count = 0
    for index in rides.heads.indices {
      var near: Int?
      for earlier in max(0, count - 8)..<count where try isSameRide(earlier, index) {
        near = earlier
      }
      if let near {
        rides.replace(
          at: near, with: Self.merged(try rides.ride(at: near), try rides.ride(at: index)))
      } else {
        rides.heads[count] = rides.heads[index]
        count += 1
      }
    }
    rides.heads.removeSubrange(count...)
    try complete()
    rides.heads.sort { $0.start < $1.start }
    try joinIDs()
    try sort()
    return rides
  }

  /// Joins the rides of one id that are left: others may be between them, and a ride may have got the
  /// start of a file that joined it. The id of a ride from a file is its start.
  private mutating func joinIDs() throws(SyncFailure) {
    var count = 0
    var indices: [Int: Int] = [:]
    for head in rides.heads {
      let isLast = count > 0 && rides.heads[count - 1].start == head.start
      let known = head.source.isFiles ? (isLast ? count - 1 : nil) : indices[head.hash]
      rides.heads[count] = head
      if let known, try haveOneID(known, count) {
        rides.replace(
          at: known, with: Self.merged(try rides.ride(at: known), try rides.ride(at: count)))
      } else {
        if !head.source.isFiles { indices[head.hash] = count }
        count += 1
      }
    }
    rides.heads.removeSubrange(count...)
  }

  private func isSameRide(_ first: Int, _ second: Int) throws(SyncFailure) -> Bool {
    let (one, two) = (rides.heads[first], rides.heads[second])
    // The ids of a service are its own.
    if !one.source.isFiles { return try haveOneID(first, second) }
    return one.start.seconds >= two.start.seconds - SameRide.longestFileGap
      && SameRide.isOneRecording(one.outline, two.outline, isCut: one.isCut || two.isCut)
  }

  /// Whether rides with one start, or of a service, have one id. Hashes may be equal by chance.
  private func haveOneID(_ first: Int, _ second: Int) throws(SyncFailure) -> Bool {
    if rides.heads[first].source.isFiles { return true }
    if rides.heads[first].hash != rides.heads[second].hash { return false }
    return try rides.ride(at: first).activity.id == rides.ride(at: second).activity.id
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

  private mutating func complete() throws(SyncFailure) {
    let recorded = rides.heads.count
    var named: Set<Int> = []
    var seen: Set<ActivityID> = []
    for summary in summaries where seen.insert(summary.id).inserted {
      guard let index = index(of: summary, before: recorded, except: named) else {
        rides.append(FileRide(activity: summary, richness: nil))
        continue
      }
      named.insert(index)
      var ride = try rides.ride(at: index)
      let from = ride.activity.from
      ride.activity = ride.activity.filled(from: summary)
      ride.activity.from = from
      ride.activity.name = summary.name ?? ride.activity.name
      rides.replace(at: index, with: ride)
    }
  }

  private func index(of summary: Activity, before end: Int, except named: Set<Int>) -> Int? {
    let first = summary.start.seconds - Self.longestGap
    var (low, high) = (0, end)
    while low < high {
      let middle = (low + high) / 2
      if rides.heads[middle].start.seconds < first { low = middle + 1 } else { high = middle }
    }
    return (low..<end).prefix {
      rides.heads[$0].start.seconds <= summary.start.seconds + Self.longestGap
    }.first { !named.contains($0) }
  }

  /// Sorts by start, and rides of a service that begin together by their ids.
  private mutating func sort() throws(SyncFailure) {
    rides.heads.sort { $0.start < $1.start }
    var first = 0
    while first < rides.heads.count, !rides.heads[first].source.isFiles {
      let start = rides.heads[first].start
      let end = rides.heads[first...].firstIndex { $0.start != start } ?? rides.heads.count
      if end - first > 1 {
        var ids: [(id: String, head: WaitingRides.Head)] = []
        for index in first..<end {
          ids.append((try rides.ride(at: index).activity.id.sourceID, rides.heads[index]))
        }
        rides.heads.replaceSubrange(
          first..<end, with: ids.sorted { $0.id < $1.id }.map(\.head))
      }
      first = end
    }
  }
}
