// A view of a JSON value in its source: validated once, then read lazily from the bytes.

/// A view of one value inside JSON text.
///
/// Parsing validates the whole text and records where its tokens are. Nothing is copied or
/// converted until it is needed, so `raw` records and numbers of any length stay exactly as
/// received. All values of one text share its bytes and keep them alive.
package struct JSONValue: Sendable {
  /// The deepest allowed nesting of arrays and objects.
  package static let depthLimit = 128
  /// The longest allowed text, in bytes.
  package static let lengthLimit = Int(Int32.max)

  /// The six kinds of JSON value.
  package enum Kind: Sendable { case object, array, string, number, bool, null }

  let document: JSONDocument
  let index: Int

  init(_ document: JSONDocument, at index: Int) { (self.document, self.index) = (document, index) }

  /// Parses `bytes`, or only `range` of it (a line of a file), which must hold one JSON value, with
  /// optional white space around it.
  ///
  /// The grammar is RFC 8259's: no byte-order mark, no comments, no trailing commas, well-formed
  /// UTF-8. An escaped lone surrogate is valid and reads as U+FFFD.
  package init(parsing bytes: [UInt8], in range: Range<Int>? = nil) throws(JSONError) {
    let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
    var tokens: [JSONToken] = []
    // A member of a record takes about 24 bytes and two tokens.
    tokens.reserveCapacity(min(range.count, Self.lengthLimit) / 12 + 4)
    do {
      try bytes.withUnsafeBufferPointer { (all) throws(JSONError) in
        try JSONScanner.scan(UnsafeBufferPointer(rebasing: all[range]), into: &tokens)
      }
    } catch {
      throw JSONError(isCutShort: error.isCutShort, offset: range.lowerBound + error.offset)
    }
    document = JSONDocument(bytes: bytes, base: range.lowerBound, tokens: tokens)
    index = 0
  }

  // MARK: Source

  /// Which of the six kinds this is.
  package var kind: Kind { view { $0.kind } }

  /// The bytes of the value in the source. The slice keeps the whole text alive.
  package var slice: ArraySlice<UInt8> { document.bytes[document.range(of: token)] }

  /// The value as written, for example the digits of an id too large for any integer.
  package var literal: String { String(decoding: slice, as: UTF8.self) }

  // MARK: Values

  /// True for `null`.
  package var isNull: Bool { kind == .null }

  /// The value of `true` or `false`; nil for other kinds.
  package var bool: Bool? { view { $0.bool } }

  /// The text of a string with its escapes resolved; nil for other kinds.
  package var string: String? { view { $0.string } }

  /// The value of a number that is integral in any notation (`178`, `178.0`, `1.78e2`) and fits
  /// into 64 bits; nil otherwise.
  package var integer: Int64? { view { $0.integer } }

  /// The value of a number, correctly rounded; nil for other kinds and beyond the range of a
  /// double.
  package var double: Double? { view { $0.double } }

  // MARK: Members and elements

  /// The value of the first member called `name`; nil when there is none or this is not an object.
  package subscript(name: String) -> JSONValue? {
    var name = name
    return name.withUTF8 { name in view { $0.place(of: name) } }.map { JSONValue(document, at: $0) }
  }

  /// The members of an object in the order of the text, including duplicates; nil for other kinds,
  /// so that an error page is not taken for an empty record.
  package var members: [JSONMember]? {
    guard kind == .object else { return nil }
    var members: [JSONMember] = []
    var at = index + 1
    while at < token.next {
      members.append(JSONMember(document: document, index: at))
      at = document.tokens[at + 1].next
    }
    return members
  }

  /// The elements of an array in order; nil for other kinds, so that an error object is not taken
  /// for an empty page.
  package var elements: [JSONValue]? { elements(atMost: .max) }

  /// The elements of a list; nil for anything else, and for a list longer than `limit`: each
  /// element takes more memory than its text.
  package func elements(atMost limit: Int) -> [JSONValue]? {
    guard kind == .array else { return nil }
    var elements: [JSONValue] = []
    var at = index + 1
    while at < token.next {
      guard elements.count < limit else { return nil }
      elements.append(JSONValue(document, at: at))
      at = document.tokens[at].next
    }
    return elements
  }

  // MARK: Implementation

  private var token: JSONToken { document.tokens[index] }

  /// Calls `body` with the value as a view, which must not escape.
  package func view<R>(_ body: (JSONView) -> R) -> R {
    document.bytes.withUnsafeBufferPointer { bytes in
      document.tokens.withUnsafeBufferPointer { tokens in
        let bytes = UnsafeBufferPointer(rebasing: bytes[document.base...])
        return withUnsafePointer(to: JSONView.Text(bytes: bytes, tokens: tokens)) { text in
          body(JSONView(text, at: index))
        }
      }
    }
  }
}

/// One member of an object.
package struct JSONMember: Sendable {
  let document: JSONDocument
  let index: Int

  /// Its name with the escapes resolved.
  package var name: String { nameValue.string ?? "" }

  /// Calls `body` with its name, which must not escape.
  package func withName<R>(_ body: (JSONView) -> R) -> R { nameValue.view(body) }

  /// Its value.
  package var value: JSONValue { JSONValue(document, at: index + 1) }

  /// Its name as written, including quotes and escapes.
  var nameSlice: ArraySlice<UInt8> { nameValue.slice }

  private var nameValue: JSONValue { JSONValue(document, at: index) }
}
