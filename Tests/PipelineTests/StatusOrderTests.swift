// The order of statuses and stages in every kind of run.

import Pipeline
import Model
import Support
import Testing

struct StatusOrderTests {
  private let full = [
    "fetching_health_data", "contacting_integrations", "downloading_activities",
    "downloading_activities", "generating_routine", "processing_data", "computing_zones",
    "calculating_scores", "building_prep", "saving", "finalizing", "complete", "updated",
  ]
  private let allStages = ["+routine", "-routine", "+prep", "-prep", "+saving", "-saving"]

  @Test func aFirstSyncGoesThroughEverything() async {
    let record = await SyncScene.first.run()
    expectEqual(record.names, full)
    expectEqual(record.stages, allStages)
    expectEqual(record.report.exit, .ok)
    expectEqual(record.report.outcome, .ok)
    expectEqual(record.report.counts.new, 20)
    expectEqual(record.report.counts.daysNew, 90)
  }

  @Test func everyStepIsRehearsedOnceAndInOrder() async {
    var scene = SyncScene.first
    let rehearsal = ScriptedRehearsal()
    scene.rehearsal = rehearsal
    _ = await scene.run()
    expectEqual(rehearsal.steps, Step.allCases)
  }

  @Test func aStatusIsPostedWithinItsStage() async {
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

  @Test func withoutPowerAndThresholdThereAreNoZones() async {
    var scene = SyncScene.first
    scene.services[0].athlete = Athlete(id: "1")
    for index in scene.services[0].pages[0].indices {
      scene.services[0].pages[0][index].measuredPower = false
    }
    let record = await scene.run()
    expectEqual(record.names, full.filter { $0 != "computing_zones" })
    expectEqual(record.preps.first?.zones.isEmpty, true)
    scene = SyncScene.first
    scene.services[0].athlete = Athlete(id: "1")
    #expect(await scene.run().names.contains("computing_zones"))
  }

  @Test func aDryRunEndsWithCompleteAfterChecking() async {
    var scene = SyncScene.first
    scene.settings.dryRun = true
    let record = await scene.run()
    expectEqual(record.names, full.dropLast())
    #expect(record.statuses.contains(.saving(destination: "~/store", dryRun: true)))
    expectEqual(record.stages, allStages)
  }

  @Test func aRunWithoutNewsIsShort() async throws {
    let scene = await SyncScene.first.filled()
    let record = await scene.run()
    expectEqual(
      record.names,
      [
        "contacting_integrations", "downloading_activities", "downloading_activities",
        "refreshing_scores", "updated",
      ])
    expectEqual(record.stages, allStages)
    expectEqual(scene.disk.steps, ["lock", "unlock"])
    try await expectEqual(scene.disk.stored().notes, [.strava: "ok", .appleHealth: "ok"])
    expectEqual(record.report.exit, .ok)
    expectEqual(record.preps.isEmpty, false)
  }

  @Test func aDryRunWithoutNewsEndsWithComplete() async {
    var scene = await SyncScene.first.filled()
    scene.settings.dryRun = true
    await expectEqual(
      scene.run().names,
      [
        "contacting_integrations", "downloading_activities", "downloading_activities",
        "refreshing_scores", "complete",
      ])
  }

  @Test func aLaterRunWithNewsRefreshes() async {
    var scene = await SyncScene.first.filled()
    scene.services[0].pages[0][3].name = "Renamed"
    let record = await scene.run()
    expectEqual(
      record.names, full.dropFirst().map { $0 == "calculating_scores" ? "refreshing_scores" : $0 })
    expectEqual(record.report.counts.changed, 1)
  }

  @Test func aNewDaySavesEvenWithoutNews() async throws {
    var scene = await SyncScene.first.filled()
    scene.day = today.advanced(by: 1)
    let record = await scene.run()
    expectEqual(record.names, full.map { $0 == "calculating_scores" ? "refreshing_scores" : $0 })
    try await expectEqual(scene.disk.stored().scores.last?.date, scene.day)
  }

  @Test func aFullRunIsNeverShort() async {
    var scene = await SyncScene.first.filled()
    scene.settings.listing = Listing(full: true, since: nil)
    #expect(await scene.run().names.contains("saving"))
  }

  @Test func scoresThatDifferAreSavedWithoutNews() async throws {
    var scene = await SyncScene.first.filled()
    scene.settings.sleepNeed = .seconds(9 * 3600)
    let record = await scene.run()
    expectEqual(
      record.names,
      [
        "contacting_integrations", "downloading_activities", "downloading_activities",
        "refreshing_scores", "building_prep", "saving", "finalizing", "complete", "updated",
      ])
    expectEqual(scene.disk.steps, ["lock", "save", "unlock"])
    try await expectEqual(scene.disk.stored().routine?.days.count, 7)
  }

  @Test func aKnownCountIsShownFromTheStart() async {
    var scene = SyncScene.first
    scene.services[0].knownCount = 20
    let record = await scene.run()
    let downloads = record.statuses.filter { $0.name == "downloading_activities" }
    expectEqual(downloads, [.downloadingActivities(source: .strava, count: 20)])
  }

  @Test func anUnknownCountIsShownAtTheEndOfTheList() async {
    let record = await SyncScene.first.run()
    let downloads = record.statuses.filter { $0.name == "downloading_activities" }
    expectEqual(
      downloads,
      [
        .downloadingActivities(source: .strava, count: nil),
        .downloadingActivities(source: .strava, count: 20),
      ])
  }

  @Test func withoutServicesTheStoredDataIsSynced() async {
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
