// The records of a zip archive's central directory and their numbers (APPNOTE.TXT 6.3.10).

/// Little-endian fields of a header.
struct ZipFields {
  private let bytes: ArraySlice<UInt8>

  /// nil if there are fewer than `count` bytes.
  init?(_ bytes: some Collection<UInt8>, count: Int) {
    guard bytes.count >= count else { return nil }
    self.bytes = ArraySlice(bytes)
  }

  func number16(_ at: Int) -> Int { Int(number(at, bytes: 2)) }

  func number32(_ at: Int) -> UInt32 { UInt32(truncatingIfNeeded: number(at, bytes: 4)) }

  /// nil for values above `Int64.max`.
  func number64(_ at: Int) -> Int64? { Int64(exactly: number(at, bytes: 8)) }

  /// `at` must be in range.
  private func number(_ at: Int, bytes count: Int) -> UInt64 {
    bytes.dropFirst(at).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The zip64 values of fields that do not fit into 32 bits, in order.
struct Zip64Fields {
  private var values: [Int64] = []
  private var isDamaged = false

  /// - Parameter extra: the extra fields: header ID, size and data of each.
  init(_ extra: ArraySlice<UInt8>) {
    var rest = extra
    while let head = ZipFields(rest, count: 4) {
      let body = rest.dropFirst(4).prefix(head.number16(2))
      if head.number16(0) == 1 {
        var at = 0
        while let fields = ZipFields(body, count: at + 8) {
          if let value = fields.number64(at) { values.append(value) } else { isDamaged = true }
          at += 8
        }
        values.reverse()
      }
      rest = rest.dropFirst(4 + head.number16(2))
    }
  }

  /// The field's value, or the next zip64 value if it is 0xFFFFFFFF; nil if that is missing.
  mutating func take(_ value: UInt32) -> Int64? {
    guard value == .max else { return Int64(value) }
    return isDamaged ? nil : values.popLast()
  }
}

/// The first four bytes of a zip archive's records.
enum ZipSignature {
  static let localHeader: UInt32 = 0x0403_4B50
  static let descriptor: UInt32 = 0x0807_4B50

  /// The records that may follow the last member: archive extra data, the directory, zip64's end of
  /// it, its end.
  private static let endings: [UInt32] = [0x0806_4B50, 0x0201_4B50, 0x0606_4B50, 0x0605_4B50]

  static func isEnding(_ signature: UInt32) -> Bool { endings.contains(signature) }
}

/// A member of an archive, as the directory or the header before its data tells. Its name is only
/// data: no path of an archive is opened or written.
struct ZipEntry: Hashable, Sendable {
  let name: String
  let isEncrypted: Bool
  /// 0 stored, 8 deflated; others are not supported.
  let method: Int
  /// Whether sizes and checksum follow the data. Those of the header before it may be 0 then.
  let hasDescriptor: Bool
  let checksum: UInt32
  /// Compressed size in bytes.
  let compressedSize: Int64
  let size: Int64
  /// The offset of the local header from the start of the archive; 0 if the entry is that header.
  let header: Int64

  static let fixedSize = 46

  /// The sizes of the rest of a directory entry; nil if it is not one.
  static func restSize(_ fixed: ZipFields) -> (name: Int, extra: Int, comment: Int)? {
    guard fixed.number32(0) == 0x0201_4B50 else { return nil }
    return (fixed.number16(28), fixed.number16(30), fixed.number16(32))
  }

  /// - Parameter rest: name and extra fields.
  /// - Returns: nil if the entry is inconsistent or on another disk.
  init?(_ fixed: ZipFields, nameSize: Int, rest: [UInt8]) {
    guard rest.count >= nameSize else { return nil }
    var zip64 = Zip64Fields(rest.dropFirst(nameSize))
    guard let size = zip64.take(fixed.number32(24)),
      let compressedSize = zip64.take(fixed.number32(20)),
      let header = zip64.take(fixed.number32(42)), fixed.number16(34) == 0
    else { return nil }
    (self.size, self.compressedSize, self.header) = (size, compressedSize, header)
    name = String(decoding: rest.prefix(nameSize), as: UTF8.self)
    (isEncrypted, hasDescriptor) = Self.flags(fixed.number16(8))
    method = fixed.number16(10)
    checksum = fixed.number32(16)
  }

  /// Takes the header before a member's data (§4.3.7).
  ///
  /// - Throws: `damaged` if there is none, or if it is cut or inconsistent.
  init(from source: InputBuffer) throws(ImportError) {
    guard let bytes = try source.take(30), let fixed = ZipFields(bytes, count: 30),
      fixed.number32(0) == ZipSignature.localHeader, let name = try source.take(fixed.number16(26)),
      let extra = try source.take(fixed.number16(28))
    else { throw .damaged(line: nil) }
    self.name = String(decoding: name, as: UTF8.self)
    (isEncrypted, hasDescriptor) = Self.flags(fixed.number16(6))
    method = fixed.number16(8)
    checksum = fixed.number32(14)
    header = 0
    var zip64 = Zip64Fields(extra[...])
    if let size = zip64.take(fixed.number32(22)),
      let compressedSize = zip64.take(fixed.number32(18))
    {
      (self.size, self.compressedSize) = (size, compressedSize)
    } else if hasDescriptor {
      (size, compressedSize) = (0, 0)
    } else {
      throw .damaged(line: nil)
    }
  }

  /// Bit 0: encrypted; 3: sizes follow the data; 6: strong encryption; 13: encrypted headers.
  private static func flags(_ flags: Int) -> (isEncrypted: Bool, hasDescriptor: Bool) {
    (flags & (1 | 1 << 6 | 1 << 13) != 0, flags & 8 != 0)
  }
}
