// The attributes of one tag, as ranges of the scanner's buffer.

/// Attributes in document order, without duplicates. Valid until the scanner's next token.
struct XMLAttributes: ~Copyable {
  private struct Attribute {
    let name: Range<Int>
    let value: Range<Int>
    let hasReferences: Bool
  }

  /// The scanner's buffer, which the ranges refer to.
  private let bytes: UnsafePointer<UInt8>
  private var list: [Attribute] = []
  /// Values with resolved references, which are never longer than the source.
  private let decoded: UnsafeMutablePointer<UInt8>
  private var decodedCount = 0

  init(of bytes: UnsafePointer<UInt8>) {
    self.bytes = bytes
    decoded = .allocate(capacity: XMLLimit.tag)
  }

  deinit { decoded.deallocate() }

  mutating func removeAll() {
    list.removeAll(keepingCapacity: true)
    decodedCount = 0
  }

  /// Adds an attribute; a duplicate is ignored.
  ///
  /// - Returns: whether the name was new; nil if there are too many.
  mutating func add(name: Range<Int>, value: Range<Int>, hasReferences: Bool) -> Bool? {
    for attribute in list where attribute.name.count == name.count {
      if text(attribute.name).elementsEqual(text(name)) { return false }
    }
    guard list.count < XMLLimit.attributes else { return nil }
    list.append(Attribute(name: name, value: value, hasReferences: hasReferences))
    return true
  }

  /// The value of an attribute with references resolved; nil if there is none.
  mutating func value(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    for attribute in list where text(attribute.name).equals(name) {
      let written = text(attribute.value)
      return attribute.hasReferences ? decode(written) : written
    }
    return nil
  }

  private mutating func decode(
    _ written: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    // Reuse the buffer: repeated requests can exceed the length of the tag.
    if decodedCount + written.count > XMLLimit.tag { decodedCount = 0 }
    let start = decoded + decodedCount
    var length = 0
    var at = 0
    while at < written.count {
      if written[at] == UInt8(ascii: "&"), let from = written.baseAddress,
        case .character(let character, let skipped) = XMLReference(from, at: at, end: written.count)
      {
        for unit in UTF8.encode(character) ?? UTF8.encodedReplacementCharacter {
          start[length] = unit
          length += 1
        }
        at += skipped
      } else {
        start[length] = written[at]
        length += 1
        at += 1
      }
    }
    decodedCount += length
    return UnsafeBufferPointer(start: start, count: length)
  }

  private func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
  }
}

@inline(__always)
func areEqual(_ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ count: Int) -> Bool {
  var at = 0
  while at < count {
    if one[at] != other[at] { return false }
    at &+= 1
  }
  return true
}

extension UnsafeBufferPointer<UInt8> {
  @inline(__always)
  func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount, let baseAddress else { return false }
    return areEqual(baseAddress, text.utf8Start, count)
  }

  /// Whether it equals a text: `switch scanner.name { case "Record": … }`.
  @inline(__always)
  static func ~= (text: StaticString, bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.equals(text)
  }

  /// The bytes after `prefix`; nil if it does not start with it.
  func dropping(_ prefix: StaticString) -> UnsafeBufferPointer<UInt8>? {
    let length = prefix.utf8CodeUnitCount
    guard count >= length, let baseAddress, areEqual(baseAddress, prefix.utf8Start, length) else {
      return nil
    }
    return UnsafeBufferPointer(rebasing: self[length...])
  }
}
