// Further attempts of a run: new runs that go on over what was received, and ask only what failed.

import Pipeline
import Support
import Model
import Testing

struct RetryTests {
  private let full = MemoryFiles.isFull
  private let holder = LockHolder(process: 4711, since: nil)
  private let names = allStatuses
  private let stages = allStages

  /// What is still to be listed of a source that has sent all its rides.
  private var rest: ListRange {
    ListRange(after: rides(1).first.map { Timestamp(seconds: $0.start.seconds - 1) })
  }

  // MARK: What was received

  /// Each kind of file that a run writes fails once.
  @Test(arguments: [
    "/data/format", "/data/activities", "/data/wellness", "/data/scores", "/data/prep.json",
    "cursor-strava", "thresholds",
  ])
  func `a retry goes on over what was received`(file: String) async throws {
    let scene = SyncScene.first
    scene.disk.fail([.create, .replace], on: file)
    var attempts = Attempts(of: scene)
    let first = await attempts.next()
    expectEqual(first.report.exit, .storage)
    #expect(!first.names.contains("complete"))
    scene.disk.work()
    let second = await attempts.next()
    #expect(second.report.exit == .ok && second.failures.isEmpty)
    expectEqual(second.names.last, "updated")
    expectEqual(scene.services[0].visits.listed, [ListRange(), rest])

    let undisturbed = SyncScene.first
    let whole = await undisturbed.run()
    expectEqual(second.report.counts.new, whole.report.counts.new)
    expectEqual(second.report.counts.daysNew, whole.report.counts.daysNew)
    expectEqual(scene.disk.files(below: "/data"), undisturbed.disk.files(below: "/data"))
  }

  @Test func `a full disk keeps the download`() async throws {
    let scene = SyncScene.first
    scene.disk.fill()
    var attempts = Attempts(of: scene)
    // Records are counted only once they are stored.
    await expectEqual(attempts.next().report.counts, Counts())
    let again = await attempts.next()
    expectEqual(again.report.exit, .storage)
    expectEqual(again.failures, [full])
    scene.disk.work()
    let good = await attempts.next()
    expectEqual(good.report.exit, .ok)
    expectEqual(good.names, names)
    expectEqual([good.report.counts.new, good.report.counts.daysNew], [20, 90])
    expectEqual(scene.services[0].visits.listed, [ListRange(), rest, rest])
    try await expectEqual(scene.disk.stored().rides.count, 20)
  }

  /// What was saved in part counts, once.
  @Test func `files saved by the first attempt count once`() async throws {
    var scene = SyncScene.first
    scene.services.append(ScriptedService(source: .intervals, pages: [rides(3, of: .intervals)]))
    scene.disk.fail([.replace], on: "/data/activities/intervals")
    var attempts = Attempts(of: scene)
    let first = await attempts.next().report
    #expect(first.exit == .storage && first.counts.new == 20)
    scene.disk.work()
    await expectEqual(attempts.next().report.counts.new, 23)
    try await expectEqual(scene.disk.stored().rides.count, 23)
  }

  @Test func `a retry waits for the lock as long again`() async {
    var scene = SyncScene.first
    scene.settings.lockWait = .seconds(1)
    scene.disk.keepLocked(calls: 7)
    var attempts = Attempts(of: scene)
    let first = await attempts.next()
    #expect(first.failures == [.locked(holder)] && first.report.exit == .temporary)
    let second = await attempts.next()
    expectEqual(second.waits.map(\.duration), [.seconds(1)])
    expectEqual(second.names, names)
    expectEqual(second.report.exit, .ok)
  }

  /// Said before, and still true.
  @Test func `foreign files are named once`() async {
    let scene = SyncScene.first
    scene.disk.put("", at: "/data/activities/strava/2024 (copy).ndjson")
    scene.disk.put("1\n", at: "/data/format")
    scene.disk.fail([.replace], on: "/data/")
    var attempts = Attempts(of: scene)
    let first = await attempts.next()
    scene.disk.work()
    let second = await attempts.next()
    let notices = [first, second].map { record in
      record.events.count {
        if case .notice(.foreignFiles) = $0 { true } else { false }
      }
    }
    expectEqual(notices, [1, 0])
  }

