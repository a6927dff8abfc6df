// What each byte may be in markup.

/// A table of the classes of bytes; names follow XML 1.0 as far as ASCII goes, and may hold
/// anything beyond it.
struct XMLClass: ~Copyable {
  private static let nameStart: UInt8 = 1
  private static let name: UInt8 = 2
  private static let blank: UInt8 = 4

  private let table: UnsafeMutablePointer<UInt8>

  init() {
    table = .allocate(capacity: 256)
    for byte in UInt8.min ... .max {
      let classes: UInt8 =
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
          Self.nameStart | Self.name
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): Self.name
        case 0x20, 0x09, 0x0A, 0x0D: Self.blank
        default: 0
        }
      table[Int(byte)] = classes
    }
  }

  deinit {
    table.deallocate()
  }

  @inline(__always)
  func isNameStart(_ byte: UInt8) -> Bool { table[Int(byte)] & Self.nameStart != 0 }

  @inline(__always)
  func isName(_ byte: UInt8) -> Bool { table[Int(byte)] & Self.name != 0 }

  @inline(__always)
  func isBlank(_ byte: UInt8) -> Bool { table[Int(byte)] & Self.blank != 0 }
}
