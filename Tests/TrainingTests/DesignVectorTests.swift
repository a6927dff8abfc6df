// The three scores against the reference implementation's vectors.

import Model
import Support
import Testing

@testable import Training

struct DesignVectorTests {
  private let design: VectorValue

  init() throws {
    design = try Vector.json("scores_design.json")
  }

  /// Expects the value, the band and the coverage of a vector.
  private func expect(_ score: Score, _ raw: Double?, follows vector: VectorValue) {
    #expect(agree(raw, vector.raw.number))
    expectEqual(score.value.map { Double($0) }, vector.display.number)
    expectEqual(score.band?.rawValue, vector.band.text?.asBand)
    guard let coverage = vector.coverage.text else { return }
    expectEqual("\(score.inputsUsed)/\(score.inputsTotal)", coverage)
  }

  @Test func `strain follows the vectors`() {
    expectEqual(design.strain.list.count, 12)
    for vector in design.strain.list {
      var day = DayLoad()
      if vector.load.number != 0 { day.add(vector.load.number) }
      let score = Strain.score(day, gap: nil)
      let raw = vector.load.number.map { Strain.value(load: $0) } ?? vector.raw.number
      expect(score, raw, follows: vector)
    }
  }

  @Test func `sleep follows the vectors`() {
    expectEqual(design.sleep.list.count, 16)
    for vector in design.sleep.list {
      let night = vector.tst_h.number.map {
        Night(
          hoursAsleep: $0, onsetDeviationMinutes: vector.bed_dev_min.number,
          minutesAwake: vector.waso_min.number)
      }
      let score = Sleep.score(night, needHours: vector.need_h.value, hasHealthData: true)
      let raw = night.map { Sleep.value(of: $0, needHours: vector.need_h.value) }
      expect(score, raw, follows: vector)
      expectEqual(score.reason, (night == nil ? .noSleepData : nil))
    }
  }

  @Test func `recovery follows the vectors`() {
    expectEqual(design.recovery.list.count, 13)
    for vector in design.recovery.list {
      let inputs = Recovery.Inputs(
        variability: vector.z_hrv.number, restingHeartRate: vector.z_rhr_inverted.number,
        sleep: vector.sleep_score.number)
      let score = Recovery.score(inputs, gap: .noMorningReading)
      expect(score, Recovery.value(inputs), follows: vector)
      expectEqual(score.reason, (vector.raw.number == nil ? .noMorningReading : nil))
    }
  }
}

extension String {
  /// The band's name in the vectors as our name.
  fileprivate var asBand: String { lowercased().replacing(" ", with: "_") }
}
