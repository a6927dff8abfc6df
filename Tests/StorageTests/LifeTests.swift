// A rider's years from one number: what services, files, people, clocks and disks do to a store,
// and what must be in it after each step.

import Codec
import Model
import Pipeline
import Platform
import Storage
import Support
import Testing

/// Two stores live through the same, one of them on a disk that fails and kills. After each step
/// both have the same bytes, nothing is lost or twice, and a run that computes everything anew
/// would leave the same.
@Suite(.blocking, .long) struct LifeTests {
  @Test(arguments: 0..<6)
  func `a life leaves what a new store would have`(seed: UInt64) async throws {
    var life = try Life(seed: seed)
    for step in 0..<8 {
      try await expectEqual(life.step(), [], "seed \(seed), step \(step)")
    }
    try await expectEqual(life.end(), [], "seed \(seed)")
  }

  /// What may become of the lines of a file, in both stores or in one.
  private static let damage: [(isInBoth: Bool, change: @Sendable ([String]) -> [String])] = [
    (true, { Array($0.prefix($0.count / 2)) }), (true, { $0 + $0.suffix(1) }),
    (false, { $0.map { $0.replacing("Ride", with: "Run") } }),
  ]

  /// What the steps are checked for is found when it is there.
  @Test(arguments: damage.indices)
  func `a line that is lost, doubled or changed is noticed`(_ index: Int) async throws {
    let (isInBoth, change) = Self.damage[index]
    var life = try Life(seed: 7)
    try await expectEqual(life.step(), [])
    let ids = try life.ids()
    for scratch in isInBoth ? [life.plain, life.disturbed] : [life.disturbed] {
      try scratch.edit("activities/strava/2026.ndjson") { text in
        change(text.split(separator: "\n").map { String($0) }).map { $0 + "\n" }.joined()
      }
    }
    let complaints = try await life.complaints(before: ids)
    expect(!complaints.isEmpty)
  }
}

/// What is outside of a store.
private struct World {
  /// What a day brings.
  private enum Event: CaseIterable {
    case rename, measure, delete, move, ride, night, export, threshold, exclusion, tomorrow
  }

  var random: SeededRandom
  var clock = now
  var strava = Account(activities: Runs.history(.strava, count: 40, every: 9), pageSize: 15)
  var intervals: Account
  /// An export of Apple Health, with some of the rides as well.
  var workouts: [Activity]
  var nights = Runs.nights(.appleHealth, count: 30)
  var ftp = 250
  /// Rides whose start has changed, which only a full listing finds again.
  var moved: Set<ActivityID> = []
  var exclusions: [ActivityID: Bool] = [:]
  private var number = 1000

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    intervals = Account(
      activities: strava.activities.suffix(15).map { Self.twin(of: $0) },
      days: Runs.nights(.intervals, count: 60), source: .intervals)
    workouts = strava.activities.suffix(8).map { Self.twin(of: $0, .appleHealth) }
  }

  var export: ImportedRecords {
    ImportedRecords(
      days: nights.sorted { $0.date < $1.date }, activities: workouts.sorted { $0.start < $1.start }
    )
  }

  /// The rides that services list.
  var listed: [Activity] { strava.activities + intervals.activities }

  private static func twin(of ride: Activity, _ source: Source = .intervals) -> Activity {
    var twin = Activity(
      id: ActivityID(source: source, sourceID: "i" + ride.id.sourceID),
      start: Timestamp(seconds: ride.start.seconds + 20))
    (twin.durationSeconds, twin.distanceMetres) = (ride.durationSeconds, ride.distanceMetres)
    return twin
  }

  mutating func pass() {
    let index = random.pick(0...strava.activities.count - 1)
    switch random.pick(Event.allCases) {
    case .rename: strava.activities[index].name = "renamed \(random.pick(0...99))"
    case .measure: strava.activities[index].weightedPowerWatts = Double(random.pick(100...300))
    case .delete: strava.activities.remove(at: index)
    case .move:
      moved.insert(strava.activities[index].id)
      strava.activities[index].start = Timestamp(
        seconds: clock - Int64(random.pick(1...400)) * day)
      strava.activities[index].startLocal = nil
    case .ride:
      number += 1
      let ride = ride(number, at: clock - Int64(random.pick(1...2_000_000)))
      strava.activities.append(ride)
      if random.pick(0...1) == 0 { intervals.activities.append(Self.twin(of: ride)) }
    case .night:
      let night = random.pick(0...intervals.days.count - 1)
      intervals.days[night].restingHeartRate = Double(random.pick(45...60))
    case .export:
      let date = Day(of: Timestamp(seconds: clock))
      if !nights.contains(where: { $0.date == date }) {
        nights.append(WellnessDay(source: .appleHealth, date: date))
      }
      for index in nights.indices where nights[index].date == date {
        nights[index].sleepSeconds = random.pick(20_000...30_000)
      }
      let workout = Self.twin(of: strava.activities[index], .appleHealth)
      if !workouts.contains(where: { $0.id == workout.id }) { workouts.append(workout) }
    case .threshold: ftp = random.pick(200...300)
    case .exclusion: exclusions[strava.activities[index].id] = random.pick(0...1) == 0
    case .tomorrow: clock += Int64(random.pick(1...40)) * day
    }
  }

  /// A run over a store, on one of two computers.
  func run(isImport: Bool, full: Bool = false, excludes: Bool = false, machine: Int = 0) -> Run {
    let place = Runs.Place(
      clock: clock, state: "state\(machine)", ftp: ftp, exclusions: excludes ? exclusions : [:])
    return isImport
      ? Runs.importing(export, place) : Runs.syncing([strava, intervals], full: full, place)
  }
}

