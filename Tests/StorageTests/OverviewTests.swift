// What `status` reads of a store: the rows of some weeks, and both sheets as they were written.

import Platform
import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct OverviewTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func `nothing is read where nothing is`() async throws {
    let store = store(scratch, mode: .readOnly)
    #expect(try await store.savedRows(since: today).isEmpty)
    try await expectEqual(store.savedRoutine(), nil)
    try await expectEqual(store.savedPrep(), nil)
    #expect(try !Store.isSample(scratch.data, on: POSIXFiles()))
    #expect(try scratch.contents(of: scratch.path).isEmpty)
  }

  /// Of all sources, whatever else there is: activities of other sports, rides that the rider left
  /// out, a year without any that counts.
  @Test func `the latest ride is the newest that counts`() async throws {
    func line(_ id: String, _ time: String, _ more: String = "") -> String {
      let source = id.prefix { $0 != ":" }
      return """
        {"id":"\(id)","source":"\(source)","source_id":"\(id.dropFirst(source.count + 1))",\
        "start":"\(time)"\(more)}

        """
    }
    let store = store(scratch, mode: .readOnly)
    try await expectEqual(store.latestRide(), nil)
    try scratch.put("activities/strava/2024.ndjson", line("strava:1", "2024-03-01T08:00:00Z"))
    try await expectEqual(store.latestRide()?.id.sourceID, "1")
    // The main record stands for a ride that several sources have.
    let main = #","same_as":["garmin:7"],"ride":"strava:2""#
    let shared = #","same_as":["strava:2"],"ride":"strava:2""#
    try scratch.put(
      "activities/strava/2025.ndjson",
      line("strava:2", "2025-03-01T08:00:00Z", #","sport":"Gravel Ride","raw":{"a":1}"# + main)
        + line("strava:3", "2025-03-02T08:00:00Z", #","sport":"Walk""#)
        + line("strava:4", "2025-03-03T08:00:00Z", #","excluded":true"#))
    let ride = try #require(try await store.latestRide())
    expectEqual(ride.id.sourceID, "2")
    #expect(ride.raw == nil)
    try scratch.put(
      "activities/garmin/2025.ndjson", line("garmin:7", "2025-03-01T08:00:05Z", shared))
    try await expectEqual(store.latestRide()?.id.source, .strava)
    try scratch.put("activities/garmin/2025.ndjson", line("garmin:7", "2025-03-01T09:00:00Z"))
    try await expectEqual(store.latestRide()?.id.source, .garmin)
    // One record that is left out leaves out the ride.
    try scratch.put(
      "activities/garmin/2025.ndjson",
      line("garmin:7", "2025-03-01T08:00:05Z", shared + #","excluded":true"#))
    try await expectEqual(store.latestRide()?.id.sourceID, "1")
    // A line that is no record is said.
    try scratch.edit("activities/strava/2025.ndjson") { $0 + #"{"id":"strava:5","sour"# }
    await #expect(throws: SyncFailure.self) { try await store.latestRide() }
  }

  @Test func `the weight is the last one up to the day`() async throws {
    func line(_ source: String, _ date: String, _ kilograms: Int) -> String {
      #"{"source":"\#(source)","date":"\#(date)","weight_kg":\#(kilograms)}"# + "\n"
    }
    let day = today.advanced(by: -2)
    let lines = line("garmin", "\(day)", 70) + line("garmin", "\(today.advanced(by: 1))", 35)
    try scratch.put("wellness/garmin/2026.ndjson", lines)
    try scratch.put("wellness/intervals/2026.ndjson", line("intervals", "\(day)", 71))
    let store = store(scratch, mode: .readOnly)
    try await expectEqual(store.savedWeight(on: today), 71)
    try await expectEqual(store.savedWeight(on: day.advanced(by: -1)), nil)
  }

  /// A run that is killed while it moves a ride to another year leaves it in both files.
  @Test(arguments: [("2026-03-01", "2025-03-01"), ("2025-03-01", "2026-03-01")])
  func `a ride whose move was cut counts once`(_ old: String, _ new: String) async throws {
    for date in [old, new] {
      try scratch.put(
        "activities/strava/\(date.prefix(4)).ndjson",
        #"{"id":"strava:1","source":"strava","source_id":"1","start":"\#(date)T08:00:00Z"}"# + "\n")
    }
    let store = store(scratch, mode: .readOnly)
    try await expectEqual(store.rides(since: nil).count, 1)
    try await expectEqual(store.holdings(of: .strava).activities, 1)
    try await expectEqual(store.activities().count, 1)
  }

  /// A list of an earlier year does not depend on the files of later ones, but for a ride that
  /// begins at New Year in another time zone.
  @Test func `later years are not read`() async throws {
    let newYear =
      #"{"id":"strava:1","source":"strava","source_id":"1","start":"2024-12-31T23:30:00Z"}"#
    try scratch.put("activities/strava/2024.ndjson", newYear + "\n")
    let west = newYear.replacing("strava", with: "wahoo").replacing(
      "2024-12-31T23:30:00Z", with: "2025-01-01T03:30:00Z")
    try scratch.put("activities/wahoo/2025.ndjson", west + "\n")
    try scratch.put("activities/strava/2026.ndjson", "no record\n")
    let (store, eve) = (store(scratch, mode: .readOnly), Day(number: 20_088))  // 2024-12-31
    try await expectEqual(store.rides(since: nil, until: eve).count, 2)
    try await expectEqual(store.rides(since: nil, until: eve.advanced(by: -1)).count, 1)
    await #expect(throws: SyncFailure.self) { try await store.rides(since: nil) }
  }

  @Test func `the last weeks may begin in another year`() async throws {
    let newYear = Day(number: 20_454)  // 2026-01-01
    let lines = (-3...1).map { offset in
      let date = newYear.advanced(by: offset)
      let text = offset < 0 ? "2025-12-\(32 + offset)" : "2026-01-0\(1 + offset)"
      expectEqual(row(date).date, date)
      return """
        {"date":"\(text)","recovery":{},"sleep":{},"strain":{},"fitness":\(50 + offset)}

        """
    }
    try scratch.put("scores/2025.ndjson", lines.prefix(3).joined())
    try scratch.put("scores/2026.ndjson", lines.suffix(2).joined())
    let store = store(scratch, mode: .readOnly)
    for (days, first) in [(1, 51), (2, 50), (4, 48), (43, 47)] {
      try await expectEqual(
        store.savedRows(since: newYear.advanced(by: 2 - days)).map(\.fitness),
        (first...51).map { Double($0) })
    }
  }

  @Test func `sheets are read as they were written`() async throws {
    try await sync(store(scratch), [Account(activities: rides(3))])
    let store = store(scratch, mode: .readOnly)
    let prep = try #require(try await store.savedPrep())
    expectEqual(prep.scores, row(today))
    expectEqual(prep.zones, [PowerZone(name: "Z1", fromWatts: 0, toWatts: nil)])
    #expect(prep.suggestedStrain.range == 40...55 && prep.suggestedStrain.loads == 80...120.5)
    expectEqual(prep.ftpWatts, 250)
    try await expectEqual(store.savedRoutine(), Routine(reason: nil, from: today, to: today))
    try scratch.put(
      "routine.json",
      """
      {"from":"2026-10-07","to":"2026-11-17","days":[{"weekday":"tue","share":0.83,"load":75.5,\
      "usual":true}],"week":[{"date":"2026-11-18","done":true,"planned":false}],"mine":1}
      """)
    let routine = try #require(try await store.savedRoutine())
    #expect(routine.days.first?.weekday == .tue && routine.days.first?.load == 75.5)
    expectEqual(routine.week, [Routine.WeekDay(date: today, done: true, planned: false)])
    try scratch.put(
      "routine.json", #"{"reason":"short_history","from":"2026-10-07","to":"2026-11-17"}"#)
    try await expectEqual(store.savedRoutine()?.reason, .shortHistory(days: 0, needed: 0))
  }

  @Test(arguments: [
    "", "[]", "{", #"{"from":"2026-10-07"}"#, #"{"from":"soon","to":"2026-11-17"}"#,
    #"{"from":"2026-10-07","to":"2026-11-17","days":[{}],"week":[]}"#,
    #"{"from":"2026-10-07","to":"2026-11-17","days":[],"week":[{"date":"2026-11-18"}]}"#,
  ])
  func `a damaged sheet is named`(_ text: String) async throws {
    for name in ["routine", "prep"] { try scratch.put("\(name).json", text) }
    let store = store(scratch, mode: .readOnly)
    await #expect(throws: SyncFailure.badInput(file: "\(scratch.data)/routine.json", line: nil)) {
      try await store.savedRoutine()
    }
    await #expect(throws: SyncFailure.badInput(file: "\(scratch.data)/prep.json", line: nil)) {
      try await store.savedPrep()
    }
  }

  @Test func `what was edited is counted anew, and damage is found`() async throws {
    try await sync(store(scratch), [Account(activities: rides(3))])
    try await expectEqual(store(scratch, mode: .readOnly).holdings(of: .strava).activities, 3)
    let file = "activities/strava/2026.ndjson"
    let lines = try scratch.lines(file)
    try scratch.edit(file) { _ in (lines.prefix(2) + ["", " "]).joined(separator: "\n") }
    try await expectEqual(store(scratch, mode: .readOnly).holdings(of: .strava).activities, 2)
    try scratch.edit(file) { $0 + "\n{" }
    let store = store(scratch, mode: .readOnly)
    await #expect(
      throws: SyncFailure.badInput(file: DisplayText(scratch.data + "/" + file), line: 5)
    ) {
      try await store.holdings(of: .strava)
    }
  }
}
