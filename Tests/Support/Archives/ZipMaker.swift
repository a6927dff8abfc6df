// Zip archives byte by byte, correct and wrong ones (APPNOTE.TXT 6.3.10), and packed bytes.

import CLibrary

/// A member of an archive made by a test. Its claimed sizes may differ from the real ones.
package struct ZipFile: Sendable {
  package enum Method: UInt16, Sendable { case stored = 0, deflated = 8, bzip2 = 12 }

  package var name: String
  package var bytes: [UInt8]
  package var method = Method.deflated
  /// Sizes and offsets use zip64.
  package var isLarge = false
  /// Sizes and checksum follow the data, as Apple writes them.
  package var hasDescriptor = true
  /// The descriptor has its optional signature.
  package var isDescriptorSigned = true
  /// The local header has sizes and checksum even if they follow the data.
  package var headerHasSizes = false
  /// The local header uses zip64.
  package var hasLargeHeader = false
  package var isEncrypted = false
  /// Changes the claimed size.
  package var toldSize: Int?
  package var toldChecksum: UInt32?
  package var toldPackedSize: UInt64?
  package var toldHeader: UInt64?
  /// Changes the packed bytes.
  package var damage: (@Sendable (inout [UInt8]) -> Void)?

  package init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
  package init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
}

package struct ZipMaker {
  package private(set) var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0
  /// Where the bytes are placed in a file that begins with a hole.
  private var offset: UInt64

  package init(offset: UInt64 = 0) { self.offset = offset }

  package static func archive(_ files: [ZipFile], comment: String = "") throws -> [UInt8] {
    var maker = ZipMaker()
    for file in files { try maker.add(file) }
    maker.finish(comment: comment)
    return maker.bytes
  }

  package mutating func add(_ file: ZipFile) throws {
    let header = offset + UInt64(bytes.count)
    var packed = file.method == .deflated ? try Deflate.pack(file.bytes) : file.bytes
    file.damage?(&packed)
    let checksum = file.toldChecksum ?? Deflate.checksum(file.bytes)
    let size = UInt64(file.toldSize ?? file.bytes.count)
    let flags: UInt16 = (file.hasDescriptor ? 8 : 0) | (file.isEncrypted ? 1 : 0) | 0x800
    let isKnown = !file.hasDescriptor || file.headerHasSizes
    let packedSize = isKnown ? file.toldPackedSize ?? UInt64(packed.count) : 0
    let headerSize = isKnown ? size : 0
    let name = Array(file.name.utf8)

    bytes.put(0x0403_4B50 as UInt32, 45 as UInt16, flags, file.method.rawValue, 0 as UInt32)
    bytes.put(isKnown ? checksum : 0)
    var headerExtra: [UInt8] = []
    if file.hasLargeHeader {
      headerExtra.put(1 as UInt16, 16 as UInt16, headerSize, packedSize)
      bytes.put(UInt32.max, UInt32.max)
    } else {
      bytes.put(UInt32(clamping: packedSize), UInt32(clamping: headerSize))
    }
    bytes.put(UInt16(name.count), UInt16(headerExtra.count))
    bytes += name + headerExtra + packed
    if file.hasDescriptor {
      if file.isDescriptorSigned { bytes.put(0x0807_4B50 as UInt32) }
      bytes.put(checksum)
      if file.isLarge {
        bytes.put(UInt64(packed.count), size)
      } else {
        bytes.put(UInt32(clamping: packed.count), UInt32(clamping: size))
      }
    }

    let isLarge = file.isLarge || header >= UInt64(UInt32.max)
    var extra: [UInt8] = []
    // A field that other programs write, before the one that counts.
    extra.put(0x5455 as UInt16, 1 as UInt16, 0 as UInt8)
    if isLarge {
      extra.put(
        1 as UInt16, 24 as UInt16, size, file.toldPackedSize ?? UInt64(packed.count),
        file.toldHeader ?? header)
    }
    directory.put(0x0201_4B50 as UInt32, 45 as UInt16, 45 as UInt16, flags)
    directory.put(file.method.rawValue, 0 as UInt32, checksum)
    directory.put(isLarge ? .max : UInt32(packed.count), isLarge ? .max : UInt32(clamping: size))
    directory.put(UInt16(name.count), UInt16(extra.count), 0 as UInt16)
    directory.put(0 as UInt16, 0 as UInt16, 0 as UInt32)
    directory.put(isLarge ? UInt32.max : UInt32(header))
    directory += name + extra
    count += 1
  }

  /// The bytes so far, which are not kept: an archive may be larger than the memory.
  package mutating func takeBytes() -> [UInt8] {
    offset += UInt64(bytes.count)
    defer { bytes = [] }
    return bytes
  }

  /// Writes the directory; `isLarge` with a zip64 end record, needed or not.
  package mutating func finish(isLarge: Bool = false, comment: String = "") {
    let start = offset + UInt64(bytes.count)
    bytes += directory
    let isLarge = isLarge || start >= UInt64(UInt32.max)
    if isLarge {
      let end = offset + UInt64(bytes.count)
      bytes.put(0x0606_4B50 as UInt32, 44 as UInt64, 45 as UInt16, 45 as UInt16)
      bytes.put(0 as UInt32, 0 as UInt32, UInt64(count), UInt64(count))
      bytes.put(UInt64(directory.count), start)
      bytes.put(0x0706_4B50 as UInt32, 0 as UInt32, end, 1 as UInt32)
    }
    bytes.put(0x0605_4B50 as UInt32, 0 as UInt16, 0 as UInt16)
    bytes.put(UInt16(clamping: count), UInt16(clamping: count))
    bytes.put(isLarge ? .max : UInt32(directory.count), isLarge ? .max : UInt32(start))
    bytes.put(UInt16(comment.utf8.count))
    bytes += Array(comment.utf8)
  }

  /// Writes the archive as a file that begins like one and has a hole up to its offset.
  package func write(to path: String) throws {
    let file = fopen(path, "w")
    defer { if let file { fclose(file) } }
    guard let file, fwrite([0x50, 0x4B, 3, 4] as [UInt8], 1, 4, file) == 4,
      fseeko(file, off_t(offset), SEEK_SET) == 0,
      fwrite(bytes, 1, bytes.count, file) == bytes.count
    else { throw SystemFailure("write \(path)") }
  }
}

