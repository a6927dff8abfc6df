// The rule by which records of different services or devices are one ride.

/// Records are of one ride when they agree: starts within 120 s, durations within 60 s or 5 %,
/// distances, if both have one, within 200 m or 3 % (of the larger). Two rides that overlap by 90 %
/// of the longer are one as well, whatever their distances: nobody rides two bikes at once.
package enum SameRide {
  /// The longest time between the starts of two records of one ride, in seconds: 10 % of a day.
  package static let longestGap: Int64 = 8_640

  /// Whether two records agree, whatever their sources.
  package static func matches(_ one: Activity, _ two: Activity) -> Bool {
    let gap = (one.start.seconds - two.start.seconds).magnitude
    if gap <= UInt64(longestGap), overlap(one, two) { return true }
    guard gap <= 120, haveCloseDurations(one, two) else { return false }
    guard let near = one.distanceMetres, let far = two.distanceMetres else { return true }
    return isClose(near, far, absolute: 200, relative: 0.03)
  }

  private static func overlap(_ one: Activity, _ two: Activity) -> Bool {
    guard one.isRide, two.isRide, let first = one.elapsedSeconds ?? one.durationSeconds,
      let second = two.elapsedSeconds ?? two.durationSeconds
    else { return false }
    let gap = Double(two.start.seconds - one.start.seconds)
    let overlap = min(Double(first), gap + Double(second)) - max(0, gap)
    return overlap > 0 && overlap >= 0.9 * Double(max(first, second))
  }

  /// The longest time between the starts of two files of one ride, in seconds: recorders of one
  /// maker write the same clock.
  package static let longestFileGap: Int64 = 5

  /// Whether two files of one source tell of one ride: starts within 5 s and durations within 60 s
  /// or 5 %. A file that was cut may be shorter, and so may one of the same second.
  package static func isOneRecording(
    _ one: Activity, _ two: Activity, isCut: Bool = false
  ) -> Bool {
    guard (one.start.seconds - two.start.seconds).magnitude <= UInt64(longestFileGap) else {
      return false
    }
    return isCut || one.start == two.start || haveCloseDurations(one, two)
  }

  /// Whether durations are within 60 s or 5 %; false where one is unknown.
  package static func haveCloseDurations(_ one: Activity, _ two: Activity) -> Bool {
    guard let first = one.durationSeconds ?? one.elapsedSeconds,
      let second = two.durationSeconds ?? two.elapsedSeconds
    else { return false }
    let (seconds, part) = durationTolerance
    return isClose(
      Double(first), Double(second), absolute: Double(seconds), relative: 1 / Double(part))
  }

  /// What durations of one ride may differ by: so many seconds, or a twentieth.
  private static let durationTolerance = (seconds: 60, part: 20)

  /// The seconds that a recording lasts which has all of a ride, at least.
  package static func shortestCopy(of ride: Activity) -> Int {
    let seconds = ride.durationSeconds ?? ride.elapsedSeconds ?? 0
    return seconds - max(durationTolerance.seconds, seconds / durationTolerance.part)
  }

  private static func isClose(
    _ one: Double, _ two: Double, absolute: Double, relative: Double
  ) -> Bool {
    let difference = (one - two).magnitude
    return difference <= absolute || difference <= relative * max(one, two)
  }

  /// The rides with records of several sources, each with its records in the order of sources. The
  /// closest starts are joined first, and no ride has two records of one source.
  ///
  /// - Parameter activities: in order of start.
  package static func groups(of activities: [Activity]) -> [[Activity]] {
    var pairs: [(gap: UInt64, one: Int, two: Int)] = []
    for (index, activity) in activities.enumerated() {
      var next = index + 1
      while next < activities.count,
        activities[next].start.seconds - activity.start.seconds <= longestGap
      {
        if activity.id.source != activities[next].id.source, matches(activity, activities[next]) {
          let gap = (activities[next].start.seconds - activity.start.seconds).magnitude
          pairs.append((gap, index, next))
        }
        next += 1
      }
    }
    pairs.sort { ($0.gap, $0.one, $0.two) < ($1.gap, $1.one, $1.two) }

    var rideOf: [Int: Int] = [:]
    var rides: [[Int]] = []
    for (_, one, two) in pairs {
      let left = rideOf[one].map { rides[$0] } ?? [one]
      let right = rideOf[two].map { rides[$0] } ?? [two]
      if let ride = rideOf[one], ride == rideOf[two] { continue }
      let sources = (left + right).map { activities[$0].id.source }
      guard Set(sources).count == sources.count else { continue }
      for index in left + right { rideOf[index] = rides.count }
      rides.append(left + right)
    }
    return rides.enumerated().compactMap { ride, members in
      guard members.first.flatMap({ rideOf[$0] }) == ride else { return nil }
      return members.map { activities[$0] }.sorted { $0.id.source < $1.id.source }
    }
  }
}
