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

  @Test func oneFailingSourceNeverStopsTheOthers() async {
    var scene = SyncScene.first
    scene.services.append(
      ScriptedService(source: .intervals, contactFailure: .auth(.intervals)))
    let record = await scene.run()
    #expect(record.report.exit == .partial)
    #expect(record.report.outcome == .partial)
    #expect(record.report.failures == [.auth(.intervals)])
    #expect(record.failures == [.auth(.intervals)])
    #expect(record.names.last == "updated")
    #expect(record.report.counts.new == 20)
    #expect(record.results.first { $0.source == .intervals }?.outcome == .failed)
    #expect(record.results.first { $0.source == .strava }?.outcome == .ok)
    #expect(
      await scene.store.calls == [
        .lock, .save, .note(.strava, nil), .note(.appleHealth, nil),
        .note(.intervals, .auth(.intervals)), .unlock,
      ])
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
        #expect(record.report.exit == ExitStatus(failure), "\(failure) before \(later)")
        #expect(record.report.outcome == .failed)
        #expect(Set(record.failures) == [failure, later])
        #expect(record.failures.count == 2)
      }
    }
  }

  @Test func aRunWithoutAnySourceStopsAfterTheDownload() async {
    let scene = scene([(.strava, .auth(.strava))])
    let record = await scene.run()
    #expect(record.names == ["fetching_health_data", "contacting_integrations"])
    #expect(record.failures == [.auth(.strava)])
    #expect(await scene.store.calls == [.lock, .note(.strava, .auth(.strava)), .unlock])
  }

  @Test func aSingleSourceStoppedByALimitFailsTheRun() async {
    var scene = SyncScene.first
    scene.services[0].listFailure = .rateLimited(.strava, limit)
    let record = await scene.run()
    #expect(record.report.outcome == .failed)
    #expect(record.report.exit == .temporary)
    #expect(record.results.last?.outcome == .partial)
    #expect(record.results.last?.counts.new == 20)
    #expect(
      await scene.store.calls == [
        .lock, .suspend(.strava), .note(.strava, .rateLimited(.strava, limit)), .unlock,
      ])
  }

  @Test func unavailableSourcesAreShownBeforeTheFirstDownload() async {
    let latch = Latch()
    var scene = SyncScene.first
    scene.services[0].beforeContact = { await latch.pass() }
    scene.services.append(
      ScriptedService(source: .intervals, contactFailure: .network(.intervals)))
    let recorder = Recorder()
    let sync = Sync(
      settings: scene.settings, services: scene.services, health: [], store: scene.store,
      time: ManualTime(day: today), events: recorder)
    async let report = sync.run()
    while !recorder.events.contains(where: { if case .sourceFinished = $0 { true } else { false } })
    {
      await Task.yield()
    }
    await latch.open()
    let ended = await report
    let record = SyncRecord(report: ended, events: recorder.events)
    let contacts = record.statuses.filter { $0.name == "contacting_integrations" }
    #expect(
      contacts == [
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
    #expect(record.names.count { $0 == "contacting_integrations" } == 1)
    #expect(record.results.contains { $0.source == .intervals && $0.outcome == .failed })
  }

  @Test func healthDataThatCannotBeReadMakeARunPartial() async {
    var scene = SyncScene.first
    scene.health[0].failure = .permission(.appleHealth, .other)
    let record = await scene.run()
    #expect(record.report.exit == .partial)
    #expect(record.failures == [.permission(.appleHealth, .other)])
    #expect(record.names.last == "updated")
  }

  /// What was downloaded with these tokens is saved all the same.
  @Test func tokensThatCannotBeSavedEndTheRun() async {
    var scene = SyncScene.first
    let failure = SyncFailure.storage(
      StorageTrouble(path: "/credentials.json", reason: .diskFull, lostSignIn: .strava))
    scene.services[0].unsaved = failure
    let record = await scene.run()
    #expect(record.report.exit == ExitStatus(failure) && record.report.outcome == .failed)
    #expect(record.failures == [failure])
    #expect(await scene.store.saved != nil)
    #expect(record.report.counts.new == 20)
  }

  @Test func anotherAthletesAccountIsThatSourcesFailure() async {
    let scene = SyncScene.first
    let failure = SyncFailure.config(.otherAthlete(.strava, stored: "a", signedIn: "b"))
    await scene.store.set(beginFailure: failure, of: .strava)
    let record = await scene.run()
    #expect(record.report.exit == .config)
    #expect(record.failures == [failure])
  }

  @Test func uncontactedSourcesAreSkipped() async {
    var scene = SyncScene.first
    scene.settings.sourcesNotAsked = [.intervals]
    let record = await scene.run()
    let skipped = SourceResult(source: .intervals, outcome: .skipped, counts: Counts())
    #expect(record.results.contains(skipped))
    #expect(record.report.exit == .ok)
  }

  // MARK: Offline

  @Test func withSavedScoresNoAnswerAtAllIsOffline() async {
    var scene = await SyncScene.first.filled()
    scene.day = today.advanced(by: 1)
    scene.services[0].contactFailure = .timeout(.answer(.strava))
    scene.services.append(
      ScriptedService(source: .intervals, contactFailure: .network(.intervals)))
    let record = await scene.run()
    #expect(record.report.exit == .network)
    #expect(record.report.outcome == .failed)
    #expect(record.names.last == "offline")
    #expect(record.scores.count == 3)
    #expect(record.scores.allSatisfy { $0.cached && $0.date == today })
    #expect(record.failures.count == 2)
    #expect(await !scene.store.calls.contains(.save))
    #expect(await scene.store.calls.last == .unlock)
  }

  @Test func aFaultOfTheServiceIsNotOffline() async {
    var scene = await SyncScene.first.filled()
    scene.services[0].contactFailure = .server(.strava)
    let record = await scene.run()
    #expect(!record.names.contains("offline"))
    #expect(record.report.exit == .unavailable)
  }

  @Test func withoutSavedScoresNoAnswerIsAFailure() async {
    let record = await scene([(.strava, .network(.strava))]).run()
    #expect(!record.names.contains("offline"))
    #expect(record.report.exit == .network)
  }
}
