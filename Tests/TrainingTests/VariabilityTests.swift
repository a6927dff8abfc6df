// Heart rate variability from beats, against three libraries that agree.

import Model
import Testing

@testable import Training

struct VariabilityTests {
  private struct Series: Decodable {
    let series: [String: [Double]]
  }

  private struct Measured: Decodable {
    struct Case: Decodable {
      let series: String
      let n: Int
      let rmssd_ms: Double
      let ln_rmssd: Double?
      let sdnn_ms_ddof1: Double
    }
    let cases: [Case]
    let apple_beats: [String: Double]
  }

  private struct Watch: Decodable {
    struct Beat: Decodable {
      let bpm: Double
      let t: Double
    }
    let true_rr_ms: [Double]
    let beats: [Beat]
  }

  private let measured: Measured
  private let watch: Watch

  init() throws {
    measured = try Vector.json("scores_hrv.json", as: Measured.self)
    watch = try Vector.json("scores_apple_beats.json", as: Watch.self)
  }

  private var beats: [HeartBeat] {
    watch.beats.map { HeartBeat(seconds: $0.t, beatsPerMinute: $0.bpm) }
  }

  @Test func cleanIntervalsFollowTheVectors() throws {
    let series = try Vector.json("scores_rr_series.json", as: Series.self).series
    #expect(Set(measured.cases.map(\.series)) == Set(series.keys))
    for vector in measured.cases {
      let intervals = BeatIntervals(milliseconds: try #require(series[vector.series]))
      #expect(intervals.count == vector.n)
      #expect(agree(try intervals.rmssd().milliseconds, vector.rmssd_ms))
      #expect(agree(try intervals.rmssd().logarithm, vector.ln_rmssd))
      #expect(agree(try intervals.sdnn().milliseconds, vector.sdnn_ms_ddof1))
    }
  }

  @Test func theWatchsBeatsFollowTheVectors() throws {
    let truth = BeatIntervals(milliseconds: watch.true_rr_ms)
    #expect(agree(try truth.rmssd().milliseconds, measured.apple_beats["rmssd_true"]))
    #expect(agree(try truth.sdnn().milliseconds, measured.apple_beats["sdnn_true"]))
    let intervals = BeatIntervals(beats: beats)
    #expect(intervals.count == beats.count - 1)
    #expect(
      agree(
        try intervals.rmssd().milliseconds, measured.apple_beats["rmssd_from_time_differences"]))
    #expect(
      agree(try intervals.sdnn().milliseconds, measured.apple_beats["sdnn_from_time_differences"]))
  }

  @Test func aLostBeatIsNoLongInterval() throws {
    // Ten even beats, the sixth lost: as if nothing had been between the two halves.
    let even = (0..<10).map { HeartBeat(seconds: Double($0), beatsPerMinute: 60) }
    let broken = BeatIntervals(beats: even.filter { $0.seconds != 5 })
    #expect(broken.count == 7)
    #expect(try broken.rmssd().milliseconds == 0)
  }

  @Test func noDifferenceReachesAcrossAGap() throws {
    // 1000 ms before the gap and 800 ms after it are two even hearts, no uneven one.
    let before = (0..<5).map { HeartBeat(seconds: Double($0), beatsPerMinute: 60) }
    let after = (0..<5).map { HeartBeat(seconds: 30 + 0.8 * Double($0), beatsPerMinute: 75) }
    #expect(try BeatIntervals(beats: before + after).rmssd().milliseconds < 1e-6)
    #expect(try BeatIntervals(beats: before + after).sdnn().milliseconds > 100)
  }

  @Test func anIntervalCountsWhenItAgreesWithTheRateWithinFifteenPercent() {
    func count(_ seconds: Double) -> Int {
      BeatIntervals(beats: [
        HeartBeat(seconds: 0, beatsPerMinute: 60),
        HeartBeat(seconds: seconds, beatsPerMinute: 60),
      ]).count
    }
    #expect([0.86, 1.14].map(count) == [1, 1])
    #expect([0.84, 1.16, 0, -1, .nan, .infinity].map(count) == [0, 0, 0, 0, 0, 0])
  }

  @Test func fewerThanThreeBeatsGiveNone() {
    for count in 0...2 {
      #expect(throws: TrainingGap.tooFewBeats) {
        try BeatIntervals(beats: Array(beats.prefix(count))).rmssd()
      }
    }
    #expect((try? BeatIntervals(beats: Array(beats.prefix(3))).rmssd()) != nil)
    #expect(throws: TrainingGap.tooFewBeats) { try BeatIntervals(milliseconds: [800]).sdnn() }
  }

  @Test func artefactsAreLeftOutAndNotBridged() throws {
    let heart = (0..<60).map { $0.isMultiple(of: 2) ? 1000.0 : 1020 }
    // A missed beat, a doubled one, an early one with its pause, and noise.
    let artefacts = [[2010], [500, 510], [650, 1380], [30], [5000], [.nan], [-1000], [.infinity]]
    for artefact in artefacts {
      let disturbed = Array(heart[..<30]) + artefact + Array(heart[30...])
      let intervals = BeatIntervals(milliseconds: disturbed)
      #expect(intervals.count == 60)
      #expect(agree(try intervals.rmssd().milliseconds, 20))
    }
  }

  @Test func aHeartThatSlowsDownIsNoArtefact() {
    let slowing = (0..<50).map { 600 + 12 * Double($0) }
    #expect(BeatIntervals(milliseconds: slowing).count == 50)
  }

  @Test func ratesThatAreNoneEndARun() {
    for rate in [Double.nan, 0, -60, .infinity] {
      var beats = Array(beats.prefix(9))
      beats[4] = HeartBeat(seconds: beats[4].seconds, beatsPerMinute: rate)
      #expect(BeatIntervals(beats: beats).count == 7)
    }
  }

  @Test func oneMeasureIsNotTheOther() throws {
    var day = WellnessDay(source: .appleHealth, date: Day(number: 20_000))
    day.hrvSDNN = 60
    #expect(RMSSD(of: day) == nil)
    #expect(SDNN(of: day)?.milliseconds == 60)
    day.hrvRMSSD = 0
    #expect(RMSSD(of: day) == nil)
    for value in [Double.nan, .infinity, -1, 1e6] { #expect(SDNN(milliseconds: value) == nil) }
  }
}
