// Further attempts of a run continue from the step that failed, with everything received.

import Pipeline
import Support
import Model
import Testing

struct RetryTests {
  private let full = MemoryFiles.isFull
  private let holder = LockHolder(process: 4711, since: nil)
  private let names = allStatuses
  private let stages = allStages

  /// The first status of a step.
  private func status(of step: Step) -> String? {
    switch step {
    case .open, .fetchHealthData: "fetching_health_data"
    case .contact, .download: "contacting_integrations"
    case .generateRoutine: "generating_routine"
    case .processData: "processing_data"
    case .computeZones: "computing_zones"
    case .scoreDay: "calculating_scores"
    case .buildPrep: "building_prep"
    case .save: "saving"
    case .finalize: "finalizing"
    }
  }

  // MARK: The step that failed

  @Test(arguments: Step.allCases)
  func aRunGoesOnWithTheStepThatFailed(step: Step) async throws {
    var scene = SyncScene.first
    scene.simulation = ScriptedStepSimulation(failing: step, once: true)
    var attempts = Attempts(of: scene)
    let first = await attempts.next()
    expectEqual(first.report.exit, .internal)
    expectEqual(first.failures, [.internal("on purpose")])
    #expect(!first.names.contains("complete"))
    let isDownloaded = ![.open, .fetchHealthData, .contact, .download, .finalize].contains(step)
    expectEqual(scene.disk.suspended, isDownloaded ? [.strava] : [])
    let second = await attempts.next()
    #expect(second.report.exit == .ok && second.failures.isEmpty)

    let begun = try #require(status(of: step))
    expectEqual(second.names.first, begun)
    expectEqual(second.names, Array(names.drop { $0 != begun }))
    // A stage in progress is started again; none ends twice.
    let isOpen = step != .open
    expectEqual(first.stages.count % 2, (isOpen ? 1 : 0))
    expectEqual(first.stages.dropLast(isOpen ? 1 : 0) + second.stages, stages)
    expectEqual(scene.services[0].visits.count, (step == .download ? 2 : 1))
    expectEqual(scene.health[0].visits.count, 1)

    let undisturbed = SyncScene.first
    let whole = await undisturbed.run()
    expectEqual(second.report.counts, whole.report.counts)
    expectEqual(scene.disk.files(below: "/data"), undisturbed.disk.files(below: "/data"))
    let saved = ["lock", "save", "unlock"]
    let unsaved = ["lock", "unlock"]
    expectEqual(
      scene.disk.steps,
      step == .open ? saved : step == .finalize ? saved + unsaved : unsaved + saved)
  }

  @Test func aFullDiskKeepsTheDownload() async throws {
    let scene = SyncScene.first
    scene.disk.fill()
    var attempts = Attempts(of: scene)
    // Records are counted only once they are stored.
    await expectEqual(attempts.next().report.counts, Counts())
    let again = await attempts.next()
    expectEqual(again.report.exit, .storage)
    expectEqual(again.failures, [full])
    expectEqual(again.names + again.stages, ["saving", "+saving"])
    scene.disk.work()
    let good = await attempts.next()
    expectEqual(good.report.exit, .ok)
    expectEqual(good.names, ["saving", "finalizing", "complete", "updated"])
    expectEqual(good.stages, ["+saving", "-saving"])
    #expect(good.results.isEmpty)
    expectEqual([good.report.counts.new, good.report.counts.daysNew], [20, 90])
    expectEqual(scene.services[0].visits.count, 1)
    try await expectEqual(scene.disk.stored().rides.count, 20)
  }

