// The order of statuses and stages in every kind of run.

import Pipeline
import Model
import Support
import Testing

struct StatusOrderTests {
  @Test func `a status is posted within its stage`() async {
    let record = await SyncScene.first.run()
    var open: Stage?
    for event in record.events {
      switch event {
      case .stageStarted(let stage): open = stage
      case .stageFinished(let stage):
        expectEqual(open, stage)
        open = nil
      case .status(let status): expectEqual(status.stage, open)
      default: break
      }
    }
    expectEqual(open, nil)
  }

  @Test func `every step of a rehearsal may be read`() async {
    var scene = SyncScene.first
    scene.settings.statusPause = .seconds(1)
    var attempts = Attempts(of: scene)
    _ = await attempts.next()
    expectEqual(attempts.time.elapsed, .seconds(9))
  }

  private static let refreshing = allStatuses.map {
    $0 == "calculating_scores" ? "refreshing_scores" : $0
  }
  private static let short = [
    "contacting_integrations", "downloading_activities", "downloading_activities",
    "refreshing_scores",
  ]

  private static func withoutMeter(_ scene: inout SyncScene) {
    scene.services[0].athlete = Athlete(id: "1")
    for index in scene.services[0].pages[0].indices {
      scene.services[0].pages[0][index].measuredPower = false
    }
  }

  /// What is special about a run on an empty store, and its statuses.
  private static let first: [(@Sendable (inout SyncScene) -> Void, [String])] = [
    ({ _ in }, allStatuses), ({ $0.settings.dryRun = true }, allStatuses.dropLast()),
    // Zones need measured power or a threshold.
    (withoutMeter, allStatuses.filter { $0 != "computing_zones" }),
    ({ $0.services[0].athlete = Athlete(id: "1") }, allStatuses),
  ]

  /// What is special about the next run, and its statuses.
  private static let later: [(@Sendable (inout SyncScene) -> Void, [String])] = [
    ({ _ in }, short + ["updated"]), ({ $0.settings.dryRun = true }, short + ["complete"]),
    ({ $0.services[0].pages[0][3].name = "Renamed" }, Array(refreshing.dropFirst())),
    ({ $0.day = today.advanced(by: 1) }, refreshing),
    ({ $0.settings.listing = Listing(full: true, since: nil) }, Array(refreshing.dropFirst())),
    // The scores differ.
    (
      { $0.settings.sleepNeed = .seconds(9 * 3600) },
      short + ["building_prep", "saving", "finalizing", "complete", "updated"]
    ),
  ]

  @Test func `statuses follow what the run has to do`() async throws {
    for (cases, isFilled) in [(Self.first, false), (Self.later, true)] {
      for (index, (change, names)) in cases.enumerated() {
        var scene = isFilled ? await SyncScene.first.filled() : .first
        change(&scene)
        let record = await scene.run()
        expectEqual(record.names, names, "\(index) \(isFilled)")
        expectEqual(record.stages, allStages)
        expectEqual(record.report.exit, .ok)
        // Without a threshold there are no zones.
        expectEqual(record.preps.first?.zones.isEmpty, !isFilled && index >= 2)
        expectEqual(record.report.counts.changed, isFilled && index == 2 ? 1 : 0)
        if scene.settings.dryRun, names.contains("saving") {
          #expect(record.statuses.contains(.saving(destination: "~/store", dryRun: true)))
        }
        // Nothing is written where a full listing finds nothing new.
        let saves =
          names.contains("saving") && !scene.settings.dryRun && !scene.settings.listing.full
        let locks = scene.settings.dryRun ? [] : ["lock", "unlock"]
        expectEqual(scene.disk.steps, saves ? ["lock", "save", "unlock"] : locks, "\(index)")
        let hasRun = isFilled || !scene.settings.dryRun
        let stored = try await scene.disk.stored()
        expectEqual(stored.notes, hasRun ? [.strava: "ok", .appleHealth: "ok"] : [:])
        expectEqual(stored.scores.last?.date, hasRun ? scene.day : nil)
        expectEqual(stored.routine?.days.count, hasRun ? 7 : nil)
      }
    }
  }

  /// A count is shown from the start if it is known, otherwise at the end of the list.
  @Test(arguments: [20, nil])
  func `the count is shown as soon as it is known`(_ known: Int?) async {
    var scene = SyncScene.first
    scene.services[0].knownCount = known
    let statuses = await scene.run().statuses.filter { $0.name == "downloading_activities" }
    expectEqual(
      statuses,
      (known == nil ? [nil, 20] : [20]).map { .downloadingActivities(source: .strava, count: $0) })
  }

  @Test func `without services the stored data is synced`() async {
    let scene = SyncScene(health: [ScriptedHealth(record: mornings(90))])
    let record = await scene.run()
    #expect(record.statuses.contains(.contactingIntegrations(sources: [], unavailable: [])))
    #expect(!record.names.contains("downloading_activities"))
    expectEqual(record.names.last, "updated")
    expectEqual(record.report.exit, .ok)
    let strain = record.scores.first { $0.kind == .strain }
    expectEqual(strain?.score.reason, .noActivities)
  }
}
