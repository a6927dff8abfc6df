// The attributes of one tag, as places in the bytes that were read.

/// Attributes in the order they are written, each name once. Valid until the scanner goes on.
struct XMLAttributes: ~Copyable {
  private struct Attribute {
    var name: Int
    var nameCount: Int
    var value: Int
    var valueCount: Int
    /// Equal for equal names, and for few others.
    var key: UInt64
    var hasReferences: Bool
  }

  /// What the scanner reads into; the places count from there.
  private let bytes: UnsafePointer<UInt8>
  private let list: UnsafeMutablePointer<Attribute>
  private(set) var count = 0
  /// Values with their references resolved, which are never longer than they were written.
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

  /// Adds an attribute; of two with one name the first stays.
  ///
  /// - Returns: whether the name was new; nil when there are too many.
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

  /// The value of the attribute of that name, its references resolved; nil when there is none.
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
    // Asked for again and again, the values of one tag could fill more than the tag is long.
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

  /// The first and the last eight bytes of a name and its length, mixed. The loads may reach beyond
  /// the name, never beyond the scanner's room.
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

/// Whether two pieces of memory hold the same bytes.
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
  /// Whether it holds exactly the bytes of a text.
  @inline(__always)
  func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount, let baseAddress else { return count == 0 }
    return areEqual(baseAddress, text.utf8Start, count)
  }

  /// What follows `prefix`; nil when it does not begin with it.
  func dropping(_ prefix: StaticString) -> UnsafeBufferPointer<UInt8>? {
    let length = prefix.utf8CodeUnitCount
    guard count >= length, let baseAddress, areEqual(baseAddress, prefix.utf8Start, length) else {
      return nil
    }
    return UnsafeBufferPointer(rebasing: self[length...])
  }
}
