// The three scores against the reference implementation's vectors.

import Model
import Support
import Testing

@testable import Training

struct DesignVectorTests {
  private struct Design: Decodable {
    struct StrainCase: Decodable {
      let load: Double?
      let raw: Double?
      let display: Int?
      let band: String?
    }
    struct SleepCase: Decodable {
      let tst_h: Double?
      let bed_dev_min: Double?
      let waso_min: Double?
      let need_h: Double
      let raw: Double?
      let display: Int?
      let band: String?
      let coverage: String
    }
    struct RecoveryCase: Decodable {
      let z_hrv: Double?
      let z_rhr_inverted: Double?
      let sleep_score: Double?
      let raw: Double?
      let display: Int?
      let band: String?
      let coverage: String
    }
    let strain: [StrainCase]
    let sleep: [SleepCase]
    let recovery: [RecoveryCase]
  }

  private let design: Design

  init() throws {
    design = try Vector.json("scores_design.json", as: Design.self)
  }

  @Test func strainFollowsTheVectors() {
    expectEqual(design.strain.count, 12)
    for vector in design.strain {
      var day = DayLoad()
      if vector.load != 0 { day.add(vector.load) }
      let score = Strain.score(day, gap: nil)
      expectEqual(score.value, vector.display)
      expectEqual(score.band?.rawValue, vector.band?.asBand)
      if let load = vector.load {
        #expect(agree(Strain.value(load: load), vector.raw))
      }
    }
  }

  @Test func sleepFollowsTheVectors() {
    expectEqual(design.sleep.count, 16)
    for vector in design.sleep {
      let night = vector.tst_h.map {
        Night(
          hoursAsleep: $0, onsetDeviationMinutes: vector.bed_dev_min,
          minutesAwake: vector.waso_min)
      }
      #expect(agree(night.map { Sleep.value(of: $0, needHours: vector.need_h) }, vector.raw))
      let score = Sleep.score(night, needHours: vector.need_h, hasHealthData: true)
      expectEqual(score.value, vector.display)
      expectEqual(score.band?.rawValue, vector.band?.asBand)
      expectEqual("\(score.inputsUsed)/\(score.inputsTotal)", vector.coverage)
      expectEqual(score.reason, (night == nil ? .noSleepData : nil))
    }
  }

  @Test func recoveryFollowsTheVectors() {
    expectEqual(design.recovery.count, 13)
    for vector in design.recovery {
      let inputs = Recovery.Inputs(
        variability: vector.z_hrv, restingHeartRate: vector.z_rhr_inverted,
        sleep: vector.sleep_score)
      #expect(agree(Recovery.value(inputs), vector.raw))
      let score = Recovery.score(inputs, gap: .noMorningReading)
      expectEqual(score.value, vector.display)
      expectEqual(score.band?.rawValue, vector.band?.asBand)
      expectEqual("\(score.inputsUsed)/\(score.inputsTotal)", vector.coverage)
      expectEqual(score.reason, (vector.raw == nil ? .noMorningReading : nil))
    }
  }
}

extension String {
  /// The band's name in the vectors as our name.
  fileprivate var asBand: String { lowercased().replacing(" ", with: "_") }
}
