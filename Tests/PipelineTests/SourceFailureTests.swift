// Failing sources, alone and beside others, and the outcome of the run.

import Pipeline
import Support
import Model
import Testing

struct SourceFailureTests {
  private let limit = RateLimit(window: .quarterHour, retryAt: Timestamp(seconds: 1_728_001_800))

  private func scene(_ failures: [(Source, SyncFailure)]) -> SyncScene {
    SyncScene(services: failures.map { ScriptedService(source: $0.0, contactFailure: $0.1) })
  }

  @Test func oneFailingSourceNeverStopsTheOthers() async throws {
    var scene = SyncScene.first
    scene.services.append(
      ScriptedService(source: .intervals, contactFailure: .auth(.intervals)))
    let record = await scene.run()
    expectEqual(record.report.exit, .partial)
    expectEqual(record.report.outcome, .partial)
    expectEqual(record.report.failures, [.auth(.intervals)])
    expectEqual(record.failures, [.auth(.intervals)])
    expectEqual(record.names.last, "updated")
    expectEqual(record.report.counts.new, 20)
    expectEqual(record.results.first { $0.source == .intervals }?.outcome, .failed)
    expectEqual(record.results.first { $0.source == .strava }?.outcome, .ok)
    expectEqual(scene.disk.steps, ["lock", "save", "unlock"])
    try await expectEqual(
      scene.disk.stored().notes,
      [.strava: "ok", .appleHealth: "ok", .intervals: SyncFailure.auth(.intervals).code])
  }

  @Test func theFailureOfHighestPrecedenceIsReported() async {
    let order: [SyncFailure] = [
      .internal("x"), .config(.noHome), .auth(.strava), .permission(.strava, .other),
      .badInput(file: "x", line: 1), .badReply(.strava), .server(.strava),
      .rateLimited(.strava, limit), .timeout(.answer(.strava)), .network(.strava),
    ]
    for (index, failure) in order.enumerated() {
      for later in order[(index + 1)...] {
        let record = await scene([(.intervals, later), (.wahoo, failure)]).run()
        expectEqual(record.report.exit, ExitStatus(failure), "\(failure) before \(later)")
        expectEqual(record.report.outcome, .failed)
        expectEqual(Set(record.failures), [failure, later])
        expectEqual(record.failures.count, 2)
      }
    }
  }

  @Test func aRunWithoutAnySourceStopsAfterTheDownload() async throws {
    let scene = scene([(.strava, .auth(.strava))])
    let record = await scene.run()
    expectEqual(record.names, ["fetching_health_data", "contacting_integrations"])
    expectEqual(record.failures, [.auth(.strava)])
    expectEqual(scene.disk.steps, ["lock", "unlock"])
    try await expectEqual(scene.disk.stored().notes, [.strava: SyncFailure.auth(.strava).code])
  }

  @Test func aSingleSourceStoppedByALimitFailsTheRun() async throws {
    var scene = SyncScene.first
    scene.services[0].listFailure = .rateLimited(.strava, limit)
    let record = await scene.run()
    expectEqual(record.report.outcome, .failed)
    expectEqual(record.report.exit, .temporary)
    expectEqual(record.results.last?.outcome, .partial)
    expectEqual(record.results.last?.counts.new, 20)
    expectEqual(scene.disk.steps, ["lock", "unlock"])
    expectEqual(scene.disk.suspended, [.strava])
    let failure = SyncFailure.rateLimited(.strava, limit)
    try await expectEqual(scene.disk.stored().notes, [.strava: failure.code])
  }

  @Test func unavailableSourcesAreShownBeforeTheFirstDownload() async {
    let latch = Latch()
    var scene = SyncScene.first
    scene.services[0].beforeContact = { await latch.pass() }
    scene.services.append(
      ScriptedService(source: .intervals, contactFailure: .network(.intervals)))
    let recorder = Recorder()
    let time = ManualTime(day: today)
    let sync = Sync(
      settings: scene.settings, services: scene.services, health: [],
      store: scene.disk.store(scene.settings, time: time), time: time, events: recorder)
    async let report = sync.run()
    while !recorder.events.contains(where: { if case .sourceFinished = $0 { true } else { false } })
    {
      await Task.yield()
    }
    await latch.open()
    let ended = await report
    let record = SyncRecord(report: ended, events: recorder.events)
    let contacts = record.statuses.filter { $0.name == "contacting_integrations" }
    expectEqual(
      contacts,
      [
        .contactingIntegrations(sources: [.strava, .intervals], unavailable: []),
        .contactingIntegrations(sources: [.strava, .intervals], unavailable: [.intervals]),
      ])
  }

