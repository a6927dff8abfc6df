// The FIT files that a watch writes beside its rides.

package enum WellnessFIT {
  /// A night at one level a minute, and minutes awake afterwards, which do not belong to it.
  package static func sleep(_ night: GarminNight, after: Int = 5) -> [UInt8] {
    var fit = writer(type: 49, at: night.end)
    fit.define(1, as: 275, [(253, .u32(0)), (0, .enumeration(0))])
    var time = night.start - 600
    func add(_ level: UInt8, _ seconds: Int) {
      for _ in 0..<seconds / 60 {
        fit.add(1, [.u32(FITWriter.stamp(time)), .enumeration(level)])
        time += 60
      }
    }
    add(1, 600)
    add(2, night.light)
    add(3, night.deep)
    add(1, night.awake)
    add(4, night.rem)
    add(1, after * 60)
    if let score = night.score {
      fit.add(2, message: 346, [(0, .u8(90)), (6, .u8(UInt8(score)))])
    }
    return fit.file()
  }

  /// The status of the heart rate variability, as it is written in the morning; nil without one.
  package static func status(_ day: GarminMeasures) -> [UInt8]? {
    guard let hrv = day.hrv, let morning = morning(of: day) else { return nil }
    var fit = writer(type: 68, at: morning)
    fit.add(
      1, message: 370,
      [
        (253, .u32(FITWriter.stamp(morning))), (0, .u16(60 * 128)),
        (1, .u16(UInt16((hrv * 128).rounded()))), (2, .u16(90 * 128)), (6, .enumeration(4)),
      ])
    return fit.file()
  }

  package static func weight(_ kilograms: Double, at time: Int64) -> [UInt8] {
    var fit = writer(type: 9, at: time)
    fit.add(
      1, message: 30,
      [(253, .u32(FITWriter.stamp(time))), (0, .u16(UInt16((kilograms * 100).rounded())))])
    return fit.file()
  }

  /// Settings, which hold nothing to keep although they name a weight and a resting heart rate.
  package static func settings() -> [UInt8] {
    var fit = writer(type: 2, at: 1_773_472_502)
    fit.add(1, message: 3, [(4, .u16(700)), (8, .u8(48))])
    return fit.file()
  }

  /// A file that begins as those of a watch do.
  package static func writer(type: UInt8, at time: Int64) -> FITWriter {
    var fit = FITWriter()
    fit.add(
      message: 0,
      [
        (0, .enumeration(type)), (1, .u16(1)), (2, .u16(4_315)), (3, .u32z(99)),
        (4, .u32(FITWriter.stamp(time))),
      ])
    return fit
  }

  /// 06:00 UTC of the date.
  package static func morning(of day: GarminMeasures) -> Int64? {
    let parts = day.date.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    return Int64(Civil(parts[0], parts[1], parts[2], 6).epoch)
  }
}
