// One member of a zip archive, as the archive's directory tells of it (APPNOTE.TXT 6.3.10).

/// A member. Its name is data: no path of an archive is ever opened or written.
struct ZipEntry: Hashable, Sendable {
  let name: String
  let isEncrypted: Bool
  /// 0 stored, 8 deflated; there are others.
  let method: Int
  let checksum: UInt32
  /// Bytes in the archive.
  let compressedSize: Int64
  let size: Int64
  /// Where its own header stands, counted from the beginning of the archive.
  let header: Int64

  /// The bytes of a directory entry before its name.
  static let fixedSize = 46

  /// How long the rest of a directory entry is; nil when it is none.
  static func restSize(_ fixed: ZipFields) -> (name: Int, extra: Int, comment: Int)? {
    guard fixed.number32(0) == 0x0201_4B50 else { return nil }
    return (fixed.number16(28), fixed.number16(30), fixed.number16(32))
  }

  /// - Parameter rest: name and extra fields.
  /// - Returns: nil when the entry contradicts itself, or lies on another disk.
  init?(_ fixed: ZipFields, nameSize: Int, rest: [UInt8]) {
    guard rest.count >= nameSize else { return nil }
    name = String(decoding: rest.prefix(nameSize), as: UTF8.self)
    let flags = fixed.number16(8)
    // Bit 0 encrypted, 6 strongly, 13 with hidden headers.
    isEncrypted = flags & (1 | 1 << 6 | 1 << 13) != 0
    method = fixed.number16(10)
    checksum = fixed.number32(16)

    var large = ZipLargeFields(rest.dropFirst(nameSize))
    guard let size = large.take(fixed.number32(24)),
      let compressedSize = large.take(fixed.number32(20)),
      let header = large.take(fixed.number32(42)), fixed.number16(34) == 0
    else { return nil }
    (self.size, self.compressedSize, self.header) = (size, compressedSize, header)
  }
}

/// The fields of a zip64 entry that did not fit into 32 bits, in their order.
private struct ZipLargeFields {
  private var values: [Int64] = []
  private var isDamaged = false

  /// - Parameter extra: the extra fields of an entry: kind, length and bytes of each.
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

  /// The field's own value, or the next large one in its place; nil when that is missing.
  mutating func take(_ value: UInt32) -> Int64? {
    guard value == .max else { return Int64(value) }
    return isDamaged ? nil : values.popLast()
  }
}

/// The bytes of a header.
struct ZipFields {
  private let bytes: ArraySlice<UInt8>

  /// nil when there are not `count` bytes.
  init?(_ bytes: some Collection<UInt8>, count: Int) {
    guard bytes.count >= count else { return nil }
    self.bytes = ArraySlice(bytes)
  }

  func number16(_ at: Int) -> Int { Int(number(at, bytes: 2)) }

  func number32(_ at: Int) -> UInt32 { UInt32(truncatingIfNeeded: number(at, bytes: 4)) }

  /// nil for what no file can be as long as.
  func number64(_ at: Int) -> Int64? { Int64(exactly: number(at, bytes: 8)) }

  /// `at` must leave room for the number.
  private func number(_ at: Int, bytes count: Int) -> UInt64 {
    bytes.dropFirst(at).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
