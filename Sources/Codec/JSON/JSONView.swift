// A JSON value in bytes that it does not own: `JSONValue` without the reference count.

/// A view of one value inside bytes that live only as long as the call that passes it. Copying it
/// is free; it must not be kept.
package struct JSONView {
  /// A whole text with its tokens.
  struct Text {
    let bytes: UnsafeBufferPointer<UInt8>
    let tokens: UnsafeBufferPointer<JSONToken>
  }

  // Two words, so that a view is passed in registers.
  private let text: UnsafePointer<Text>
  private let index: Int

  init(_ text: UnsafePointer<Text>, at index: Int) { (self.text, self.index) = (text, index) }

  // MARK: Kind

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

  // MARK: Values

  /// The value of `true` or `false`; nil for other kinds.
  package var bool: Bool? {
    switch firstByte {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  /// The text of a string with its escapes resolved; nil for other kinds.
  package var string: String? {
    guard firstByte == UInt8(ascii: "\"") else { return nil }
    let contents = UnsafeBufferPointer(rebasing: bytes[contents])
    return tokens[index].isMarked
      ? JSONText.unescaped(contents) : String(decoding: contents, as: UTF8.self)
  }

  /// The bytes between the quotes of a string without escapes; nil otherwise.
  package var plainText: UnsafeBufferPointer<UInt8>? {
    isPlainText ? UnsafeBufferPointer(rebasing: bytes[contents]) : nil
  }

  /// Whether it is this string: `switch name { case "id": … }` makes no `String`.
  @inline(__always)
  package static func ~= (text: StaticString, view: JSONView) -> Bool {
    view.equals(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// The value of a number that is integral in any notation and fits into 64 bits; nil otherwise.
  package var integer: Int64? { kind == .number ? JSONNumber.integer(validated: source) : nil }

  /// The value of a number, correctly rounded; nil for other kinds and beyond the range of a
  /// double.
  package var double: Double? { kind == .number ? JSONNumber.double(validated: source) : nil }

  // MARK: Members and elements

  /// Calls `body` with each member of an object, in the order of the text, including duplicates;
  /// false when this is not an object.
  package func forEachMember(_ body: (_ name: JSONView, _ value: JSONView) -> Void) -> Bool {
    guard firstByte == UInt8(ascii: "{") else { return false }
    var at = index &+ 1
    let end = tokens[index].next
    while at < end {
      body(value(at: at), value(at: at &+ 1))
      at = tokens[at &+ 1].next
    }
    return true
  }

  /// The first member of an object that has this name; nil when there is none or this is not an
  /// object.
  package func member(_ name: StaticString) -> JSONView? {
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return place(of: name).map { value(at: $0) }
  }

  /// The index of the value of the first member that has this name; nil as above.
  func place(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    guard firstByte == UInt8(ascii: "{") else { return nil }
    var at = index &+ 1
    let end = tokens[index].next
    while at < end {
      if value(at: at).equals(name) { return at &+ 1 }
      at = tokens[at &+ 1].next
    }
    return nil
  }

  /// Calls `body` with each element of an array; false when this is not an array.
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

  // MARK: Implementation

  /// The index of the value in its text; never 0 for a value inside another.
  var place: Int { index }

  func value(at place: Int) -> JSONView { JSONView(text, at: place) }

  /// Whether this is a string without escapes.
  private var isPlainText: Bool { firstByte == UInt8(ascii: "\"") && !hasEscapes }

  /// Whether it is a string of these bytes.
  @inline(__always)
  private func equals(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if hasEscapes { return string?.utf8.elementsEqual(text) == true }
    // Most names already differ in length, here with their quotes.
    guard source.count == text.count &+ 2, isPlainText else { return false }
    return text.indices.allSatisfy { bytes[contents.lowerBound &+ $0] == text[$0] }
  }

  /// For a string: whether it contains escapes.
  private var hasEscapes: Bool { tokens[index].isMarked }

  var bytes: UnsafeBufferPointer<UInt8> { text.pointee.bytes }

  var tokens: UnsafeBufferPointer<JSONToken> { text.pointee.tokens }

  private var firstByte: UInt8 { bytes[Int(tokens[index].start)] }

  /// The bytes of the value.
  var source: UnsafeBufferPointer<UInt8> {
    let token = tokens[index]
    return UnsafeBufferPointer(rebasing: bytes[Int(token.start)..<Int(token.end)])
  }

  /// The range between the quotes of a string.
  private var contents: Range<Int> {
    let token = tokens[index]
    return Range(uncheckedBounds: (Int(token.start) &+ 1, Int(token.end) &- 1))
  }
}
