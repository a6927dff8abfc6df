// Writes FIT files, message by message (FIT protocol 2.0).

/// A value of a FIT field, in the base type that it is written as.
public enum FITValue: Sendable {
  case enumeration(UInt8)
  case s8(Int8)
  case u8(UInt8)
  case u8z(UInt8)
  case s16(Int16)
  case u16(UInt16)
  case u16z(UInt16)
  case s32(Int32)
  case u32(UInt32)
  case u32z(UInt32)
  case f32(Float)
  case f64(Double)
  case s64(Int64)
  case u64(UInt64)
  case u64z(UInt64)
  /// Filled with NUL up to a size.
  case text(String, size: Int)
  case bytes([UInt8])
  case u32s([UInt32])
  /// Any bytes under any code of a type.
  case raw([UInt8], code: UInt8)

  fileprivate var code: UInt8 {
    switch self {
    case .enumeration: 0x00
    case .s8: 0x01
    case .u8: 0x02
    case .u8z: 0x0A
    case .s16: 0x83
    case .u16: 0x84
    case .u16z: 0x8B
    case .s32: 0x85
    case .u32, .u32s: 0x86
    case .u32z: 0x8C
    case .f32: 0x88
    case .f64: 0x89
    case .s64: 0x8E
    case .u64: 0x8F
    case .u64z: 0x90
    case .text: 0x07
    case .bytes: 0x0D
    case .raw(_, let code): code
    }
  }

  fileprivate func bytes(isBigEndian: Bool) -> [UInt8] {
    func put<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
      withUnsafeBytes(of: isBigEndian ? value.bigEndian : value.littleEndian) { Array($0) }
    }
    return switch self {
    case .enumeration(let value), .u8(let value), .u8z(let value): [value]
    case .s8(let value): put(value)
    case .s16(let value): put(value)
    case .u16(let value), .u16z(let value): put(value)
    case .s32(let value): put(value)
    case .u32(let value), .u32z(let value): put(value)
    case .f32(let value): put(value.bitPattern)
    case .f64(let value): put(value.bitPattern)
    case .s64(let value): put(value)
    case .u64(let value), .u64z(let value): put(value)
    case .text(let text, let size):
      Array((Array(text.utf8) + [UInt8](repeating: 0, count: size)).prefix(size))
    case .bytes(let bytes), .raw(let bytes, _): bytes
    case .u32s(let values): values.flatMap { put($0) }
    }
  }
}

/// A FIT file under construction.
public struct FITWriter {
  private let isBigEndian: Bool
  private var data: [UInt8] = []

  /// An empty file.
  public init(isBigEndian: Bool = false) {
    self.isBigEndian = isBigEndian
  }

  /// FIT's seconds for those since 1970.
  public static func stamp(_ seconds: Int64) -> UInt32 { UInt32(seconds - 631_065_600) }

  /// Defines a local message.
  ///
  /// - Parameter developer: number, size and index of developer fields.
  public mutating func define(
    _ local: UInt8, as message: UInt16, _ fields: [(UInt8, FITValue)],
    developer: [(UInt8, UInt8, UInt8)] = []
  ) {
    data += [0x40 | (developer.isEmpty ? 0 : 0x20) | local, 0, isBigEndian ? 1 : 0]
    data += FITValue.u16(message).bytes(isBigEndian: isBigEndian)
    data.append(UInt8(fields.count))
    for (number, value) in fields {
      data += [number, UInt8(value.bytes(isBigEndian: false).count), value.code]
    }
    if developer.isEmpty { return }
    data.append(UInt8(developer.count))
    for (number, size, index) in developer { data += [number, size, index] }
  }

  /// Adds a data message of a local message.
  ///
  /// - Parameter offset: the low five bits of a compressed timestamp; nil for a normal header.
  public mutating func add(_ local: UInt8, _ values: [FITValue], offset: UInt8? = nil) {
    data.append(offset.map { 0x80 | local << 5 | $0 & 0x1F } ?? local)
    for value in values { data += value.bytes(isBigEndian: isBigEndian) }
  }

  /// Defines a message and adds one of it.
  public mutating func add(
    _ local: UInt8 = 0, message: UInt16, _ fields: [(UInt8, FITValue)]
  ) {
    define(local, as: message, fields)
    add(local, fields.map(\.1))
  }

  /// The file.
  ///
  /// - Parameters:
  ///   - headerSize: 12 or 14.
  ///   - hasSize: false for a file that its recorder has not finished.
  public func file(headerSize: Int = 14, hasSize: Bool = true) -> [UInt8] {
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
