// The names of open elements, and the bytes that names are made of.

/// A stack of names, which bounds their number and length.
struct XMLNames {
  private var bytes: [UInt8] = []
  private var starts: [Int] = []

  var count: Int { starts.count }

  /// Opens an element; false if the nesting or the name is too long.
  mutating func push(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count < XMLLimit.depth, name.count <= XMLLimit.name else { return false }
    starts.append(bytes.count)
    bytes += name
    return true
  }

  func isLast(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    starts.last.map { bytes[$0...].elementsEqual(name) } ?? false
  }

  /// Closes the innermost element; requires one.
  mutating func pop() { bytes.removeSubrange(starts.removeLast()...) }
}

/// Names follow XML 1.0 for ASCII and allow all other characters.
extension UInt8 {
  @inline(__always)
  var beginsXMLName: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self >= 0x80
      || self == UInt8(ascii: "_") || self == UInt8(ascii: ":")
  }

  @inline(__always)
  var isInXMLName: Bool {
    beginsXMLName || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }

  @inline(__always)
  var isXMLBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
