// Runs over a changing history, after each of which the store is compared with a new one.

import Pipeline
import Platform
import Storage
import Support
import Model
import Testing

/// Two services with twins, nights, edits, deletions, moved rides, and a person who edits files. An
/// incremental run and one that computes everything anew leave the same bytes.
@Suite(.blocking) struct IncrementalTests {
  @Test(arguments: Tier.cases(0..<24, quick: 2))
  func `an incremental run leaves what a full one leaves`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let scratch = try Scratch()
    var strava = Account(activities: Runs.history(.strava, count: 60, every: 9))
    var intervals = Account(
      activities: strava.activities.suffix(20).map { Self.twin(of: $0) },
      days: Runs.nights(.intervals, count: 80), source: .intervals)
    for step in 0..<6 {
      for _ in 0..<random.pick(0...3) {
        Self.change(&strava, &intervals, &random, number: 1000 + step)
      }
      if random.pick(0...2) == 0 { try Self.edit(scratch, &random) }
      let run = Runs.syncing([strava, intervals])
      await expectEqual(run(scratch, POSIXFiles()).exit, .ok)
      let once = try scratch.contents(of: scratch.data)
      // The same again changes nothing.
      await expectEqual(run(scratch, POSIXFiles()).exit, .ok)
      try expectEqual(scratch.contents(of: scratch.data), once, "seed \(seed), step \(step)")
      for name in try POSIXFiles().list(scratch.data + "/scores") {
        try POSIXFiles().remove(scratch.data + "/scores/" + name)
      }
      await expectEqual(run(scratch, POSIXFiles()).exit, .ok)
      try expectEqual(scratch.contents(of: scratch.data), once, "seed \(seed), step \(step)")
    }
    // A new store has the same, but for deletions and edits before the window, which `--full`
    // finds.
    let whole = try Scratch()
    let full = Runs.syncing([strava, intervals], full: true)
    await expectEqual(full(scratch, POSIXFiles()).exit, .ok)
    await expectEqual(full(whole, POSIXFiles()).exit, .ok)
    try expectEqual(
      scratch.contents(of: scratch.data), whole.contents(of: whole.data), "seed \(seed)")
  }

  private static func twin(of ride: Activity) -> Activity {
    var twin = Activity(
      id: ActivityID(source: .intervals, sourceID: "i" + ride.id.sourceID),
      start: Timestamp(seconds: ride.start.seconds + 20))
    (twin.durationSeconds, twin.distanceMetres) = (ride.durationSeconds, ride.distanceMetres)
    return twin
  }

  /// Something that happens at the services.
  private static func change(
    _ strava: inout Account, _ intervals: inout Account, _ random: inout SeededRandom, number: Int
  ) {
    let index = random.pick(0...strava.activities.count - 1)
    switch random.pick(0...6) {
    case 0: strava.activities[index].name = "renamed \(number)"
    case 1: strava.activities[index].weightedPowerWatts = Double(random.pick(100...300))
    case 2: strava.activities.remove(at: index)
    case 3:
      let start = now - Int64(random.pick(1...400)) * day
      strava.activities[index].start = Timestamp(seconds: start)
      strava.activities[index].startLocal = nil
    case 4:
      let ride = ride(
        number * 100 + random.pick(0...99), at: now - Int64(random.pick(1...2_000_000)))
      if !strava.activities.contains(where: { $0.id == ride.id }) {
        strava.activities.append(ride)
        if random.pick(0...1) == 0 { intervals.activities.append(twin(of: ride)) }
      }
    case 5: intervals.activities.removeLast(min(1, intervals.activities.count - 1))
    default:
      let night = random.pick(0...intervals.days.count - 1)
      intervals.days[night].restingHeartRate = Double(random.pick(45...60))
    }
  }

  /// What a person does to files: removes one, turns its lines around, or edits a record.
  private static func edit(_ scratch: Scratch, _ random: inout SeededRandom) throws {
    let names = try scratch.contents(of: scratch.data).keys.sorted().filter {
      $0.hasPrefix("activities/") || $0.hasPrefix("wellness/")
    }
    if names.isEmpty { return }
    let name = names[random.pick(0...names.count - 1)]
    switch random.pick(0...2) {
    case 0: try POSIXFiles().remove(scratch.data + "/" + name)
    case 1:
      try scratch.edit(name) {
        $0.split(separator: "\n").reversed().joined(separator: "\n") + "\n"
      }
    default:
      try scratch.edit(name) { $0.replacing("\"duration_s\":3", with: "\"duration_s\":4") }
    }
  }
}
