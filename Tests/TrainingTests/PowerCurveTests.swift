// Best powers, compared with another library's curves.

import Model
import Support
import Testing

@testable import Training

struct PowerCurveTests {
  private let streams: [String: ActivityStream<Watts>]

  init() throws {
    streams = try Vector.powerStreams()
  }

  @Test func selectedDurationsFollowTheVectors() throws {
    let selected = try Vector.json("scores_meanmax.json").selected
    expectEqual(selected.names.count, 5)
    for name in selected.names {
      let bests = selected[name].names.compactMap { text in
        Int(text).map { (seconds: $0, watts: selected[name][text].number) }
      }.sorted { $0.seconds < $1.seconds }
      let curve = try PowerCurve(of: #require(streams[name]), durations: bests.map(\.seconds))
      expectEqual(curve.bests.map(\.seconds), bests.map(\.seconds))
      for (best, expected) in zip(curve.bests, bests) {
        #expect(agree(best.watts, expected.watts))
      }
    }
  }

  @Test(arguments: ["sprints_600_seed99", "first_window_best"])
  func fullCurvesFollowTheVectors(name: String) throws {
    let rows = try Vector.table("scores_meanmax_\(name).csv")
    let stream = try #require(streams[name])
    let curve = try PowerCurve(of: stream, durations: Array(1...rows.count + 1))
    // The tables contain every duration up to the whole ride, and none longer.
    expectEqual(stream.seconds, rows.count)
    expectEqual(curve.bests.map { Double($0.seconds) }, rows.map { $0["duration_s"] })
    for (best, row) in zip(curve.bests, rows) { #expect(agree(best.watts, row["best_watts"])) }
  }

  @Test func theRawCurveIsNotSmoothed() throws {
    let stream = try #require(streams["endurance_ar1_seed20240117"])
    let watts = try PowerCurve(of: stream, durations: [600, 720]).bests.map(\.watts)
    #expect(watts.count == 2 && watts[1] > watts[0])
  }

  @Test func aCurveEndsWhereTheRideEnds() throws {
    let curve = try PowerCurve(of: .even(200, seconds: 3599), durations: RideAnalysis.durations)
    expectEqual(curve.bests.map(\.seconds), RideAnalysis.durations.filter { $0 < 3600 })
    #expect(curve.bests.allSatisfy { $0.watts == 200 })
  }

  @Test func invalidDurationsHaveNoBest() throws {
    let curve = try PowerCurve(
      of: .even(200, seconds: 10), durations: [.min, -1, 0, 5, 5, 10, 11, .max])
    expectEqual(curve.bests.map(\.seconds), [5, 10])
    #expect(throws: LoadUnavailable.noPower) {
      try PowerCurve(of: ActivityStream(everySecond: [nil]), durations: [5])
    }
  }
}