  @Test func afterTheFirstDownloadOnlyTheResultSaysIt() async {
    let latch = Latch()
    var scene = SyncScene.first
    scene.services[0].beforeEnd = { await latch.open() }
    scene.services.append(
      ScriptedService(
        source: .intervals, contactFailure: .network(.intervals),
        beforeContact: { await latch.pass() }))
    let record = await scene.run()
    expectEqual(record.names.count { $0 == "contacting_integrations" }, 1)
    #expect(record.results.contains { $0.source == .intervals && $0.outcome == .failed })
  }

  @Test func healthDataThatCannotBeReadMakeARunPartial() async {
    var scene = SyncScene.first
    scene.health[0].failure = .permission(.appleHealth, .other)
    let record = await scene.run()
    expectEqual(record.report.exit, .partial)
    expectEqual(record.failures, [.permission(.appleHealth, .other)])
    expectEqual(record.names.last, "updated")
  }

  /// What was downloaded with these tokens is saved all the same.
  @Test func tokensThatCannotBeSavedEndTheRun() async {
    var scene = SyncScene.first
    let failure = SyncFailure.storage(
      StorageTrouble(path: "/credentials.json", reason: .diskFull, lostSignIn: .strava))
    scene.services[0].unsaved = failure
    let record = await scene.run()
    #expect(record.report.exit == ExitStatus(failure) && record.report.outcome == .failed)
    expectEqual(record.failures, [failure])
    expectEqual(scene.disk.steps, ["lock", "save", "unlock"])
    expectEqual(record.report.counts.new, 20)
  }

  @Test func anotherAthletesAccountIsThatSourcesFailure() async {
    var scene = await SyncScene.first.filled()
    scene.services[0].athlete = Athlete(id: "2", name: "Berta")
    let record = await scene.run()
    expectEqual(record.report.exit, .config)
    expectEqual(
      record.failures, [.config(.otherAthlete(.strava, stored: "1", signedIn: "Berta"))])
  }

  @Test func uncontactedSourcesAreSkipped() async {
    var scene = SyncScene.first
    scene.settings.sourcesNotAsked = [.intervals]
    let record = await scene.run()
    let skipped = SourceResult(source: .intervals, outcome: .skipped, counts: Counts())
    #expect(record.results.contains(skipped))
    expectEqual(record.report.exit, .ok)
  }

  // MARK: Offline

  @Test func withSavedScoresNoAnswerAtAllIsOffline() async {
    var scene = await SyncScene.first.filled()
    scene.day = today.advanced(by: 1)
    scene.services[0].contactFailure = .timeout(.answer(.strava))
    scene.services.append(
      ScriptedService(source: .intervals, contactFailure: .network(.intervals)))
    let record = await scene.run()
    expectEqual(record.report.exit, .network)
    expectEqual(record.report.outcome, .failed)
    expectEqual(record.names.last, "offline")
    expectEqual(record.scores.count, 3)
    #expect(record.scores.allSatisfy { $0.cached && $0.date == today })
    expectEqual(record.failures.count, 2)
    expectEqual(scene.disk.steps, ["lock", "unlock"])
  }

  @Test func aFaultOfTheServiceIsNotOffline() async {
    var scene = await SyncScene.first.filled()
    scene.services[0].contactFailure = .server(.strava)
    let record = await scene.run()
    #expect(!record.names.contains("offline"))
    expectEqual(record.report.exit, .unavailable)
  }

  @Test func withoutSavedScoresNoAnswerIsAFailure() async {
    let record = await scene([(.strava, .network(.strava))]).run()
    #expect(!record.names.contains("offline"))
    expectEqual(record.report.exit, .network)
  }
}
