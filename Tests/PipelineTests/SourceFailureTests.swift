// Failing sources, alone and beside others, and the outcome of the run.

import Pipeline
import Support
import Model
import Testing

struct SourceFailureTests {
  private func scene(_ failures: [(Source, SyncFailure)]) -> SyncScene {
    SyncScene(services: failures.map { ScriptedService(source: $0.0, contactFailure: $0.1) })
  }

  /// What goes wrong, and everything that a person sees of it.
  private struct Trouble: Sendable {
    /// Whether there is a run before it, with scores.
    var isLater = false
    var change: @Sendable (inout SyncScene) -> Void
    var exit: Model.ExitStatus
    var outcome: RunSummary.Outcome
    var failures: [SyncFailure] = []
    var lastStatus: String
    var results: [Source: SourceOutcome]
    var isSaved = false
    var suspended: [Source] = []
    var notes: [Source: String]
  }

  private static func add(
    _ source: Source, _ failure: SyncFailure, to scene: inout SyncScene
  ) {
    scene.services.append(ScriptedService(source: source, contactFailure: failure))
  }

  private static let limited = SyncFailure.rateLimited(
    .strava,
    RateLimit(window: .quarterHour, retryAt: Timestamp(seconds: 1_728_001_800)))
  private static let lostTokens = SyncFailure.storage(
    StorageFailure(path: "/credentials.json", reason: .diskFull, lostSignIn: .strava))

  private static let troubles: [Trouble] = [
    // One failing source never stops the others.
    Trouble(
      change: { add(.intervals, .auth(.intervals), to: &$0) }, exit: .partial, outcome: .partial,
      failures: [.auth(.intervals)], lastStatus: "updated",
      results: [.strava: .ok, .appleHealth: .ok, .intervals: .failed], isSaved: true,
      notes: [.strava: "ok", .appleHealth: "ok", .intervals: "auth"]),
    // Nor does it keep back scores that are new without it.
    Trouble(
      isLater: true,
      change: { scene in
        scene.settings.sleepNeed = .seconds(9 * 3600)
        add(.intervals, .network(.intervals), to: &scene)
      }, exit: .partial, outcome: .partial, failures: [.network(.intervals)],
      lastStatus: "updated", results: [.strava: .ok, .intervals: .failed], isSaved: true,
      notes: [.strava: "ok", .appleHealth: "ok", .intervals: "network"]),
    Trouble(
      change: { $0.health[0].failure = .permission(.appleHealth, .other) }, exit: .partial,
      outcome: .partial, failures: [.permission(.appleHealth, .other)], lastStatus: "updated",
      results: [.strava: .ok, .appleHealth: .failed], isSaved: true,
      notes: [.strava: "ok", .appleHealth: "permission"]),
    // Without any source a run stops after the download.
    Trouble(
      change: { scene in
        (scene.services, scene.health) = ([], [])
        add(.strava, .auth(.strava), to: &scene)
      }, exit: Model.ExitStatus(.auth(.strava)), outcome: .failed, failures: [.auth(.strava)],
      lastStatus: "contacting_integrations", results: [.strava: .failed],
      notes: [.strava: "auth"]),
    Trouble(
      change: { $0.services[0].listFailure = limited }, exit: .temporary, outcome: .failed,
      failures: [limited], lastStatus: "downloading_activities",
      results: [.appleHealth: .ok, .strava: .partial], suspended: [.strava],
      notes: [.strava: "rate_limited"]),
    // What was downloaded with tokens that cannot be saved is saved all the same.
    Trouble(
      change: { $0.services[0].unsaved = lostTokens }, exit: Model.ExitStatus(lostTokens),
      outcome: .failed, failures: [lostTokens], lastStatus: "updated",
      results: [.strava: .ok, .appleHealth: .ok], isSaved: true,
      notes: [.strava: "ok", .appleHealth: "ok"]),
    Trouble(
      isLater: true, change: { $0.services[0].athlete = Athlete(id: "2", name: "Berta") },
      exit: .config, outcome: .failed,
      failures: [.config(.otherAthlete(.strava, stored: "1", signedIn: "Berta (2)"))],
      lastStatus: "contacting_integrations", results: [.strava: .failed],
      notes: [.strava: "config", .appleHealth: "ok"]),
    Trouble(
      change: { $0.settings.sourcesNotAsked = [.intervals] }, exit: .ok, outcome: .ok,
      lastStatus: "updated", results: [.strava: .ok, .appleHealth: .ok, .intervals: .skipped],
      isSaved: true, notes: [.strava: "ok", .appleHealth: "ok"]),
    // No answer at all is offline if there are scores to show; a fault of the service is not.
    Trouble(
      isLater: true,
      change: { scene in
        scene.day = today.advanced(by: 1)
        scene.services[0].contactFailure = .timeout(.answer(.strava))
        add(.intervals, .network(.intervals), to: &scene)
      }, exit: .network, outcome: .failed,
      failures: [.timeout(.answer(.strava)), .network(.intervals)], lastStatus: "offline",
      results: [.strava: .failed, .intervals: .failed],
      notes: [.strava: "timeout", .intervals: "network", .appleHealth: "ok"]),
    Trouble(
      isLater: true, change: { $0.services[0].contactFailure = .server(.strava) },
      exit: .unavailable, outcome: .failed, failures: [.server(.strava)],
      lastStatus: "contacting_integrations", results: [.strava: .failed],
      notes: [.strava: "server", .appleHealth: "ok"]),
    Trouble(
      change: { scene in
        (scene.services, scene.health) = ([], [])
        add(.strava, .network(.strava), to: &scene)
      }, exit: .network, outcome: .failed, failures: [.network(.strava)],
      lastStatus: "contacting_integrations", results: [.strava: .failed],
      notes: [.strava: "network"]),
  ]

