// A realistic ride: what a bike computer records each second, and its summary.

/// Writes a FIT file of a ride at one record a second, about 110 kB an hour.
///
/// - Parameters:
///   - start: seconds since 1970.
///   - seconds: from the first record to the last.
func rideFile(start: Int64, seconds: Int) -> [UInt8] {
  var ride = RideFileWriter(capacity: 32 * (seconds + 10))
  let begin = UInt32(start - 631_065_600)
  ride.define(
    0, message: 0, [(0, 1, 0x00), (1, 2, 0x84), (2, 2, 0x84), (3, 4, 0x8C), (4, 4, 0x86)])
  ride.put([0, 4])
  ride.put(UInt16(1))
  ride.put(UInt16(3121))
  ride.put(UInt32(77))
  ride.put(begin)
  ride.define(1, message: 20, RideFileWriter.record)
  for second in 0...max(0, seconds) { ride.record(UInt32(second), from: begin) }
  ride.define(
    2, message: 18,
    [
      (253, 4, 0x86), (2, 4, 0x86), (7, 4, 0x86), (8, 4, 0x86), (9, 4, 0x86), (5, 1, 0x00),
      (16, 1, 0x02), (17, 1, 0x02), (18, 1, 0x02), (20, 2, 0x84), (21, 2, 0x84), (22, 2, 0x84),
    ])
  ride.put([2])
  let length = UInt32(seconds)
  for value in [begin + length, begin, length * 1000, length * 1000, length * 800] {
    ride.put(value)
  }
  ride.put([2, 150, 169, 87])
  for value: UInt16 in [198, 277, 600] { ride.put(value) }
  ride.define(3, message: 34, [(253, 4, 0x86), (5, 4, 0x86)])
  ride.put([3])
  ride.put(begin + length)
  ride.put(begin + length + 3600)
  return ride.file
}

private struct RideFileWriter {
  private var data: [UInt8] = []
  private var random: UInt32 = 1

  /// Number, size and base type of the fields of a record.
  static let record: [(UInt8, UInt8, UInt8)] = [
    (253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (5, 4, 0x86), (73, 4, 0x86), (78, 4, 0x86),
    (7, 2, 0x84), (3, 1, 0x02), (4, 1, 0x02), (53, 1, 0x02), (13, 1, 0x01),
  ]

  init(capacity: Int) { data.reserveCapacity(capacity) }

  mutating func define(_ local: UInt8, message: UInt16, _ fields: [(UInt8, UInt8, UInt8)]) {
    put([0x40 | local, 0, 0])
    put(message)
    put([UInt8(fields.count)])
    for (number, size, type) in fields { put([number, size, type]) }
  }

  mutating func record(_ second: UInt32, from begin: UInt32) {
    random = random &* 1_664_525 &+ 1_013_904_223
    let noise = random >> 24
    data.append(1)
    put(begin + second)
    put(620_000_000 + second * 860 + noise)
    put(93_000_000 + second * 120 + noise)
    put(second * 800 + noise)
    put(7_800 + noise)
    put(3_000 + second % 1_800 + noise / 64)
    put(UInt16(120 + noise / 2 + second / 60 % 30))
    put([UInt8(130 + second / 40 % 40), UInt8(80 + noise % 16), UInt8(noise % 128), 18])
  }

  mutating func put(_ bytes: [UInt8]) { data += bytes }

  mutating func put<Integer: FixedWidthInteger>(_ value: Integer) {
    withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
  }

  /// The file, with header and checksums.
  var file: [UInt8] {
    var header = RideFileWriter(capacity: 14)
    header.put([14, 0x20, 0x54, 0x08])
    header.put(UInt32(data.count))
    header.put(Array(".FIT".utf8))
    header.put(Self.checksum(header.data))
    var file = RideFileWriter(capacity: data.count + 16)
    file.put(header.data)
    file.put(data)
    file.put(Self.checksum(file.data))
    return file.data
  }

  /// CRC-16/ARC, four bits at a time.
  private static func checksum(_ bytes: [UInt8]) -> UInt16 {
    let table = (0..<16).map { index -> UInt16 in
      var sum = UInt16(index)
      for _ in 0..<4 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
      return sum
    }
    var sum: UInt16 = 0
    for byte in bytes {
      sum = sum >> 4 ^ table[Int((sum ^ UInt16(byte)) & 15)]
      sum = sum >> 4 ^ table[Int((sum ^ UInt16(byte >> 4)) & 15)]
    }
    return sum
  }
}
