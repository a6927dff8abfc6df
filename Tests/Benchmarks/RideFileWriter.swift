// A realistic ride: what a bike computer records each second, and its summary.

import Support

/// Writes a FIT file of a ride at one record a second, about 110 kB an hour.
///
/// - Parameters:
///   - start: seconds since 1970.
///   - seconds: from the first record to the last.
func rideFile(start: Int64, seconds: Int) -> [UInt8] {
  var ride = FITWriter()
  let (begin, length) = (FITWriter.stamp(start), UInt32(seconds))
  let end = begin + length
  ride.add(
    message: 0,
    [
      (0, .enumeration(4)), (1, .u16(1)), (2, .u16(3121)), (3, .u32z(77)), (4, .u32(begin)),
    ])
  ride.define(
    1, as: 20,
    [
      (253, .u32(0)), (0, .s32(0)), (1, .s32(0)), (5, .u32(0)), (73, .u32(0)), (78, .u32(0)),
      (7, .u16(0)), (3, .u8(0)), (4, .u8(0)), (53, .u8(0)), (13, .s8(0)),
    ])
  var random: UInt32 = 1
  for second in 0...length {
    random = random &* 1_664_525 &+ 1_013_904_223
    ride.add(1, [.bytes(record(second, from: begin, noise: random >> 24))])
  }
  ride.add(
    2, message: 18,
    [
      (253, .u32(end)), (2, .u32(begin)), (7, .u32(length * 1000)), (8, .u32(length * 1000)),
      (9, .u32(length * 800)), (5, .enumeration(2)), (16, .u8(150)), (17, .u8(169)),
      (18, .u8(87)), (20, .u16(198)), (21, .u16(277)), (22, .u16(600)),
    ])
  ride.add(3, message: 34, [(253, .u32(end)), (5, .u32(end + 3600))])
  return ride.file()
}

/// The fields of a second as bytes: a value for each would take long to write.
private func record(_ second: UInt32, from begin: UInt32, noise: UInt32) -> [UInt8] {
  let words = [
    begin + second, 620_000_000 + second * 860 + noise, 93_000_000 + second * 120 + noise,
    second * 800 + noise, 7_800 + noise, 3_000 + second % 1_800 + noise / 64,
  ]
  var bytes: [UInt8] = []
  bytes.reserveCapacity(30)
  for word in words { withUnsafeBytes(of: word.littleEndian) { bytes += $0 } }
  let watts = UInt16(120 + noise / 2 + second / 60 % 30)
  withUnsafeBytes(of: watts.littleEndian) { bytes += $0 }
  return bytes + [UInt8(130 + second / 40 % 40), UInt8(80 + noise % 16), UInt8(noise % 128), 18]
}