  @Test(arguments: troubles.indices)
  func `every trouble has its outcome`(_ index: Int) async throws {
    let trouble = Self.troubles[index]
    var scene = trouble.isLater ? await SyncScene.first.filled() : .first
    trouble.change(&scene)
    let record = await scene.run()
    #expect(record.report.exit == trouble.exit && record.report.outcome == trouble.outcome)
    expectEqual(Set(record.failures), Set(trouble.failures))
    expectEqual(record.failures.count, trouble.failures.count)
    expectEqual(Set(record.report.failures), Set(trouble.failures))
    expectEqual(record.names.last, trouble.lastStatus)
    expectEqual(
      Dictionary(record.results.map { ($0.source, $0.outcome) }, uniquingKeysWith: { $1 }),
      trouble.results)
    if trouble.isSaved { expectEqual(record.report.counts.new, trouble.isLater ? 0 : 20) }
    if trouble.lastStatus == "offline" {
      expectEqual(record.scores.map { $0.cached && $0.date == today }, [true, true, true])
    }
    expectEqual(
      scene.disk.steps, trouble.isSaved ? ["lock", "save", "unlock"] : ["lock", "unlock"])
    expectEqual(scene.disk.suspended, trouble.suspended)
    try await expectEqual(scene.disk.stored().notes, trouble.notes)
  }

  @Test func `the failure of highest precedence is reported`() async {
    let order: [SyncFailure] = [
      .internal("x"), .config(.noHome), .auth(.strava), .permission(.strava, .other),
      .badInput(file: "x", line: 1), .badReply(.strava), .server(.strava),
      Self.limited, .timeout(.answer(.strava)), .network(.strava),
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

  @Test(arguments: [SyncFailure.network(.intervals), .auth(.intervals), .badReply(.intervals)])
  func `unavailable sources are shown before the first download`(_ failure: SyncFailure) async {
    let latch = Latch()
    var scene = SyncScene.first
    scene.services[0].beforeContact = { await latch.pass() }
    scene.services.append(ScriptedService(source: .intervals, contactFailure: failure))
    let recorder = Recorder()
    let time = ManualTime(day: today)
    let sync = Sync(
      settings: scene.settings, services: scene.services,
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

  @Test func `after the first download only the result says it`() async {
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
}
