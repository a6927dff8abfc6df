// The attributes of one tag, as offsets into the scanner's buffer.

/// Attributes in document order, without duplicates. Valid until the scanner's next token.
struct XMLAttributes: ~Copyable {
  private struct Attribute {
    var name: Int
    var nameCount: Int
    var value: Int
    var valueCount: Int
    /// A hash of the name.
    var key: UInt64
    var hasReferences: Bool
  }

  /// The scanner's buffer, which offsets refer to.
  private let bytes: UnsafePointer<UInt8>
  private let list: UnsafeMutablePointer<Attribute>
  private(set) var count = 0
  /// Values with resolved references, which are never longer than the source.
  private let decoded: UnsafeMutablePointer<UInt8>
  private var decodedCount = 0

  init(of bytes: UnsafePointer<UInt8>) {
    self.bytes = bytes
    list = .allocate(capacity: XMLLimit.attributes)
    decoded = .allocate(capacity: XMLLimit.tag)
  }

  deinit {
    list.deallocate()
    decoded.deallocate()
  }

  @inline(__always)
  mutating func removeAll() {
    count = 0
    decodedCount = 0
  }

  /// Adds an attribute; a duplicate is ignored.
  ///
  /// - Returns: whether the name was new; nil if there are too many.
  @inline(__always)
  mutating func add(name: Range<Int>, value: Range<Int>, hasReferences: Bool) -> Bool? {
    let key = key(of: name)
    for index in 0..<count where list[index].key == key {
      if isName(list[index], name) { return false }
    }
    guard count < XMLLimit.attributes else { return nil }
    (list + count).initialize(
      to: Attribute(
        name: name.lowerBound, nameCount: name.count, value: value.lowerBound,
        valueCount: value.count, key: key, hasReferences: hasReferences))
    count &+= 1
    return true
  }

  /// The value of an attribute with references resolved; nil if there is none.
  mutating func value(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    let length = name.utf8CodeUnitCount
    for index in 0..<count where list[index].nameCount == length {
      guard areEqual(bytes + list[index].name, name.utf8Start, length) else { continue }
      return value(at: index)
    }
    return nil
  }

  private mutating func value(at index: Int) -> UnsafeBufferPointer<UInt8> {
    let attribute = list[index]
    let written = UnsafeBufferPointer(
      start: bytes + attribute.value, count: attribute.valueCount)
    guard attribute.hasReferences else { return written }
    // Reuse the buffer: repeated requests can exceed the length of the tag.
    if decodedCount + written.count > XMLLimit.tag { decodedCount = 0 }
    let start = decoded + decodedCount
    var length = 0
    var at = 0
    while at < written.count {
      if written[at] == UInt8(ascii: "&"), let from = written.baseAddress,
        case .character(let character, let skipped) = XMLReference(
          from, at: at, end: written.count)
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

  /// A hash of the first and last eight bytes and the length. Loads may reach beyond the name, but
  /// not beyond the buffer.
  @inline(__always)
  private func key(of name: Range<Int>) -> UInt64 {
    let length = name.count
    let first = XMLWord.load(bytes, name.lowerBound)
    if length < 8 { return first &<< UInt64(64 &- 8 &* length) }
    let last = XMLWord.load(bytes, name.upperBound &- 8)
    return first &* 0x9E37_79B9_7F4A_7C15 ^ last ^ UInt64(length)
  }

  @inline(__always)
  private func isName(_ attribute: Attribute, _ name: Range<Int>) -> Bool {
    attribute.nameCount == name.count
      && areEqual(bytes + attribute.name, bytes + name.lowerBound, name.count)
  }
}

/// Whether two buffers hold the same bytes.
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
  /// Whether it equals a text.
  @inline(__always)
  func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount, let baseAddress else { return count == 0 }
    return areEqual(baseAddress, text.utf8Start, count)
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
