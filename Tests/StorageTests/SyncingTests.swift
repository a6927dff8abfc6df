// What lands in the data folder, and what later runs ask for and see.

import Platform
import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct SyncingTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func `a first sync gives a file for each local year, in order of start`() async throws {
    let account = Account(activities: rides(1000).shuffled())
    let outcome = try await sync(store(scratch), [account])
    expectEqual(outcome.counts.new, 1000)
    expectEqual(outcome.ranges[.strava], ListRange())
    let names = Array(try POSIXFiles().list(scratch.data + "/activities/strava"))
    expectEqual(names, (2021...2026).map { "\($0).ndjson" })
    var ids: [String] = []
    for name in names {
      let lines = try scratch.lines("activities/strava/" + name)
      #expect(lines.allSatisfy { $0.contains("\"start_local\":\"\(name.prefix(4))-") })
      ids += lines.compactMap { $0.split(separator: "\"").dropFirst(3).first.map { String($0) } }
    }
    expectEqual(ids, (1...1000).map { "strava:\($0)" })
    try expectEqual(scratch.text("format"), "1\n")
  }

  @Test func `a record says what it knows in the promised order`() async throws {
    var ride = ride(42, at: 1_767_222_000, name: "A \"ride\"\n\u{2028}é")
    ride.startLocal = LocalTime(day: Day(number: 20_453), second: 86_399)
    ride.distanceMetres = 1234.5
    ride.weightedPowerWatts = 1.0 / 3
    try await sync(store(scratch), [Account(activities: [ride])])
    let lines = try scratch.lines("activities/strava/2025.ndjson")
    let load = 180.1 / 3 + 3642.0 / 97
    expectEqual(
      lines,
      [
        #"{"id":"strava:42","source":"strava","source_id":"42","name":"A \"ride\" é","#
          + #""sport":"Ride","kind":"ride","start":"2025-12-31T23:00:00Z","start_local":"2025-12-31T23:59:59","#
          + #""timezone":"Europe/Berlin","duration_s":3642,"elapsed_s":4042,"distance_m":1234.5,"#
          + #""average_power_w":180.1,"weighted_power_w":0.3333333333333333,"measured_power":true,"#
          + #""average_heart_rate_bpm":141.7,"load":\#(load),"load_from":"power","#
          + #""raw":{"id":9876543210987654321042,"kudos":0,"speed":7.250000000000001}}"#
      ])
  }

  @Test func `a second run looks back 30 days and rewrites not one byte`() async throws {
    let account = Account(activities: rides(100))
    try await sync(store(scratch), [account])
    let before = try scratch.stamps(of: scratch.data)
    let outcome = try await sync(store(scratch), [account])
    let newest = now - day
    expectEqual(outcome.ranges[.strava]?.after, Timestamp(seconds: newest - 30 * day))
    expectEqual(outcome.counts.unchanged, 15)
    #expect(!outcome.counts.hasChanges)
    try expectEqual(scratch.stamps(of: scratch.data), before)
    // Neither does a full one.
    try await sync(store(scratch), [account], full: true)
    try expectEqual(scratch.stamps(of: scratch.data), before)
  }

  @Test func `edits and deletions inside the window are seen, older ones by full`() async throws {
    var account = Account(activities: rides(100))
    try await sync(store(scratch), [account])
    account.activities[0].name = "old edit"
    account.activities.remove(at: 1)
    account.activities[97].name = "new edit"
    account.activities.remove(at: 98)
    account.activities.append(ride(500, at: now - 100))
    func figures(_ counts: Counts) -> [Int] { [counts.new, counts.changed, counts.deleted] }
    let recent = try await sync(store(scratch), [account])
    expectEqual(figures(recent.counts), [1, 1, 1])
    expectEqual(recent.counts, recent.bySource[.strava])
    let text = try scratch.text("activities/strava/2026.ndjson") ?? ""
    #expect(text.contains("new edit") && !text.contains("strava:100\""))

    let full = try await sync(store(scratch), [account], full: true)
    expectEqual(full.ranges[.strava], ListRange())
    expectEqual(figures(full.counts), [0, 1, 1])
    expectEqual(full.counts.unchanged, 98)
  }

  @Test func `a difference in raw alone waits for full`() async throws {
    var account = Account(activities: rides(10))
    try await sync(store(scratch), [account])
    let before = try scratch.stamps(of: scratch.data)
    account.activities[9].raw = Array(#"{"kudos":5}"#.utf8)
    let quiet = try await sync(store(scratch), [account])
    #expect(!quiet.counts.hasChanges)
    try expectEqual(scratch.stamps(of: scratch.data), before)
    let full = try await sync(store(scratch), [account], full: true)
    #expect(!full.counts.hasChanges)
    let last = try scratch.lines("activities/strava/2026.ndjson").last
    expectEqual(last?.hasSuffix(#""raw":{"kudos":5}}"#), true)
  }

  /// Old records lack what had no place yet.
  @Test(arguments: [false, true])
  func `device, gear and kind are no change, and come with the next one`(_ isFull: Bool)
    async throws
  {
    var account = Account(activities: rides(10))
    try await sync(store(scratch), [account])
    try scratch.edit("activities/strava/2026.ndjson") {
      $0.replacing(#""kind":"ride","#, with: "")
    }
    let old = try scratch.contents(of: scratch.data)
    (account.activities[9].device, account.activities[9].gear) = ("Edge 530", "Randonneur")
    let quiet = try await sync(store(scratch), [account])
    #expect(!quiet.counts.hasChanges)
    try expectEqual(scratch.contents(of: scratch.data), old)
    if !isFull { account.activities[9].name = "renamed" }
    let next = try await sync(store(scratch), [account], full: isFull)
    expectEqual(next.counts.changed, isFull ? 0 : 1)
    let last = try scratch.lines("activities/strava/2026.ndjson").last ?? ""
    for text in [#""sport":"Ride","kind":"ride","start""#, #","device":"Edge 530","gear":"Rand"#] {
      expect(last.contains(text), "\(last)")
    }
  }

  @Test func `a file that somebody touched is listed again in full, and keeps their keys`()
    async throws
  {
    var account = Account(activities: rides(60))
    try await sync(store(scratch), [account])
    try scratch.edit("activities/strava/2026.ndjson") { text in
      text.replacing(
        #""raw":{"id":9876543210987654321060,"#,
        with: #""bike": "gravel", "raw":{"id":9876543210987654321060,"#)
    }
    account.activities[59].name = "renamed"
    let outcome = try await sync(store(scratch), [account])
    expectEqual(outcome.ranges[.strava], ListRange())
    expectEqual(outcome.counts.changed, 1)
    let line = try scratch.lines("activities/strava/2026.ndjson").last ?? ""
    #expect(line.contains("renamed") && line.hasSuffix(#","bike":"gravel"}"#))
    #expect(line.contains(#""raw":{"id":9876543210987654321060,"kudos":0"#))
    // The cursor vouches for the file as it is now.
    let next = try await sync(store(scratch), [account])
    #expect(next.ranges[.strava]?.after != nil)
  }

  @Test func `a missing file is found out and restored`() async throws {
    let account = Account(activities: rides(300))
    try await sync(store(scratch), [account])
    let before = try scratch.contents(of: scratch.data)
    try POSIXFiles().remove(scratch.data + "/activities/strava/2025.ndjson")
    let outcome = try await sync(store(scratch), [account])
    expectEqual(outcome.ranges[.strava], ListRange())
    #expect(outcome.counts.new > 0)
    try expectEqual(scratch.contents(of: scratch.data), before)
  }

  @Test func `since is the beginning until another since or full`() async throws {
    let account = Account(activities: rides(400))
    let since = today.advanced(by: -100)
    let midnight = Timestamp(seconds: since.startOfDayUTC.seconds - 7200)
    let time = ManualTime(at: now, offset: 7200)
    let first = try await sync(store(scratch, time: time), [account], since: since)
    expectEqual(first.ranges[.strava]?.after, Timestamp(seconds: midnight.seconds - 1))
    expectEqual(first.counts.new, 50)
    // A lost file is asked for from the beginning, not from the beginning of time.
    try POSIXFiles().remove(scratch.data + "/activities/strava/2026.ndjson")
    let again = try await sync(store(scratch, time: time), [account])
    expectEqual(again.ranges, first.ranges)
    // Further back needs all of it; nearer needs nothing more.
    let earlier = try await sync(
      store(scratch, time: time), [account], since: since.advanced(by: -100))
    expectEqual(earlier.counts.new, 50)
    let later = try await sync(
      store(scratch, time: time), [account], since: today.advanced(by: -10))
    #expect(later.counts.unchanged == 5 && later.counts.deleted == 0)
    try expectEqual(scratch.lines("activities/strava/2026.ndjson").count, 100)
    let full = try await sync(store(scratch, time: time), [account], full: true)
    expectEqual(full.counts.new, 300)
    try POSIXFiles().remove(scratch.data + "/activities/strava/2026.ndjson")
    let all = try await sync(store(scratch, time: time), [account])
    expectEqual(all.ranges[.strava], ListRange())
  }

  @Test(arguments: [false, true])
  func `loads are kept until what they come from changes`(_ isFull: Bool) async throws {
    var account = Account(activities: rides(3))
    try await sync(store(scratch), [account])
    let loads = try await store(scratch, mode: .readOnly).activities().map(\.load)
    account.activities[0].name = "renamed"
    account.activities[1].durationSeconds = 7200
    let store = store(scratch)
    try await expectEqual(store.lock(), nil)
    _ = try await store.beginListing(
      .strava, athlete: account.athlete, listing: Listing(full: isFull, since: nil))
    _ = try await store.collect(ActivityPage(activities: account.activities), from: .strava)
    try await expectEqual(store.applyListing(of: .strava, allowDeletions: true).counts.changed, 2)
    try await expectEqual(store.activities().map(\.load), [loads[0], nil, loads[2]])
    await store.unlock()
  }

  @Test func `a record that moves to another year leaves the old file`() async throws {
    var account = Account(activities: rides(200))
    try await sync(store(scratch), [account])
    try scratch.edit("activities/strava/2026.ndjson") {
      $0.replacing("\"sport\":\"Ride\"", with: "\"mood\":\"good\",\"sport\":\"Ride\"")
    }
    let moved = account.activities.count - 1
    account.activities[moved] = ride(200, at: now - 500 * day)
    let outcome = try await sync(store(scratch), [account])
    #expect(outcome.counts.changed == 1 && outcome.counts.deleted == 0)
    let old = try scratch.lines("activities/strava/2026.ndjson")
    let new = try scratch.lines("activities/strava/2025.ndjson")
    #expect(!old.contains { $0.contains("strava:200\"") })
    #expect(new.contains { $0.contains("strava:200\"") && $0.contains("good") })
  }

  @Test func `the last record takes its file with it`() async throws {
    var account = Account(activities: rides(3) + [ride(99, at: now - 900 * day)])
    try await sync(store(scratch), [account])
    #expect(try scratch.text("activities/strava/2024.ndjson") != nil)
    account.activities.removeLast()
    let outcome = try await sync(store(scratch), [account], full: true)
    expectEqual(outcome.counts.deleted, 1)
    try expectEqual(scratch.text("activities/strava/2024.ndjson"), nil)
    let next = try await sync(store(scratch), [account])
    #expect(next.ranges[.strava]?.after != nil)
  }

  @Test func `a ride from the future does not hide those to come`() async throws {
    var account = Account(activities: rides(20) + [ride(77, at: now + 3000 * day)])
    try await sync(store(scratch), [account])
    account.activities.append(ride(78, at: now - 100))
    let outcome = try await sync(store(scratch), [account])
    expectEqual(outcome.counts.new, 1)
    // Nor those of a long time without a sync.
    let later = store(scratch, time: ManualTime(at: now + 90 * day))
    account.activities += [ride(79, at: now + 10 * day), ride(80, at: now + 80 * day)]
    try await expectEqual(sync(later, [account]).counts.new, 2)
  }

  @Test func `another athlete is refused and named`() async throws {
    try await sync(store(scratch), [Account(activities: rides(2))])
    let before = try scratch.contents(of: scratch.data)
    for (name, stored, signedIn) in [
      ("Ben", "Anna (7)", "Ben (8)"), (nil, "Anna (7)", "8"),
    ] as [(DisplayText?, DisplayText, DisplayText)] {
      let other = Account(athlete: Athlete(id: "8", name: name), activities: rides(2))
      await #expect(
        throws: SyncFailure.config(.otherAthlete(.strava, stored: stored, signedIn: signedIn))
      ) { try await sync(store(scratch), [other]) }
    }
    try expectEqual(scratch.contents(of: scratch.data), before)
  }

  /// Nothing in such a store of an older version says whose it is.
  @Test func `a store that names nobody takes the first athlete`() async throws {
    var night = WellnessDay(source: .intervals, date: today)
    night.restingHeartRate = 50
    try await sync(store(scratch), [Account(days: [night], source: .intervals)])
    try POSIXFiles().remove(scratch.data + "/athletes.json")
    let other = Account(athlete: Athlete(id: "8"), days: [night], source: .intervals)
    let moved = try Scratch()
    try await sync(store(moved, root: scratch.data), [other])
    try expectEqual(scratch.text("athletes.json"), "{\"intervals\":\"8\"}\n")
  }

  @Test func `the gauge counts what is written`() async throws {
    for isFirst in [true, false] {
      let gauge = Gauge()
      try await sync(store(scratch), [Account(activities: rides(30))], progress: gauge)
      expectEqual(gauge.total, gauge.done)
      expectEqual(gauge.done >= 30, isFirst)
    }
  }

  @Test func `days are new, changed, or as they were`() async throws {
    var day = WellnessDay(source: .intervals, date: today)
    day.restingHeartRate = 48.5
    day.sleepSeconds = 27_000
    day.sleepStart = LocalTime(day: today.advanced(by: -1), second: 82_800)
    day.raw = Array(#"{"x":1.10}"#.utf8)
    var account = Account(days: [day], source: .intervals)
    let first = try await sync(store(scratch), [account])
    expectEqual(first.counts.daysNew, 1)
    try expectEqual(
      scratch.lines("wellness/intervals/2026.ndjson"),
      [
        #"{"id":"intervals:2026-11-18","source":"intervals","date":"2026-11-18","#
          + #""resting_heart_rate_bpm":48.5,"sleep_s":27000,"sleep_start":"2026-11-17T23:00:00","#
          + #""raw":{"x":1.10}}"#
      ])
    let before = try scratch.stamps(of: scratch.data)
    account.days[0].raw = nil
    try await expectEqual(sync(store(scratch), [account]).counts.hasChanges, false)
    try expectEqual(scratch.stamps(of: scratch.data), before)
    account.days[0].sleepScore = 90
    try await expectEqual(sync(store(scratch), [account]).counts.daysChanged, 1)
  }

  @Test func `a difference in a day's raw alone waits for full`() async throws {
    var days = (0..<3).map { index in
      var day = WellnessDay(source: .intervals, date: today.advanced(by: -index))
      day.restingHeartRate = 48
      day.raw = Array(#"{"ctl":40}"#.utf8)
      return day
    }
    try await sync(store(scratch), [Account(days: days, source: .intervals)])
    // What a person adds stays, and makes the next run list everything.
    let path = "wellness/intervals/2026.ndjson"
    try scratch.edit(path) { $0.replacing(#""raw":"#, with: #""mood":"good","raw":"#) }
    try await sync(store(scratch), [Account(days: days, source: .intervals)])
    let before = try scratch.stamps(of: scratch.data)
    days[0].raw = Array(#"{"ctl":41.50}"#.utf8)
    let account = Account(days: days, source: .intervals)
    let quiet = try await sync(store(scratch), [account])
    #expect(!quiet.counts.hasChanges)
    try expectEqual(scratch.stamps(of: scratch.data), before)
    let full = try await sync(store(scratch), [account], full: true)
    #expect(!full.counts.hasChanges)
    let lines = try scratch.lines(path)
    expectEqual(lines.map { $0.contains(#""raw":{"ctl":41.50}"#) }, [false, false, true])
    #expect(lines.allSatisfy { $0.contains(#""mood":"good""#) })
    // Once more, and nothing is written.
    let stored = try scratch.stamps(of: scratch.data)
    try await sync(store(scratch), [account], full: true)
    try expectEqual(scratch.stamps(of: scratch.data), stored)
  }
}
