// Iterates over objects and arrays.

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
  private let document: JSONDocument
  private let index: Int

  init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  /// Its name with the escapes resolved.
  package var name: String { nameValue.string ?? "" }

  /// Its name for use in a `switch`.
  package var key: JSONKey {
    let token = document.tokens[index]
    if token.isMarked {
      var name = name
      return name.withUTF8 { JSONKey($0) }
    }
    return document.bytes.withUnsafeBufferPointer {
      let range = document.range(of: token)
      return JSONKey(UnsafeBufferPointer(rebasing: $0[range.lowerBound + 1..<range.upperBound - 1]))
    }
  }

  /// Its value.
  package var value: JSONValue { JSONValue(document, at: index + 1) }

  /// Its name as written, including quotes and escapes.
  var nameSlice: ArraySlice<UInt8> { nameValue.slice }

  private var nameValue: JSONValue { JSONValue(document, at: index) }
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
