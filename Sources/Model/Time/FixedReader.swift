// Parses and writes texts of a fixed form.

/// A cursor over a short text. Every step either matches and advances, or fails and stays.
package struct FixedReader {
  private let text: UnsafeBufferPointer<UInt8>
  private var at = 0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  package var isAtEnd: Bool { at == text.count }

  /// The value of exactly `count` digits.
  @inline(__always)
  package mutating func digits(_ count: Int) -> Int? {
    guard at + count <= text.count else { return nil }
    var value = 0
    for index in 0..<count {
      let digit = text[at + index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    at += count
    return value
  }

  /// Skips `byte` if it comes next.
  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard at < text.count, text[at] == byte else { return false }
    at += 1
    return true
  }

  /// Skips a text if it comes next.
  package mutating func skip(_ word: StaticString) -> Bool {
    let (rest, size) = (text[at...], word.utf8CodeUnitCount)
    guard rest.starts(with: UnsafeBufferPointer(start: word.utf8Start, count: size)) else {
      return false
    }
    at += size
    return true
  }

  /// Skips all digits that come next; false when there is none.
  mutating func skipDigits() -> Bool {
    let start = at
    while at < text.count, text[at] &- UInt8(ascii: "0") < 10 { at += 1 }
    return at > start
  }

  /// Parses all of `text` with `read`; nil when `read` fails or does not reach the end.
  static func parse<T>(_ text: String, _ read: (inout FixedReader) -> T?) -> T? {
    var text = text
    return text.withUTF8 { parse(utf8: $0, read) }
  }

  /// Parses all of `text` with `read`; nil when `read` fails or does not reach the end.
  package static func parse<T>(
    utf8 text: UnsafeBufferPointer<UInt8>, _ read: (inout FixedReader) -> T?
  ) -> T? {
    var reader = FixedReader(text)
    guard let value = read(&reader), reader.isAtEnd else { return nil }
    return value
  }
}

/// Stores the last `width` digits of a non-negative number, with leading zeros.
@inline(__always)
func putDigits(_ value: Int, width: Int, at output: UnsafeMutablePointer<UInt8>) {
  var rest = value
  for index in (0..<width).reversed() {
    output[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
    rest /= 10
  }
}

/// The text of `length` bytes that `put` stores.
func fixedText(_ length: Int, _ put: (UnsafeMutablePointer<UInt8>) -> Void) -> String {
  String(unsafeUninitializedCapacity: length) { output in
    guard let start = output.baseAddress else { return 0 }
    put(start)
    return length
  }
}