extension [UInt8] {
  /// Appends numbers, little-endian, each as long as its type.
  fileprivate mutating func put<each Number: FixedWidthInteger>(_ numbers: repeat each Number) {
    for number in repeat each numbers {
      Swift.withUnsafeBytes(of: number.littleEndian) { self += $0 }
    }
  }
}

package enum Deflate {
  private typealias Compress =
    @convention(c) (
      UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt>?, UnsafePointer<UInt8>?, UInt, Int32
    ) -> Int32

  /// A raw deflate stream (RFC 1951), by the platform's zlib.
  package static func pack(_ bytes: [UInt8]) throws -> [UInt8] {
    guard let library = dlopen("libz.so.1", RTLD_NOW) ?? dlopen("libz.1.dylib", RTLD_NOW),
      let symbol = dlsym(library, "compress2")
    else { throw SystemFailure("libz") }
    let compress = unsafeBitCast(symbol, to: Compress.self)
    var packed = [UInt8](repeating: 0, count: bytes.count + bytes.count / 500 + 128)
    var count = UInt(packed.count)
    guard compress(&packed, &count, bytes, UInt(bytes.count), 6) == 0 else {
      throw SystemFailure("compress2")
    }
    // Without zlib's own head of two bytes and its checksum of four (RFC 1950).
    return Array(packed[2..<Int(count) - 4])
  }

  /// A whole gzip member (RFC 1952).
  package static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let tail = [checksum(bytes), UInt32(truncatingIfNeeded: bytes.count)]
    return try [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + pack(bytes)
      + tail.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }

  /// CRC-32 as zip has it: reflected, polynomial 0x04C11DB7.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8
    }
  }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }
}