  /// A source whose deletions are not believed is listed again.
  @Test func `what is listed again counts once`() async {
    var scene = SyncScene.first
    scene.services[0].pages = [rides(50)]
    scene = await scene.filled()
    scene.services[0].pages = [rides(5)]
    scene.settings.listing = Listing(full: true, since: nil)
    var attempts = Attempts(of: scene)
    for _ in 0..<3 {
      let record = await attempts.next()
      expectEqual(record.failures.count, 1)
      expectEqual([record.report.counts.new, record.report.counts.unchanged], [0, 5])
    }
  }

  // MARK: Sources that failed

  @Test func `a resumed download continues counting`() async throws {
    var scene = SyncScene.first
    scene.services[0].listFailure = .network(.strava)
    scene.services[0].worksFrom = 3
    // Each page is flushed.
    scene.step = .milliseconds(300)
    var attempts = Attempts(of: scene)
    await expectEqual(attempts.next().report.exit, .network)
    // The next page cannot be kept: the gauge returns to its start.
    scene.disk.fail([.append], on: "checkpoint-strava")
    let second = await attempts.next()
    expectEqual(second.works.first { $0.source == .strava }?.gauge.done, 20)
    scene.disk.work()
    // All records are sent again, and count once.
    let third = await attempts.next()
    expectEqual(third.works.first { $0.source == .strava }?.gauge.done, 20)
    expectEqual(
      third.statuses.last { $0.name == "downloading_activities" },
      .downloadingActivities(source: .strava, count: 20))
    expectEqual(third.results.last, result(.strava, new: 20))
    expectEqual(third.report.counts.new, 20)
  }

  private func result(_ source: Source, new: Int) -> SourceResult {
    var counts = Counts()
    counts.new = new
    return SourceResult(source: source, outcome: .ok, counts: counts)
  }

  @Test func `after a partial run only the failed source is asked`() async throws {
    var scene = SyncScene.first
    scene.settings.sourcesNotAsked = [.wahoo]
    scene.services.append(
      ScriptedService(
        source: .intervals, contactFailure: .auth(.intervals), pages: [rides(3, of: .intervals)],
        worksFrom: 3))
    var attempts = Attempts(of: scene)
    let first = await attempts.next()
    expectEqual(first.report.exit, .partial)
    attempts.time.advance(by: .seconds(60))
    let second = await attempts.next()
    // The same failure is reported again, and Strava still counts.
    expectEqual(second.report.exit, .partial)
    expectEqual(
      [second.failures, second.report.failures], [[.auth(.intervals)], [.auth(.intervals)]])
    expectEqual(second.results.map(\.outcome), [.failed])
    expectEqual(second.names.last, "updated")
    attempts.time.advance(by: .seconds(60))
    let third = await attempts.next()
    expectEqual(third.report.exit, .ok)
    #expect(third.failures.isEmpty)
    expectEqual(third.results, [result(.intervals, new: 3)])
    expectEqual(third.stages, stages)
    #expect(third.names.contains("refreshing_scores"))
    expectEqual(third.report.counts.new, 23)
    expectEqual(scene.services.map(\.visits.count), [1, 3])
    expectEqual(scene.health[0].visits.count, 1)
    let stored = try await scene.disk.stored()
    expectEqual(stored.rides.count, 23)
    let start = today.startOfDayUTC.seconds + 6 * 3600
    expectEqual(
      stored.lastSync.mapValues { $0.seconds - start },
      [.strava: 0, .appleHealth: 0, .intervals: 120])
  }

  @Test func `a source finished earlier still covers the day`() async throws {
    var scene = SyncScene.first
    scene.services.append(ScriptedService(source: .intervals, contactFailure: .network(.intervals)))
    // No activity today: it is a day of rest only if a source has sent its whole list.
    scene.services[0].pages[0].removeLast()
    var attempts = Attempts(of: scene)
    let first = await attempts.next()
    let second = await attempts.next()
    let strain = try #require(second.scores.last { $0.kind == .strain })
    expectEqual(strain.score, first.scores.last { $0.kind == .strain }?.score)
    expectEqual(second.preps.last?.ftpWatts, 250)
    expectEqual(second.preps.last?.zones, first.preps.last?.zones)
  }

