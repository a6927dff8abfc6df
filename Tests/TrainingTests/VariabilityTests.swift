// Heart rate variability from beats, compared with three libraries that agree.

import Model
import Support
import Testing

@testable import Training

struct VariabilityTests {
  private let measured: VectorValue
  private let watch: VectorValue

  init() throws {
    measured = try Vector.json("scores_hrv.json")
    watch = try Vector.json("scores_apple_beats.json")
  }

  private var beats: [HeartBeat] {
    watch.beats.list.map { HeartBeat(seconds: $0.t.value, beatsPerMinute: $0.bpm.value) }
  }

  /// Beats with these intervals between them, in milliseconds.
  private func beats(apart intervals: [Double]) -> [HeartBeat] {
    var seconds = 0.0
    return [HeartBeat(seconds: 0, beatsPerMinute: 60)]
      + intervals.map { interval in
        seconds += interval / 1000
        return HeartBeat(seconds: seconds, beatsPerMinute: 60_000 / interval)
      }
  }

  @Test func `clean intervals follow the vectors`() throws {
    let series = try Vector.json("scores_rr_series.json").series
    expectEqual(Set(measured.cases.list.compactMap(\.series.text)), Set(series.names))
    for vector in measured.cases.list {
      let intervals = BeatIntervals(
        beats: beats(apart: series[vector.series.text ?? ""].list.map(\.value)))
      expectEqual(intervals.count, vector.n.integer)
      #expect(agree(intervals.rmssd(), vector.rmssd_ms.number))
      if vector.rmssd_ms.value > 0 {
        #expect(agree(intervals.rmssd().flatMap(Variability.logarithm), vector.ln_rmssd.number))
      }
    }
  }

  @Test func `watch beats follow the vectors`() throws {
    let truth = BeatIntervals(beats: beats(apart: watch.true_rr_ms.list.map(\.value)))
    #expect(agree(truth.rmssd(), measured.apple_beats.rmssd_true.number))
    let intervals = BeatIntervals(beats: beats)
    expectEqual(intervals.count, beats.count - 1)
    #expect(agree(intervals.rmssd(), measured.apple_beats.rmssd_from_time_differences.number))
  }

  @Test func `a missing beat is not a long interval`() {
    // Ten even beats, the sixth missing: the two halves are not connected.
    let even = (0..<10).map { HeartBeat(seconds: Double($0), beatsPerMinute: 60) }
    let broken = BeatIntervals(beats: even.filter { $0.seconds != 5 })
    expectEqual(broken.count, 7)
    expectEqual(broken.rmssd(), 0)
  }

  @Test func `no difference crosses a gap`() {
    // 1000 ms before the gap and 800 ms after it are two even rhythms, not one uneven one.
    let before = (0..<5).map { HeartBeat(seconds: Double($0), beatsPerMinute: 60) }
    let after = (0..<5).map { HeartBeat(seconds: 30 + 0.8 * Double($0), beatsPerMinute: 75) }
    #expect(BeatIntervals(beats: before + after).rmssd() ?? 1 < 1e-6)
  }

  @Test func `an interval counts when it agrees with the rate within fifteen percent`() {
    func count(_ seconds: Double) -> Int {
      BeatIntervals(beats: [
        HeartBeat(seconds: 0, beatsPerMinute: 60),
        HeartBeat(seconds: seconds, beatsPerMinute: 60),
      ]).count
    }
    expectEqual([0.86, 1.14].map(count), [1, 1])
    expectEqual([0.84, 1.16, 0, -1, .nan, .infinity].map(count), [0, 0, 0, 0, 0, 0])
  }

  @Test func `fewer than three beats give none`() {
    for count in 0...2 {
      expectEqual(BeatIntervals(beats: Array(beats.prefix(count))).rmssd(), nil)
    }
    #expect(BeatIntervals(beats: Array(beats.prefix(3))).rmssd() != nil)
  }

  @Test func `invalid rates end a run`() {
    for rate in [Double.nan, 0, -60, .infinity] {
      var beats = Array(beats.prefix(9))
      beats[4] = HeartBeat(seconds: beats[4].seconds, beatsPerMinute: rate)
      expectEqual(BeatIntervals(beats: beats).count, 7)
    }
  }

  @Test func `implausible readings have no logarithm`() {
    #expect(Variability.logarithm(60) != nil)
    for value in [Double.nan, .infinity, -1, 0, 1e6] {
      expectEqual(Variability.logarithm(value), nil)
    }
  }
}

extension BeatIntervals {
  /// Intervals that count.
  fileprivate var count: Int { runs.reduce(0) { $0 + $1.count } }
}
