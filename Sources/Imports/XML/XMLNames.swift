// The names of open elements, and byte classes for names.

/// A stack of names with a fixed capacity.
struct XMLNames: ~Copyable {
  private(set) var count = 0
  private let bytes: UnsafeMutablePointer<UInt8>
  private let ends: UnsafeMutablePointer<Int>

  init() {
    bytes = .allocate(capacity: XMLLimit.depth * XMLLimit.name)
    ends = .allocate(capacity: XMLLimit.depth)
  }

  deinit {
    bytes.deallocate()
    ends.deallocate()
  }

  /// Opens an element; false if the nesting or the name is too long.
  mutating func push(_ name: UnsafePointer<UInt8>, count length: Int) -> Bool {
    guard count < XMLLimit.depth, length <= XMLLimit.name else { return false }
    let start = endOfLast
    (bytes + start).update(from: name, count: length)
    ends[count] = start + length
    count += 1
    return true
  }

  func isLast(_ name: UnsafePointer<UInt8>, count length: Int) -> Bool {
    guard count > 0 else { return false }
    let start = count > 1 ? ends[count - 2] : 0
    return ends[count - 1] - start == length && areEqual(bytes + start, name, length)
  }

  /// Closes the innermost element; requires one.
  mutating func pop() { count -= 1 }

  private var endOfLast: Int { count > 0 ? ends[count - 1] : 0 }
}

/// A table of byte classes; names follow XML 1.0 for ASCII and allow all other characters.
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
