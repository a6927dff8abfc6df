// The weights of the steps and their gauges.

@testable import Pipeline
import Model
import Support
import Testing

struct FractionTests {
  @Test func `the weights of a stage add up to its span`() async {
    var scene = SyncScene.first
    scene.services.append(
      ScriptedService(source: .intervals, pages: [rides(3, of: .intervals)], knownCount: 3))
    let works = await scene.run().works
    for stage in Stage.allCases {
      let span = stage.span.upperBound - stage.span.lowerBound
      let steps = SyncStep.allCases.filter { $0.stage == stage }.map(\.weight)
      let gauges = works.filter { $0.stage == stage }.map(\.weight)
      for weights in [steps, gauges] { #expect(abs(weights.reduce(0, +) - span) < 1e-9) }
    }
    #expect(works.allSatisfy { $0.gauge.total == $0.gauge.done })
  }

  @Test func `a download counts activities`() async throws {
    let works = await SyncScene.first.run().works
    let download = try #require(works.first { $0.source == .strava })
    expectEqual([download.unit, works.first?.unit], [.activities, .nights])
    expectEqual([download.gauge.done, download.gauge.total, works[0].gauge.done], [20, 20, 90])
  }

  @Test func `a failed download is not done`() async throws {
    var scene = SyncScene.first
    scene.services[0].listFailure = .network(.strava)
    let works = await scene.run().works
    let download = try #require(works.first { $0.source == .strava })
    #expect(download.gauge.total != download.gauge.done)
  }
}
