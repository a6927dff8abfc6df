// Reads a FIT file, whatever it holds.

import Model

enum FITContent {
  case ride(RideContent)
  /// Days in order; of a damaged file what comes before the damage.
  case days([WellnessDay], isDamaged: Bool)
  /// Settings, a course, a workout: nothing to keep.
  case nothing
}

enum FITFile {
  /// Reads a file in one pass to its end, or to where it is damaged.
  ///
  /// - Parameters:
  ///   - place: where the days are found.
  ///   - localOffset: the machine's seconds east of UTC, for a file that does not tell its own.
  /// - Throws: `stopped` and `noZlib`; `damaged` for what is no FIT file from its first byte on;
  ///   `unsuitable` for a ride without a date.
  static func read(
    _ input: InputBuffer, place: FileOrigin, localOffset: (Timestamp) -> Int
  ) throws(ImportError) -> FITContent {
    var ride = FITRide()
    var days = FITDays()
    // The first part of a chained file decides.
    var type: Int?
    var reader = FITReader(input)
    while let message = try reader.next() {
      if message == .fileID, type == nil { type = reader.whole(.fileType) }
      ride.take(message, reader)
      days.take(message, reader)
    }
    if reader.part < 0 { throw .damaged(line: nil) }
    let isDamaged = reader.isDamaged
    // Courses and segments have records as well.
    let isRide = type == nil || type == activity
    if isRide, !ride.isEmpty { return .ride(try ride.finish(isDamaged: isDamaged)) }
    if let type, plans.contains(type) { return .nothing }
    let isCut = isDamaged || days.isCut
    let list = days.finish(at: place, localOffset: localOffset)
    if !list.isEmpty { return .days(list, isDamaged: isCut) }
    return isRide && isDamaged ? .ride(try ride.finish(isDamaged: true)) : .nothing
  }

  /// FIT's types of files.
  private static let activity = 4
  /// Devices, settings, sports, workouts, courses, schedules, totals, goals, summaries, segments
  /// and configurations.
  private static let plans: Set<Int> = [1, 2, 3, 5, 6, 7, 10, 11, 20, 34, 35, 40]
}
