// Writes FIT files, message by message (FIT protocol 2.0).

/// A value of a FIT field, in the base type that it is written as.
package struct FITValue: Sendable {
  fileprivate let code: UInt8
  /// Little-endian.
  private let bytes: [UInt8]
  private let width: Int

  private init<Integer: FixedWidthInteger>(_ code: UInt8, _ values: [Integer]) {
    self.code = code
    width = Integer.bitWidth / 8
    bytes = values.flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) } }
  }

  package static func enumeration(_ value: UInt8) -> FITValue { FITValue(0x00, [value]) }
  package static func s8(_ value: Int8) -> FITValue { FITValue(0x01, [value]) }
  package static func u8(_ value: UInt8) -> FITValue { FITValue(0x02, [value]) }
  package static func u8z(_ value: UInt8) -> FITValue { FITValue(0x0A, [value]) }
  package static func s16(_ value: Int16) -> FITValue { FITValue(0x83, [value]) }
  package static func u16(_ value: UInt16) -> FITValue { FITValue(0x84, [value]) }
  package static func u16z(_ value: UInt16) -> FITValue { FITValue(0x8B, [value]) }
  package static func s32(_ value: Int32) -> FITValue { FITValue(0x85, [value]) }
  package static func u32(_ value: UInt32) -> FITValue { FITValue(0x86, [value]) }
  package static func u32s(_ values: [UInt32]) -> FITValue { FITValue(0x86, values) }
  package static func u32z(_ value: UInt32) -> FITValue { FITValue(0x8C, [value]) }
  package static func f32(_ value: Float) -> FITValue { FITValue(0x88, [value.bitPattern]) }
  package static func f64(_ value: Double) -> FITValue { FITValue(0x89, [value.bitPattern]) }
  package static func s64(_ value: Int64) -> FITValue { FITValue(0x8E, [value]) }
  package static func u64(_ value: UInt64) -> FITValue { FITValue(0x8F, [value]) }
  package static func u64z(_ value: UInt64) -> FITValue { FITValue(0x90, [value]) }
  package static func bytes(_ bytes: [UInt8]) -> FITValue { FITValue(0x0D, bytes) }

  /// Filled with NUL up to a size.
  package static func text(_ text: String, size: Int) -> FITValue {
    FITValue(0x07, Array((Array(text.utf8) + [UInt8](repeating: 0, count: size)).prefix(size)))
  }

  /// Any bytes under any code of a type.
  package static func raw(_ bytes: [UInt8], code: UInt8) -> FITValue { FITValue(code, bytes) }
  fileprivate var size: UInt8 { UInt8(bytes.count) }

  fileprivate func bytes(isBigEndian: Bool) -> [UInt8] {
    guard isBigEndian, width > 1 else { return bytes }
    return stride(from: 0, to: bytes.count, by: width).flatMap { bytes[$0..<$0 + width].reversed() }
  }
}

package struct FITWriter {
  private let isBigEndian: Bool
  private var data: [UInt8] = []

  package init(isBigEndian: Bool = false) { self.isBigEndian = isBigEndian }

  /// FIT's seconds for those since 1970.
  package static func stamp(_ seconds: Int64) -> UInt32 { UInt32(seconds - 631_065_600) }

  /// Defines a local message, with number, size and index of its developer fields.
  package mutating func define(
    _ local: UInt8, as message: UInt16, _ fields: [(UInt8, FITValue)],
    developer: [(UInt8, UInt8, UInt8)] = []
  ) {
    data += [0x40 | (developer.isEmpty ? 0 : 0x20) | local, 0, isBigEndian ? 1 : 0]
    data += FITValue.u16(message).bytes(isBigEndian: isBigEndian)
    data.append(UInt8(fields.count))
    for (number, value) in fields {
      data += [number, value.size, value.code]
    }
    if developer.isEmpty { return }
    data.append(UInt8(developer.count))
    for (number, size, index) in developer { data += [number, size, index] }
  }

  /// Adds a data message; `offset` is the low five bits of a compressed timestamp.
  package mutating func add(_ local: UInt8, _ values: [FITValue], offset: UInt8? = nil) {
    data.append(offset.map { 0x80 | local << 5 | $0 & 0x1F } ?? local)
    for value in values { data += value.bytes(isBigEndian: isBigEndian) }
  }

  package mutating func add(
    _ local: UInt8 = 0, message: UInt16, _ fields: [(UInt8, FITValue)]
  ) {
    define(local, as: message, fields)
    add(local, fields.map(\.1))
  }

  /// The file, with a header of 12 or 14 bytes; without its size if it was never finished.
  package func file(headerSize: Int = 14, hasSize: Bool = true) -> [UInt8] {
    var file: [UInt8] = [UInt8(headerSize), 0x20, 0x54, 0x08]
    withUnsafeBytes(of: UInt32(hasSize ? data.count : 0).littleEndian) { file += Array($0) }
    file += Array(".FIT".utf8)
    if headerSize == 14 { file += Self.checksum(file) }
    file += data
    return hasSize ? file + Self.checksum(file) : file
  }

  /// CRC-16/ARC bit by bit, as its definition has it.
  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var crc: UInt16 = 0
    for byte in bytes {
      crc ^= UInt16(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xA001 }
    }
    return [UInt8(crc & 0xFF), UInt8(crc >> 8)]
  }
}
