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
  }

  @Test func savedScoresComeBeforeEverythingElse() async {
    let record = await SyncScene.first.filled().run()
    let first = record.events.prefix(3).map { event -> ScoreKind? in
      if case .score(let score) = event { score.kind } else { nil }
    }
    expectEqual(first, ScoreKind.allCases)
    expectEqual(record.scores.map(\.cached), [true, true, true, false, false, false])
    expectEqual(Set(record.scores.map(\.date)), [today])
  }

  @Test func theStatusSaysWhatIsMissingAfterReadingIt() async {
    for (days, hasData, hasSleep) in [
      (mornings(3), true, true), ([], false, false), (Array(mornings(3).dropFirst()), true, false),
    ] {
      var scene = SyncScene.first
      scene.health = [ScriptedHealth(record: days)]
      let coverage = HealthCoverage(hasHealthData: hasData, hasSleepData: hasSleep)
      await expectEqual(
        scene.run().statuses.first { $0.name == "calculating_scores" },
        .calculatingScores(coverage))
    }
  }

  /// An hour at 200 W, with the service's threshold and with the rider's own.
  @Test(arguments: [(nil, 250, 30), (200, 200, 40)])
  func thePrepSheetHasZonesAndASuggestion(_ own: Int?, _ ftp: Int, _ strain: Int) async throws {
    var scene = SyncScene.first
    scene.settings.rider.ftp = DatedSetting(own)
    let record = await scene.run()
    let prep = try #require(record.preps.first)
    #expect(prep.ftpWatts == ftp && prep.zones.count == 7 && prep.scores.date == today)
    #expect(prep.suggestedStrain.range != nil)
    expectEqual(record.scores.last?.score.value, strain)
  }

  @Test func everyDayFromTheFirstRecordHasARow() async throws {
    let scene = SyncScene.first
    _ = await scene.run()
    try await expectEqual(
      scene.disk.stored().scores.map(\.date), Array(today.advanced(by: -89)...today))
  }
}
