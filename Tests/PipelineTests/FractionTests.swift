// The weights of the steps and their gauges.

import Pipeline
import Model
import Support
import Testing

struct FractionTests {
  private func isClose(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-9 }

  @Test(arguments: Stage.allCases)
  func theWeightsOfAStageAddUpToItsSpan(stage: Stage) {
    let sum = Step.allCases.filter { $0.stage == stage }.map(\.weight).reduce(0, +)
    #expect(isClose(sum, stage.span.upperBound - stage.span.lowerBound))
  }

  @Test func theGaugesOfARunAddUpAndFinish() async {
    var scene = SyncScene.first
    scene.services.append(
      ScriptedService(source: .intervals, pages: [rides(3, of: .intervals)], knownCount: 3))
    let works = await scene.run().works
    for stage in Stage.allCases {
      let sum = works.filter { $0.stage == stage }.map(\.weight).reduce(0, +)
      #expect(isClose(sum, stage.span.upperBound - stage.span.lowerBound))
    }
    #expect(works.allSatisfy { $0.gauge.total == $0.gauge.done })
  }

  @Test func aDownloadCountsActivities() async throws {
    let works = await SyncScene.first.run().works
    let download = try #require(works.first { $0.source == .strava })
    expectEqual(download.unit, .activities)
    expectEqual(download.gauge.done, 20)
    expectEqual(download.gauge.total, 20)
    expectEqual(works.first?.unit, .nights)
    expectEqual(works.first?.gauge.done, 90)
  }

  @Test func aFailedDownloadIsNotDone() async throws {
    var scene = SyncScene.first
    scene.services[0].listFailure = .network(.strava)
    let works = await scene.run().works
    let download = try #require(works.first { $0.source == .strava })
    #expect(download.gauge.total != download.gauge.done)
  }
}
