// The checksum of a FIT file.

/// CRC-16/ARC: polynomial 0x8005 reflected, start 0 (FIT protocol, "CRC"). Eight bytes at a time
/// by tables: one byte at a time would take longer than everything else that reads a file.
struct FITChecksum {
  private(set) var value: UInt16 = 0

  private static let tables: [UInt16] = {
    var tables = [UInt16](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt16(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xA001 : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<8 * 256 {
      let shorter = tables[index - 256]
      tables[index] = shorter >> 8 ^ tables[Int(shorter & 0xFF)]
    }
    return tables
  }()

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var sum = value
    Self.tables.withUnsafeBufferPointer { tables in
      var at = 0
      while at &+ 8 <= bytes.count {
        let word =
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
          ^ UInt64(sum)
        sum = 0
        for index in 0..<8 {
          let byte = Int(word &>> UInt64(8 &* index) & 0xFF)
          sum ^= tables[(7 &- index) &* 256 &+ byte]
        }
        at &+= 8
      }
      while at < bytes.count {
        sum = sum >> 8 ^ tables[Int(sum & 0xFF ^ UInt16(bytes[at]))]
        at &+= 1
      }
    }
    value = sum
  }
}
