// Files join what is stored and take nothing away.

import Platform
import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct ImportingTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  // MARK: What files hold

  /// A workout as an export tells of it.
  private func workout(
    _ id: String, at start: Int64, line: Int? = nil, _ change: (inout Activity) -> Void = { _ in }
  ) -> Activity {
    var workout = Activity(
      id: ActivityID(source: .appleHealth, sourceID: id), start: Timestamp(seconds: start))
    workout.sport = "Cycling"
    let clock = start + 3600
    workout.startLocal = LocalTime(
      day: Day(of: Timestamp(seconds: clock)), second: Int(clock % day))
    workout.durationSeconds = 3600
    workout.elapsedSeconds = 3900
    workout.distanceMetres = 27_400
    workout.averagePowerWatts = 180
    workout.measuredPower = true
    workout.from = FileOrigin(file: "export.xml", line: line ?? 7)
    change(&workout)
    return workout
  }

  /// The night that ended so many days ago.
  private func night(
    _ ago: Int, line: Int? = nil, _ change: (inout WellnessDay) -> Void = { _ in }
  ) -> WellnessDay {
    var night = WellnessDay(source: .appleHealth, date: today.advanced(by: -ago))
    night.restingHeartRate = 50 + Double(ago % 4)
    night.hrvSDNN = 60.25
    night.sleepSeconds = 25_200
    night.sleepStart = LocalTime(day: night.date.advanced(by: -1), second: 82_800)
    night.sleepEnd = LocalTime(day: night.date, second: 22_000)
    night.awakeSeconds = 600
    night.from = FileOrigin(file: "export.zip", member: "apple_health_export/export.xml")
    if let line { night.from = FileOrigin(file: "export.xml", line: line) }
    change(&night)
    return night
  }

  private func records(_ days: [WellnessDay], _ activities: [Activity] = []) -> ImportedRecords {
    ImportedRecords(
      days: days.sorted { $0.date < $1.date },
      activities: activities.sorted { $0.start < $1.start })
  }

  /// Imports as the pipeline does, and returns what it brought.
  @discardableResult
  private func take(_ records: ImportedRecords, into store: Store? = nil) async throws -> Counts {
    let store = store ?? StorageTests.store(scratch)
    try await expectEqual(store.lock(), nil)
    let counts = try await store.receive(records, from: .appleHealth)
    try await expectEqual(store.counts(), counts)
    if counts.hasChanges {
      try await store.save(try await derived(from: store, on: today), progress: Gauge())
    }
    try await store.note(.appleHealth, failure: nil, at: Timestamp(seconds: now))
    await store.unlock()
    return counts
  }

  private func counts(
    new: Int = 0, changed: Int = 0, unchanged: Int = 0, days: Int = 0, daysChanged: Int = 0,
    daysWithoutNight: Int = 0
  ) -> Counts {
    var counts = Counts()
    (counts.new, counts.changed, counts.unchanged) = (new, changed, unchanged)
    (counts.daysNew, counts.daysChanged) = (days, daysChanged)
    counts.daysWithoutNight = daysWithoutNight
    return counts
  }

  private func nightLines() throws -> [String] {
    try scratch.lines("wellness/apple-health/2026.ndjson")
  }

  private func rideLines() throws -> [String] {
    try scratch.lines("activities/apple-health/2026.ndjson")
  }

  private var workouts: [Activity] {
    (0..<4).map { workout("w\($0)", at: now - Int64(9 - 2 * $0) * day, line: 10 + $0) }
  }

  // MARK: Where it comes from

  @Test func `records say where they were first seen`() async throws {
    try await take(records([night(1), night(0, line: 12)], [workouts[0]]))
    try expectEqual(
      nightLines().map { String($0.split(separator: "\"from\":").last ?? "") },
      [
        #"{"file":"export.zip","member":"apple_health_export/export.xml"}}"#,
        #"{"file":"export.xml","line":12}}"#,
      ])
    let line = try #require(try rideLines().first)
    #expect(line.hasSuffix(#","from":{"file":"export.xml","line":10}}"#) && !line.contains("raw"))
    // Read back as they were written.
    let days = try await store(scratch, mode: .readOnly).days()
    expectEqual(days.map(\.from), [night(1).from, night(0, line: 12).from])
  }

  @Test func `the place stays, and what a person added, when the record changes`() async throws {
    try await take(records([night(0, line: 3)], [workouts[0]]))
    for file in ["wellness", "activities"] {
      try scratch.edit("\(file)/apple-health/2026.ndjson") {
        $0.replacing("{\"id\"", with: "{\"mood\":\"great\",\"id\"")
      }
    }
    let moved = records(
      [night(0, line: 99) { $0.weightKilograms = 61.5 }],
      [workout("w0", at: workouts[0].start.seconds, line: 98) { $0.maxHeartRate = 171 }])
    // A weigh-in is no night.
    try await expectEqual(take(moved), counts(changed: 1, daysChanged: 1, daysWithoutNight: 1))
    let night = try #require(try nightLines().first)
    #expect(
      night.contains(#""weight_kg":61.5,"from":{"file":"export.xml","line":3},"mood":"great""#))
    let ride = try #require(try rideLines().first)
    #expect(ride.contains(#""max_heart_rate_bpm":171"#))
    #expect(ride.contains(#""from":{"file":"export.xml","line":10},"mood":"great""#))
  }

  @Test func `files have no cursor and no checkpoint`() async throws {
    try await take(records([night(0)], workouts))
    let names = try scratch.contents(of: scratch.state).keys.map { $0.split(separator: "/").last }
    expectEqual(Set(names), ["lock", "sources.json", "thresholds.json"])
    let holdings = try await store(scratch, mode: .readOnly).holdings(of: .appleHealth)
    #expect(holdings.activities == 4 && holdings.days == 1 && holdings.athlete == nil)
    #expect(holdings.lastSync == Timestamp(seconds: now) && holdings.lastError == nil)
  }

  // MARK: Again

  @Test func `the same again, under any name, touches no file`() async throws {
    let nights = (0..<40).map { night($0, line: 100 + $0) }
    try await expectEqual(take(records(nights, workouts)), counts(new: 4, days: 40))
    let before = try scratch.stamps(of: scratch.data)
    try await expectEqual(take(records(nights, workouts)), counts(unchanged: 4))
    let elsewhere = records(
      (0..<40).map { night($0) },
      workouts.map { workout in
        var copy = workout
        copy.from = FileOrigin(file: "Export 2.zip", member: "x/Экспорт.xml")
        return copy
      })
    try await expectEqual(take(elsewhere), counts(unchanged: 4))
    try expectEqual(scratch.stamps(of: scratch.data), before)
  }

  @Test func `a newer export changes only what is new`() async throws {
    let older = records((3..<30).map { night($0) }, Array(workouts.prefix(3)))
    let newer = records(
      (0..<30).map { ago in night(ago) { if ago == 5 { $0.hrvSDNN = 71 } } }, workouts)
    try await take(older)
    let lines = try nightLines()
    try await expectEqual(take(newer), counts(new: 1, unchanged: 3, days: 3, daysChanged: 1))
    let after = try nightLines()
    #expect(after.count == 30 && after.filter { lines.contains($0) }.count == 26)

    // And the older one after it takes nothing away, nor back.
    let before = try scratch.stamps(of: scratch.data)
    try await expectEqual(take(older), counts(unchanged: 3))
    try await expectEqual(take(records([], [])), counts())
    try expectEqual(scratch.stamps(of: scratch.data), before)
  }

  @Test func `an older export fills the gaps of a newer one`() async throws {
    let bare = workout("w0", at: workouts[0].start.seconds) {
      ($0.distanceMetres, $0.averagePowerWatts, $0.measuredPower) = (nil, nil, nil)
    }
    let sleepless = night(9) {
      ($0.sleepSeconds, $0.sleepStart, $0.sleepEnd, $0.awakeSeconds) = (nil, nil, nil, nil)
    }
    try await take(records([sleepless, night(0)], [bare]))
    try expectEqual(scratch.text("activities/apple-health/2026.ndjson")?.contains("load"), false)
    let full = workout("w0", at: workouts[0].start.seconds) {
      ($0.durationSeconds, $0.averageCadence) = (1, 88)
    }
    let older = records([night(10), night(9) { ($0.hrvSDNN, $0.respiration) = (1, 14.5) }], [full])
    try await expectEqual(take(older), counts(changed: 1, days: 1, daysChanged: 1))
    let filled = try nightLines()[1]
    #expect(filled.contains(#""hrv_sdnn_ms":60.25,"sleep_s":25200"#))
    #expect(filled.contains(#""respiration_bpm":14.5"#))
    let ride = try #require(try rideLines().first)
    for member in [
      #""duration_s":3600"#, #""average_cadence_rpm":88"#,
      #""average_power_w":180,"measured_power":true"#, #""load_from":"power""#,
    ] {
      #expect(ride.contains(member))
    }
  }

  /// A clock that was wrong once does not make old exports of all later ones.
  @Test func `records of the future make no export older`() async throws {
    try await take(records([night(3), night(-400)]))
    let newer = records([night(3) { $0.hrvSDNN = 71 }, night(2)])
    try await expectEqual(take(newer), counts(days: 1, daysChanged: 1))
  }

  // MARK: Workouts under two names

  @Test func `a workout under another name is the one that is stored`() async throws {
    try await take(records([], workouts))
    // The watch was renamed, and the ids with it.
    let renamed = workouts.map { workout in
      self.workout("renamed-" + workout.id.sourceID, at: workout.start.seconds) {
        $0.maxHeartRate = 170
      }
    }
    try await expectEqual(take(records([], renamed)), counts(changed: 4))
    let lines = try rideLines()
    expectEqual(lines.count, 4)
    #expect(lines.allSatisfy { $0.contains("\"max_heart_rate_bpm\":170") })
    #expect(lines.allSatisfy { $0.hasPrefix("{\"id\":\"apple-health:w") })
    let before = try scratch.stamps(of: scratch.data)
    try await expectEqual(take(records([], renamed)), counts(unchanged: 4))
    try await expectEqual(take(records([], workouts)), counts(unchanged: 4))
    try expectEqual(scratch.stamps(of: scratch.data), before)
  }

  @Test func `two workouts of one export stay two`() async throws {
    func short(_ id: String, after seconds: Int64, metres: Double = 27_400) -> Activity {
      workout(id, at: now - 3 * day + seconds) {
        ($0.durationSeconds, $0.distanceMetres) = (60, metres)
      }
    }
    let first = short("a", after: 0, metres: 400)
    let second = short("b", after: 90, metres: 400)
    try await take(records([], [first]))
    try await expectEqual(take(records([], [first, second])), counts(new: 1, unchanged: 1))
    // Nor does one stored workout stand for two that are new.
    let others = [short("c", after: 60), short("d", after: 80)]
    let counted = try await take(records([], [second] + others))
    expectEqual(counted.unchanged + counted.changed + counted.new, 3)
    try expectEqual(rideLines().count, 3 + counted.new - 1)
  }

  // MARK: Beside services

  @Test func `one ride from three services is one ride`() async throws {
    let start = now - 5 * day
    let strava = Account(activities: [ride(1, at: start)])
    let intervals = Account(
      activities: [ride(2, at: start + 30, source: .intervals)], source: .intervals)
    try await sync(store(scratch), [strava, intervals])
    let workout = workout("w", at: start + 60) { $0.distanceMetres = 25_000 }
    let alone = self.workout("x", at: start + day)
    let store = store(scratch)
    try await expectEqual(store.lock(), nil)
    try await expectEqual(
      store.receive(records([], [workout, alone]), from: .appleHealth), counts(new: 2))
    // To the ride it is a change, to the rider one ride more.
    try await expectEqual(store.counts(), counts(new: 1, changed: 1))
    try await expectEqual(store.activities().count, 2)
    try await store.save(try await derived(from: store, on: today), progress: Gauge())
    await store.unlock()
    let ride = try scratch.text("activities/strava/2026.ndjson")
    expectEqual(
      ride?.contains(#""same_as":["intervals:2","apple-health:w"],"ride":"strava:1"#), true)
    let twin = try scratch.text("activities/apple-health/2026.ndjson")
    expectEqual(
      twin?.contains(#""same_as":["strava:1","intervals:2"],"ride":"strava:1","from":"#), true)

    // The services list from where they were: nobody took their files for a stranger's work.
    let next = try await sync(StorageTests.store(scratch), [strava, intervals])
    expect(!next.counts.hasChanges)
    expectEqual(next.ranges[.strava]?.after, Timestamp(seconds: start - 30 * day))
    let before = try scratch.stamps(of: scratch.data)
    try await expectEqual(
      StorageTests.store(scratch).receive(
        records([], [workout, alone]), from: .appleHealth), counts(unchanged: 2))
    try expectEqual(scratch.stamps(of: scratch.data), before)
  }

  // MARK: What goes wrong

  @Test func `a dry run and a run that is left write nothing`() async throws {
    try await take(records([night(3)], [workouts[0]]))
    let before = try scratch.contents(of: scratch.data)
    let rehearsal = store(scratch, mode: .readOnly)
    let all = records([night(0), night(3)], workouts)
    try await expectEqual(
      rehearsal.receive(all, from: .appleHealth), counts(new: 3, unchanged: 1, days: 1))
    try await rehearsal.save(
      try await derived(from: rehearsal, on: today), progress: Gauge())
    let left = store(scratch)
    try await expectEqual(left.lock(), nil)
    _ = try await left.receive(all, from: .appleHealth)
    await left.unlock()
    try expectEqual(scratch.contents(of: scratch.data), before)
  }

  @Test func `what a failed save leaves is saved by the next try`() async throws {
    let files = FaultyFiles(failing: -1, with: .killed)
    let store = store(scratch, files: files)
    let all = records((0..<5).map { night($0) }, workouts)
    try await expectEqual(store.lock(), nil)
    _ = try await store.receive(all, from: .appleHealth)
    let derived = try await derived(from: store, on: today)
    files.isFull = true
    await #expect(throws: SyncFailure.self) {
      try await store.save(derived, progress: Gauge())
    }
    await store.unlock()
    files.isFull = false
    try await expectEqual(take(all), counts(new: 4, days: 5))
    try expectEqual(rideLines().count, 4)
    try await expectEqual(take(all), counts(unchanged: 4))
  }

  @Test func `receiving twice counts once`() async throws {
    let store = store(scratch)
    let all = records((0..<5).map { night($0) }, workouts)
    for brought in [counts(new: 4, days: 5), counts(unchanged: 4)] {
      try await expectEqual(store.receive(all, from: .appleHealth), brought)
      try await expectEqual(store.counts(), counts(new: 4, days: 5))
    }
  }
}

extension Store {
  /// Takes what files hold of one source.
  fileprivate func receive(
    _ records: ImportedRecords, from source: Source
  ) throws(SyncFailure) -> Counts {
    try receive(ImportedFiles(records: [source: records]))[source] ?? Counts()
  }
}
