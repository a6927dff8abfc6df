// The members of objects, and their names in a `switch`.

/// One member of an object.
package struct JSONMember: Sendable {
  let document: JSONDocument
  let index: Int

  /// Its name with the escapes resolved.
  package var name: String { nameValue.string ?? "" }

  /// Its name for use in a `switch`.
  package var key: JSONKey { nameValue.view(\.key) }

  /// Its value.
  package var value: JSONValue { JSONValue(document, at: index + 1) }

  /// Its name as written, including quotes and escapes.
  var nameSlice: ArraySlice<UInt8> { nameValue.slice }

  private var nameValue: JSONValue { JSONValue(document, at: index) }
}

/// The name of a member as bytes: `switch member.key { case "id": … }` creates no string and costs
/// about one integer comparison for each case.
///
/// Only names of at most ``lengthLimit`` bytes can match; read longer ones with `member.name`.
package struct JSONKey: Equatable, Sendable {
  /// The longest name that can match a case, in bytes of UTF-8.
  package static let lengthLimit = 32

  private let count: Int
  /// The bytes, padded with zeros.
  private let words: SIMD4<UInt64>

  /// - Parameter name: at most ``lengthLimit`` bytes; longer names of one length are equal.
  @inline(__always)
  init(_ name: UnsafeBufferPointer<UInt8>) {
    count = name.count
    words = Self.words(of: name)
  }

  /// Whether the name is `text`, byte by byte (no Unicode equivalence).
  package static func ~= (text: StaticString, key: JSONKey) -> Bool {
    // Most names already differ in length.
    guard text.utf8CodeUnitCount == key.count, key.count <= lengthLimit else { return false }
    let text = UnsafeBufferPointer(start: text.utf8Start, count: key.count)
    return words(of: text) == key.words
  }

  @inline(__always)
  private static func words(of name: UnsafeBufferPointer<UInt8>) -> SIMD4<UInt64> {
    var words = SIMD4<UInt64>()
    guard name.count <= lengthLimit else { return words }
    var at = 0
    while at &+ 8 <= name.count {
      words[at &>> 3] = ByteWord.load(name, at: at)
      at &+= 8
    }
    if at < name.count { words[at &>> 3] = ByteWord.load(last: name, from: at) }
    return words
  }
}
