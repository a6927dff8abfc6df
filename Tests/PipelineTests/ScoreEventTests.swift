// Scores, coverage and the prep sheet as events.

import Pipeline
import Model
import Support
import Testing

struct ScoreEventTests {
  @Test func aFirstSyncPostsThreeScoresWithBands() async {
    let record = await SyncScene.first.run()
    expectEqual(record.scores.map(\.kind), [.recovery, .sleep, .strain])
    #expect(record.scores.allSatisfy { !$0.cached && $0.date == today && $0.score.band != nil })
    // 64 from an hour at 200 of 250 W.
    expectEqual(record.scores.last?.score.value, 30)
  }

  @Test func savedScoresComeBeforeEverythingElse() async {
    let scene = await SyncScene.first.filled()
    let record = await scene.run()
    for (event, kind) in zip(record.events, ScoreKind.allCases) {
      guard case .score(let score) = event else {
        Issue.record("expected a score")
        return
      }
      expectEqual(score.kind, kind)
      #expect(score.cached)
      expectEqual(score.date, today)
    }
    expectEqual(record.scores.map(\.cached), [true, true, true, false, false, false])
  }

  @Test func theStatusSaysWhatIsMissingAfterReadingIt() async {
    func coverage(_ days: [WellnessDay]) async -> SyncStatus? {
      var scene = SyncScene.first
      scene.health = [ScriptedHealth(record: days)]
      return await scene.run().statuses.first { $0.name == "calculating_scores" }
    }
    await expectEqual(
      coverage(mornings(3)),
      .calculatingScores(HealthCoverage(hasHealthData: true, hasSleepData: true)))
    await expectEqual(
      coverage([]), .calculatingScores(HealthCoverage(hasHealthData: false, hasSleepData: false)))
    await expectEqual(
      coverage(Array(mornings(3).dropFirst())),
      .calculatingScores(HealthCoverage(hasHealthData: true, hasSleepData: false)))
  }

  @Test func thePrepSheetHasZonesAndASuggestion() async throws {
    let record = await SyncScene.first.run()
    let prep = try #require(record.preps.first)
    expectEqual(prep.ftpWatts, 250)
    expectEqual(prep.zones.count, 7)
    expectEqual(prep.scores.date, today)
    #expect(prep.suggestedStrain.range != nil)
  }

  @Test func theRidersOwnThresholdIsUsed() async {
    var scene = SyncScene.first
    scene.settings.rider.ftpWatts = 200
    let record = await scene.run()
    expectEqual(record.preps.first?.ftpWatts, 200)
    // An hour at threshold.
    expectEqual(record.scores.last?.score.value, 40)
  }

  @Test func everyDayFromTheFirstRecordHasARow() async throws {
    let scene = SyncScene.first
    _ = await scene.run()
    try await expectEqual(
      scene.disk.stored().scores.map(\.date), Array(today.advanced(by: -89)...today))
  }
}
