// Paths as text that leads back to their bytes: names on a disk need not be UTF-8.

/// A byte that is not UTF-8 is kept as U+10FF00 plus its value, a scalar for private use, and so
/// are the bytes of such a scalar itself. `DisplayText` shows them as U+FFFD.
extension String {
  /// The path, or a part of it, that the system names by these bytes.
  package init(pathBytes bytes: some Collection<UInt8>) {
    if !bytes.contains(where: { $0 >= 0x80 }) {
      self = String(decoding: bytes, as: UTF8.self)
      return
    }
    var text = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while let byte = rest.first {
      let scalar = (1...4).lazy.compactMap { Self.scalar(of: rest.prefix($0)) }.first
      if let scalar, !isPathByte(scalar) {
        text.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        if let kept = Unicode.Scalar(firstPathByte + UInt32(byte)) { text.append(kept) }
        rest = rest.dropFirst()
      }
    }
    self = String(text)
  }

  /// The bytes by which the system names this path.
  package var pathBytes: [UInt8] {
    guard unicodeScalars.contains(where: isPathByte) else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      isPathByte(scalar) ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
  }

  private static func scalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
  }
}

/// A path as a key: names that look alike and differ in their bytes are names of two files.
/// `String` takes composed and decomposed letters for the same.
package struct PathKey: Hashable, Comparable, ExpressibleByStringLiteral, Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  package init(stringLiteral path: String) { self.path = path }

  package static func == (left: PathKey, right: PathKey) -> Bool {
    left.path.utf8.elementsEqual(right.path.utf8)
  }

  package static func < (left: PathKey, right: PathKey) -> Bool {
    left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var path = path
    path.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

private let firstPathByte: UInt32 = 0x10FF00

func isPathByte(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= firstPathByte }
