// Walking over the inside of objects and arrays.

/// The members of an object, in the order of the text.
package struct JSONMembers: Sequence, IteratorProtocol, Sendable {
  private let document: JSONDocument
  private var at: Int
  private let end: Int

  init(_ document: JSONDocument, from start: Int, to end: Int) {
    self.document = document
    at = start
    self.end = end
  }

  /// The next member.
  package mutating func next() -> JSONMember? {
    guard at < end else { return nil }
    defer { at = document.tokens[at + 1].next }
    return JSONMember(document: document, index: at)
  }
}

/// One member of an object.
package struct JSONMember: Sendable {
  let document: JSONDocument
  let index: Int

  /// Its name.
  package var key: JSONKey { JSONKey(document, at: index) }

  /// Its value.
  package var value: JSONValue { JSONValue(document, at: index + 1) }
}

/// The name of a member, compared where it stands: `switch member.key { case "id": … }` makes no
/// string.
package struct JSONKey: Sendable {
  private let document: JSONDocument
  private let index: Int

  init(_ document: JSONDocument, at index: Int) {
    self.document = document
    self.index = index
  }

  /// The name with its escapes resolved.
  package var string: String { value.string ?? "" }

  /// The name as it is written, quotes and escapes included.
  package var slice: ArraySlice<UInt8> { value.slice }

  /// Whether the name is `text`, scalar by scalar (no Unicode equivalence).
  package static func == (key: JSONKey, text: String) -> Bool {
    let token = key.document.tokens[key.index]
    if token.isMarked { return key.string.utf8.elementsEqual(text.utf8) }
    let length = Int(token.end - token.start) - 2
    guard text.utf8.count == length else { return false }
    let start = key.document.base + Int(token.start) + 1
    let isEqual = text.utf8.withContiguousStorageIfAvailable { text in
      key.document.bytes.withUnsafeBufferPointer { bytes in
        for index in 0..<length where bytes[start + index] != text[index] { return false }
        return true
      }
    }
    return isEqual ?? text.utf8.elementsEqual(key.document.bytes[start..<start + length])
  }

  /// Lets a `switch` over a key have string literals as cases.
  package static func ~= (text: String, key: JSONKey) -> Bool { key == text }

  private var value: JSONValue { JSONValue(document, at: index) }
}

/// The elements of an array, in order.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
  private let document: JSONDocument
  private var at: Int
  private let end: Int

  init(_ document: JSONDocument, from start: Int, to end: Int) {
    self.document = document
    at = start
    self.end = end
  }

  /// The next element.
  package mutating func next() -> JSONValue? {
    guard at < end else { return nil }
    defer { at = document.tokens[at].next }
    return JSONValue(document, at: at)
  }
}
