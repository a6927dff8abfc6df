// A JSON value seen in bytes that somebody else keeps: what `JSONValue` is without owning them.

/// A view of one value inside bytes that live as long as the call that hands it out. Copying it is
/// free; it must not be kept.
package struct JSONView {
  /// All of a text, with its tokens in front of others that are not its own.
  struct Text {
    let bytes: UnsafeBufferPointer<UInt8>
    let tokens: UnsafeBufferPointer<JSONToken>
  }

  // Two words: a view travels in registers.
  private let text: UnsafePointer<Text>
  private let index: Int

  init(_ text: UnsafePointer<Text>, at index: Int) {
    self.text = text
    self.index = index
  }

  // MARK: What it is

  /// Which of the six kinds this is.
  package var kind: JSONValue.Kind {
    switch firstByte {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// True for `null`.
  package var isNull: Bool { firstByte == UInt8(ascii: "n") }

  // MARK: What it says

  /// The value of `true` or `false`, nil for every other kind.
  package var bool: Bool? {
    switch firstByte {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  /// The text of a string with its escapes resolved, nil for every other kind.
  package var string: String? {
    guard firstByte == UInt8(ascii: "\"") else { return nil }
    let contents = UnsafeBufferPointer(rebasing: bytes[contents])
    return tokens[index].isMarked
      ? JSONText.unescaped(contents) : String(decoding: contents, as: UTF8.self)
  }

  /// The bytes between the quotes of a string in which nothing is escaped, nil for all else.
  package var plainText: UnsafeBufferPointer<UInt8>? {
    isPlainText ? UnsafeBufferPointer(rebasing: bytes[contents]) : nil
  }

  /// The value of a number that is integral, however it is written, and fits in 64 bits; nil for
  /// everything else.
  package var integer: Int64? {
    kind == .number ? JSONNumber.integer(validated: source) : nil
  }

  /// The value of a number, correctly rounded; nil for other kinds and beyond the range of a double.
  package var double: Double? {
    kind == .number ? JSONNumber.double(validated: source) : nil
  }

  // MARK: What is in it

  /// Calls `body` with each member of an object, in the order of the text, duplicates included;
  /// false when this is no object.
  package func forEachMember(_ body: (_ name: JSONView, _ value: JSONView) -> Void) -> Bool {
    guard firstByte == UInt8(ascii: "{") else { return false }
    forEachMemberOfObject(body)
    return true
  }

  /// Calls `body` with each element of an array; false when this is no array.
  package func forEachElement(_ body: (JSONView) -> Void) -> Bool {
    guard firstByte == UInt8(ascii: "[") else { return false }
    var at = index &+ 1
    let end = tokens[index].next
    while at < end {
      body(value(at: at))
      at = tokens[at].next
    }
    return true
  }

  // MARK: Inside

  /// As ``forEachMember(_:)``, for what is known to be an object.
  @inline(__always)
  func forEachMemberOfObject(_ body: (_ name: JSONView, _ value: JSONView) -> Void) {
    var at = index &+ 1
    let end = tokens[index].next
    while at < end {
      body(value(at: at), value(at: at &+ 1))
      at = tokens[at &+ 1].next
    }
  }

  /// Where the value stands among all of its text; never 0 for one that is inside another.
  var place: Int { index }

  /// The value at a place of the same text.
  func value(at place: Int) -> JSONView {
    JSONView(text, at: place)
  }

  /// Whether this is a string in which nothing is escaped.
  var isPlainText: Bool { firstByte == UInt8(ascii: "\"") && !hasEscapes }

  /// For a string: whether something in it is escaped.
  var hasEscapes: Bool { tokens[index].isMarked }

  /// All of the text.
  var bytes: UnsafeBufferPointer<UInt8> { text.pointee.bytes }

  private var tokens: UnsafeBufferPointer<JSONToken> { text.pointee.tokens }

  private var firstByte: UInt8 { bytes[Int(tokens[index].start)] }

  /// The bytes of the value.
  var source: UnsafeBufferPointer<UInt8> {
    let token = tokens[index]
    return UnsafeBufferPointer(rebasing: bytes[Int(token.start)..<Int(token.end)])
  }

  /// What is between the quotes of a string.
  var contents: Range<Int> {
    let token = tokens[index]
    return Range(uncheckedBounds: (Int(token.start) &+ 1, Int(token.end) &- 1))
  }
}
