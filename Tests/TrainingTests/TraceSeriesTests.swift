// The series of a ride's trace: what was recorded, and gaps where nothing was.

import Model
import Support
import Testing
import Training

struct TraceSeriesTests {
  private func track(
    _ seconds: some Sequence<Int>, _ change: (inout RideTrack.Point) -> Void
  ) -> RideTrack {
    RideTrack(
      points: seconds.map { second in
        var point = RideTrack.Point(seconds: second)
        change(&point)
        return point
      })
  }

  private func points(_ series: ChartSeries?) -> [ChartSeries.Point] { series?.points ?? [] }

  @Test func `a series that the ride lacks is left out`() {
    let some = track(0..<10) { ($0.powerWatts, $0.altitudeMetres) = (0, -3.5) }
    let series = ChartSeries.trace(of: some)
    expectEqual(series.map(\.name), [.power, .altitude])
    expectEqual(series.map(\.unit), [.watts, .metres])
    expectEqual(points(series.first).map(\.value), Array(repeating: 0, count: 10))
    expectEqual(ChartSeries.trace(of: track(0..<10) { $0.cadence = 90 }), [])
    expectEqual(ChartSeries.trace(of: RideTrack(points: [])), [])
  }

  /// A pause, a silent sensor, and a late one.
  @Test func `what was not recorded is a gap`() {
    let ride = track(Array(0..<50) + Array(200..<250)) { point in
      point.powerWatts = (20..<31).contains(point.seconds) ? nil : 100
      point.heartRate = point.seconds < 10 || (20..<31).contains(point.seconds) ? nil : 130
    }
    let series = ChartSeries.trace(of: ride)
    expectEqual(points(series.first).filter { $0.value == nil }.map(\.place.number), [20, 50])
    // Heart rate changes slowly.
    expectEqual(points(series.last).filter { $0.value == nil }.map(\.place.number), [50])
    expectEqual(points(series.last).first?.place.number, 10)
  }

  @Test func `a recorder that writes seldom has no gaps`() {
    let minutely = track(stride(from: 0, to: 7_200, by: 60)) { $0.heartRate = 120 }
    expectEqual(points(ChartSeries.trace(of: minutely).first).count { $0.value == nil }, 0)
  }

  @Test func `times that go back are left out`() {
    let odd = track([0, 1, 5, 3, 5, 6]) { $0.powerWatts = 100 }
    expectEqual(points(ChartSeries.trace(of: odd).first).map(\.place.number), [0, 1, 5, 6])
  }

  /// An event is read back as long as its line is below a megabyte.
  @Test func `a week on the bike fits a line`() throws {
    let long = track(0..<604_800) { point in
      (point.powerWatts, point.altitudeMetres) = (1_234, 1234.5)
    }
    for series in ChartSeries.trace(of: long) {
      let points = points(series)
      expect(points.count > 40_000 && !points.contains { $0.value == nil })
      expect(points.count <= 50_000)
    }
  }
}