/// A store on a good disk, and one that lives through the same on a bad one.
private struct Life {
  var world: World
  let plain: Scratch
  let disturbed: Scratch

  init(seed: UInt64) throws {
    world = World(seed: seed)
    (plain, disturbed) = (try Scratch(), try Scratch())
  }

  /// The ids of all records in the files of activities.
  func ids() throws -> [String] {
    try plain.contents(of: plain.data).filter { $0.key.hasPrefix("activities/") }
      .flatMap { $0.value.split(separator: "\n") }
      .compactMap { try JSONValue(parsing: Array($0.utf8))["id"]?.string }
  }

  /// Something happens, then a run.
  ///
  /// - Returns: what is wrong afterwards.
  mutating func step() async throws -> [String] {
    let old = world.exclusions
    for _ in 0..<world.random.pick(0...4) { world.pass() }
    var excludes = old != world.exclusions
    if world.random.pick(0...3) == 0 {
      try editByHand()
      excludes = true
    }
    let before = try ids()
    let isImport = world.random.pick(0...3) == 0
    let isFaulty = world.random.pick(0...1) == 0
    let isFull = isFaulty || world.random.pick(0...3) == 0
    let machine = world.random.pick(0...4) / 4
    let run = world.run(isImport: isImport, full: isFull, excludes: excludes, machine: machine)
    let files = FaultyFiles(failing: -1, with: .killed)
    var exits = [await run(plain, files).exit]
    if isFaulty { await disturb(run, files.operations.count) }
    exits.append(await run(disturbed, POSIXFiles()).exit)
    if !isImport, isFull { world.moved = [] }
    let complaints = exits.filter { $0 != .ok }.map { "ended with \($0)" }
    // After a run that has died the next one may list everything, which the other store must, too.
    return try await complaints + self.complaints(before: before)
      + repetitions(of: world.run(isImport: false, full: isFaulty, machine: machine))
  }

  /// The run dies, or its disk fails, once or twice.
  private mutating func disturb(_ run: Run, _ operations: Int) async {
    let faults: [Fault] = [
      .killed, .killedHalfway, .powerCut, .failure(.diskFull), .failure(.ioError),
    ]
    for _ in 0...world.random.pick(0...1) {
      let victim = world.random.pick(0...max(0, operations - 1))
      let fault = world.random.pick(faults)
      _ = await run(disturbed, FaultyFiles(failing: victim, with: fault))
    }
  }

  /// What is wrong with the stores.
  ///
  /// - Parameter before: the records before the run.
  func complaints(before: [String]) async throws -> [String] {
    var complaints: [String] = []
    let (one, other) = (
      try plain.contents(of: plain.data), try disturbed.contents(of: disturbed.data)
    )
    complaints += Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }
      .map { "\($0) differs" }
    for scratch in [plain, disturbed] {
      let found = try await store(scratch, mode: .readOnly).inspect().findings
      complaints += found.map { "\($0.file): \($0.kind)" }
    }
    let ids = try ids()
    if Set(ids).count != ids.count { complaints.append("a record is there twice") }
    // What was there and a service still has is there, unless it must be looked for.
    let listed = Set(world.listed.map(\.id)).subtracting(world.moved).map(\.description)
    let kept = before.filter { listed.contains($0) || $0.hasPrefix("apple-health:") }
    complaints += Set(kept).subtracting(ids).map { "\($0) is lost" }
    return complaints
  }

  /// What a run without news changes, and one that computes the scores anew.
  private func repetitions(of run: Run) async throws -> [String] {
    // The next listing begins where this one did.
    for scratch in [plain, disturbed] { _ = await run(scratch, POSIXFiles()) }
    let once = try plain.contents(of: plain.data)
    var complaints: [String] = []
    for isAnew in [false, true] {
      if isAnew {
        for name in try POSIXFiles().list(plain.data + "/scores") {
          try POSIXFiles().remove(plain.data + "/scores/" + name)
        }
      }
      _ = await run(plain, POSIXFiles())
      if try plain.contents(of: plain.data) != once { complaints.append("another run: \(isAnew)") }
    }
    return complaints
  }

  /// What differs from a new store, after a run that lists and computes everything.
  mutating func end() async throws -> [String] {
    let new = try Scratch()
    for scratch in [plain, disturbed, new] {
      for isImport in [true, false] {
        let run = world.run(isImport: isImport, full: true, excludes: true)
        let exit = await run(scratch, POSIXFiles()).exit
        if exit != .ok { return ["ended with \(exit)"] }
      }
    }
    let whole = try new.contents(of: new.data)
    return try [plain, disturbed].flatMap { scratch in
      let contents = try scratch.contents(of: scratch.data)
      return Set(whole.keys).union(contents.keys).filter { whole[$0] != contents[$0] }
        .map { "\($0) is not as in a new store" }
    }
  }

  /// What a person does to files: removes one, turns its lines around, or edits a record.
  private mutating func editByHand() throws {
    let names = try plain.contents(of: plain.data).keys.sorted().filter {
      $0.hasSuffix(".ndjson") && !$0.contains("apple-health") && !$0.hasPrefix("scores")
    }
    if names.isEmpty { return }
    let (name, way) = (world.random.pick(names), world.random.pick(0...2))
    for scratch in [plain, disturbed] {
      if way == 0 {
        try POSIXFiles().remove(scratch.data + "/" + name)
      } else {
        try scratch.edit(name) { text in
          way == 1
            ? text.split(separator: "\n").reversed().joined(separator: "\n") + "\n"
            : text.replacing("\"duration_s\":3", with: "\"duration_s\":4")
        }
      }
    }
  }
}
