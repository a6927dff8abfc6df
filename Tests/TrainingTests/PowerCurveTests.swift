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

  @Test func `selected durations follow the vectors`() throws {
    let selected = try Vector.json("scores_meanmax.json").selected
    expectEqual(selected.names.count, 5)
    for name in selected.names {
      let bests = selected[name].names.compactMap { text in
        Int(text).map { (seconds: $0, watts: selected[name][text].number) }
      }.sorted { $0.seconds < $1.seconds }
      let watts = try #require(streams[name]).bestPowers(over: bests.map(\.seconds))
      expectEqual(watts.count, bests.count)
      for (best, expected) in zip(watts, bests) { #expect(agree(best, expected.watts)) }
    }
  }

  @Test(arguments: ["sprints_600_seed99", "first_window_best"])
  func `full curves follow the vectors`(name: String) throws {
    let rows = try Vector.table("scores_meanmax_\(name).csv")
    let stream = try #require(streams[name])
    let watts = stream.bestPowers(over: Array(1...rows.count + 1))
    // The tables contain every duration up to the whole ride, and none longer.
    expectEqual(stream.seconds, rows.count)
    expectEqual(watts.indices.map { Double($0 + 1) }, rows.map { $0["duration_s"] })
    for (best, row) in zip(watts, rows) { #expect(agree(best, row["best_watts"])) }
  }

  @Test func `the raw curve is not smoothed`() throws {
    let stream = try #require(streams["endurance_ar1_seed20240117"])
    let watts = stream.bestPowers(over: [600, 720])
    #expect(watts.count == 2 && watts[1] > watts[0])
  }

  @Test func `a curve ends where the ride ends`() {
    let watts = ActivityStream<Watts>.even(200, seconds: 3599)
      .bestPowers(over: RideAnalysis.durations)
    expectEqual(watts, RideAnalysis.durations.filter { $0 < 3600 }.map { _ in 200 })
    expectEqual(ActivityStream<Watts>(everySecond: [nil]).bestPowers(over: [5]), [])
  }

  @Test func `no window crosses a gap`() {
    let minute: [Double?] = Array(repeating: 200, count: 60)
    let stream = ActivityStream<Watts>(
      everySecond: minute + Array(repeating: nil, count: 60) + minute)
    expectEqual(stream.bestPowers(over: [5, 60, 120]), [200, 200])
  }
}