  @Test func `after being offline all are asked again`() async {
    var scene = await SyncScene.first.filled()
    scene.day = today.advanced(by: 1)
    scene.services = [
      ScriptedService(
        source: .strava, contactFailure: .network(.strava), pages: [rides(20)], worksFrom: 2)
    ]
    var attempts = Attempts(of: scene)
    let first = await attempts.next()
    #expect(first.report.exit == .network && first.names.last == "offline")
    let second = await attempts.next()
    expectEqual(second.report.exit, .ok)
    expectEqual(second.names.last, "updated")
    expectEqual(scene.services[0].visits.listed.count, 1)
    // The saved scores are shown already.
    #expect(second.scores.allSatisfy { !$0.cached })
  }

  @Test func `only health data that failed are read again`() async {
    var scene = SyncScene.first
    scene.health[0].failure = .permission(.appleHealth, .other)
    scene.health[0].worksFrom = 2
    var attempts = Attempts(of: scene)
    await expectEqual(attempts.next().report.exit, .partial)
    let second = await attempts.next()
    expectEqual(second.report.exit, .ok)
    expectEqual(second.names.prefix(2), ["fetching_health_data", "generating_routine"])
    expectEqual(second.results.map(\.source), [.appleHealth])
    expectEqual([second.report.counts.new, second.report.counts.daysNew], [20, 90])
    expectEqual(scene.services[0].visits.count, 1)
    #expect(second.scores.first { $0.kind == .sleep && !$0.cached }?.score.value != nil)
  }

  @Test func `a failed source is asked again after a full disk`() async throws {
    var scene = SyncScene.first
    scene.services.append(
      ScriptedService(
        source: .intervals, contactFailure: .auth(.intervals), pages: [rides(3, of: .intervals)],
        worksFrom: 2))
    scene.disk.fill()
    var attempts = Attempts(of: scene)
    await expectEqual(attempts.next().report.exit, .storage)
    scene.disk.work()
    let second = await attempts.next()
    expectEqual(second.report.exit, .ok)
    expectEqual(second.report.counts.new, 23)
    expectEqual(scene.services[0].visits.listed, [ListRange(), rest])
    try await expectEqual(scene.disk.stored().rides.count, 23)
  }

  // MARK: Changes in between

  /// What happens after a save that found no space.
  private static let meanwhile: [@Sendable (MemoryFiles, ManualTime) -> Void] = [
    { disk, _ in disk.put("", at: "/data/activities/strava/2024.ndjson") },
    { disk, _ in disk.put("", at: "/data/wellness/apple-health/2024.ndjson") },
    { disk, _ in disk.put("", at: "/data/activities/wahoo/2024.ndjson") },
    { _, time in time.advance(by: .seconds(86_400)) },
  ]

  @Test func `changes by others are taken in`() async throws {
    for (index, change) in Self.meanwhile.enumerated() {
      let scene = SyncScene.first
      scene.disk.fill()
      var attempts = Attempts(of: scene)
      _ = await attempts.next()
      scene.disk.work()
      change(scene.disk, attempts.time)
      let second = await attempts.next()
      expectEqual(second.report.exit, .ok, "\(index)")
      expectEqual([second.report.counts.new, second.report.counts.daysNew], [20, 90], "\(index)")
      let stored = try await scene.disk.stored()
      expectEqual(stored.rides.count { $0.load == 64 }, 20)
      let today = attempts.time.localDay()
      expectEqual([stored.scores.last?.date, stored.prep?.scores.date], [today, today])
    }
  }

  @Test func `a dry run is retried without a lock`() async {
    var scene = SyncScene.first
    scene.settings.dryRun = true
    scene.services[0].listFailure = .network(.strava)
    scene.services[0].worksFrom = 2
    var attempts = Attempts(of: scene)
    await expectEqual(attempts.next().report.exit, .network)
    let second = await attempts.next()
    expectEqual(second.names, names.dropLast())
    expectEqual(second.report.counts.new, 20)
    expectEqual(scene.disk.changes, [])
  }
}