  @Test func aRetryWaitsForTheLockAsLongAgain() async {
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

  @Test func aLockThatIsTakenBetweenTwoAttemptsLosesNothing() async {
    let scene = SyncScene.first
    var attempts = await Attempts(afterAFullDisk: scene)
    scene.disk.keepLocked(calls: 1)
    let locked = await attempts.next()
    #expect(locked.failures == [.locked(holder)] && locked.report.exit == .temporary)
    let good = await attempts.next()
    expectEqual(good.names, ["saving", "finalizing", "complete", "updated"])
    expectEqual(scene.services[0].visits.count, 1)
  }

  // MARK: Sources that failed

  @Test func onlyTheFailedSourceIsAskedAgain() async throws {
    var scene = SyncScene.first
    scene.services.append(ScriptedService(source: .intervals, pages: [rides(3, of: .intervals)]))
    scene.disk.fail([.read], on: "cursor-intervals")
    var attempts = Attempts(of: scene)
    let first = await attempts.next()
    expectEqual(first.report.exit, .storage)
    scene.disk.work()
    let second = await attempts.next()
    expectEqual(second.report.exit, .ok)
    expectEqual(
      second.statuses.first, .contactingIntegrations(sources: [.intervals], unavailable: []))
    expectEqual(second.results.map(\.source), [.intervals])
    expectEqual(second.stages, stages)
    expectEqual([second.report.counts.new, second.report.counts.daysNew], [23, 90])
    expectEqual(scene.services.map(\.visits.count), [1, 2])
    expectEqual(scene.health[0].visits.count, 1)
    try await expectEqual(scene.disk.stored().rides.count, 23)
  }

  @Test func aResumedDownloadContinuesCounting() async throws {
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
    expectEqual(third.results, [result(.strava, new: 20)])
    expectEqual(third.report.counts.new, 20)
  }

  private func result(_ source: Source, new: Int) -> SourceResult {
    var counts = Counts()
    counts.new = new
    return SourceResult(source: source, outcome: .ok, counts: counts)
  }

  @Test func afterAPartialRunOnlyTheFailedSourceIsAsked() async throws {
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

  @Test func aSourceFinishedEarlierStillCoversTheDay() async throws {
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

  @Test func afterBeingOfflineAllAreAskedAgain() async {
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
    expectEqual([second.names.first, second.names.last], ["contacting_integrations", "updated"])
    // The saved scores are shown already.
    #expect(second.scores.allSatisfy { !$0.cached })
  }

  @Test func onlyHealthDataThatFailedAreReadAgain() async {
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

  @Test func aFailedSourceIsAskedAgainAfterAFullDisk() async throws {
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
    expectEqual(scene.services.map(\.visits.count), [1, 2])
    try await expectEqual(scene.disk.stored().rides.count, 23)
  }

  // MARK: Changes in between

  /// What happens after a save that found no space, the first status of the next attempt, and how
  /// often Strava and the health data have been asked by then.
  private static let meanwhile: [(@Sendable (MemoryFiles, ManualTime) -> Void, String, [Int])] = [
    ({ _, _ in }, "saving", [1, 1]),
    (
      { disk, _ in disk.put("", at: "/data/activities/strava/2024.ndjson") },
      "contacting_integrations", [2, 1]
    ),
    (
      { disk, _ in disk.put("", at: "/data/wellness/apple-health/2024.ndjson") },
      "fetching_health_data", [1, 2]
    ),
    // What another source has changed, and what the day has, is derived again.
    (
      { disk, _ in disk.put("", at: "/data/activities/wahoo/2024.ndjson") },
      "generating_routine", [1, 1]
    ),
    ({ _, time in time.advance(by: .seconds(86_400)) }, "generating_routine", [1, 1]),
  ]

  @Test func changesByOthersAreTakenIn() async throws {
    for (index, (change, first, visits)) in Self.meanwhile.enumerated() {
      let scene = SyncScene.first
      var attempts = await Attempts(afterAFullDisk: scene)
      change(scene.disk, attempts.time)
      let second = await attempts.next()
      expectEqual(second.report.exit, .ok, "\(index)")
      let isWhole = first != "fetching_health_data"
      expectEqual(second.names.first, first, "\(index)")
      if isWhole { expectEqual(second.names, Array(names.drop { $0 != first }), "\(index)") }
      expectEqual(second.stages, first == "saving" ? ["+saving", "-saving"] : stages, "\(index)")
      expectEqual(
        [scene.services[0].visits.count, scene.health[0].visits.count], visits, "\(index)")
      expectEqual([second.report.counts.new, second.report.counts.daysNew], [20, 90], "\(index)")
      let stored = try await scene.disk.stored()
      expectEqual(stored.rides.count { $0.load == 64 }, 20)
      let today = attempts.time.localDay()
      expectEqual([stored.scores.last?.date, stored.prep?.scores.date], [today, today])
    }
  }

  @Test func aDryRunIsRetriedWithoutALock() async {
    var scene = SyncScene.first
    scene.settings.dryRun = true
    scene.simulation = ScriptedStepSimulation(failing: .save, with: full, once: true)
    var attempts = Attempts(of: scene)
    await expectEqual(attempts.next().report.exit, .storage)
    let second = await attempts.next()
    expectEqual(second.names, ["saving", "finalizing", "complete"])
    expectEqual(second.report.counts.new, 20)
    expectEqual(scene.disk.changes, [])
  }
}

extension Attempts {
  /// Attempts of which the first found no space to save.
  fileprivate init(afterAFullDisk scene: SyncScene) async {
    scene.disk.fill()
    self.init(of: scene)
    _ = await next()
    scene.disk.work()
  }
}
