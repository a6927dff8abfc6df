// Figures from a stream of power, compared with published libraries.

import Model
import Support
import Testing

@testable import Training

struct PowerStreamTests {
  private let streams: [String: ActivityStream<Watts>]

  init() throws {
    streams = try Vector.powerStreams()
  }

  @Test func `weighted power intensity and load follow the vectors`() throws {
    let rides = try Vector.json("scores_np_tss.json").cases.list
    expectEqual(Set(rides.compactMap(\.stream.text)), Set(streams.keys))
    for ride in rides {
      let stream = try #require(streams[ride.stream.text ?? ""])
      let weighted = stream.weightedPower()
      expectEqual(stream.seconds, ride.seconds.integer)
      #expect(agree(stream.average, ride.avg_power.number))
      #expect(agree(weighted, ride.np_full_windows.number))
      guard let ftp = ride.ftp.number else { continue }
      let rider = RiderSettings(ftpWatts: Int(ftp))
      #expect(agree(try? Load.fromPower(stream, rider: rider), ride.load_tss.number))
    }
  }

  @Test func `less than a window has no weighted power`() throws {
    try expectEqual(#require(streams["short_29"]).weightedPower(), nil)
    expectEqual(ActivityStream<Watts>(everySecond: []).weightedPower(), nil)
  }

  @Test func `no window crosses a pause`() throws {
    // Two minutes at 100 W, a pause, two minutes at 300 W: no window includes both.
    let times = Array(0..<120) + Array(3600..<3720)
    let values = Array(repeating: 100.0, count: 120) + Array(repeating: 300, count: 120)
    let stream = ActivityStream<Watts>(times: times, values: values)
    #expect(agree(stream.weightedPower(), 253.0439534435243))
    expectEqual(stream.bestPowers(over: [60, 120, 121]), [300, 300])
    // The pause does not count as riding time either.
    let load = try Load.fromPower(stream, rider: RiderSettings(ftpWatts: 250))
    #expect(agree(load, 240.0 / 36 * 253.0439534435243 * 253.0439534435243 / 62_500))
  }

  @Test func `runs shorter than a window do not count`() {
    let times = Array(0..<60) + Array(100..<120)
    let values = Array(repeating: 200.0, count: 60) + Array(repeating: 900, count: 20)
    #expect(agree(ActivityStream<Watts>(times: times, values: values).weightedPower(), 200))
    // Coasting counts.
    #expect(agree(ActivityStream<Watts>.even(0, seconds: 120).weightedPower(), 0))
  }
}
