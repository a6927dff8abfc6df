// Parses many small texts without allocating, for streams of lines.

/// Parses texts one by one, with the grammar and limits of ``JSONValue``. Keeps only the capacity
/// for tokens between them.
package struct JSONParser: Sendable {
  private var tokens: [JSONToken] = []

  /// A new parser.
  package init() {}

  /// Parses `text` and calls `body` with its value, which must not escape. Not generic: a generic
  /// function would not be specialised for other modules, and would be dispatched dynamically for
  /// every line.
  ///
  /// - Throws: the reason when `text` is not one JSON value; `body` is not called then.
  package mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (JSONView) -> Void
  ) throws(JSONError) {
    // A text has at most as many tokens as bytes.
    if tokens.count <= text.count {
      tokens += repeatElement(.empty, count: text.count + 1 - tokens.count)
    }
    try tokens.withUnsafeMutableBufferPointer { (tokens) throws(JSONError) in
      try JSONScanner.scan(text, into: tokens)
      let whole = JSONView.Text(bytes: text, tokens: UnsafeBufferPointer(tokens))
      withUnsafePointer(to: whole) { body(JSONView($0, at: 0)) }
    }
  }
}

/// An object whose members have been found. It refers to bytes that live only as long as the call
/// that passes it, so it must not be kept.
package struct JSONRecord {
  /// The object itself.
  package let object: JSONView
  /// The names of the list that it has.
  package let names: JSONWordSet
  /// Whether it has members with other names.
  package let hasStrangers: Bool
  private let places: UnsafePointer<Int32>

  init(
    _ object: JSONView, places: UnsafePointer<Int32>, names: JSONWordSet, hasStrangers: Bool
  ) {
    self.object = object
    self.places = places
    self.names = names
    self.hasStrangers = hasStrangers
  }

  /// The first member with the name at this index of the list; nil when it is absent or `null`.
  package subscript(name: Int) -> JSONView? {
    let place = Int(places[name])
    if place == 0 { return nil }
    let value = object.value(at: place)
    return value.isNull ? nil : value
  }
}

/// Parses objects one by one, with the grammar and limits of ``JSONValue``, and finds their members
/// by name.
package struct JSONRecordParser: Sendable {
  private var parser = JSONParser()
  private var finder: JSONMemberFinder

  /// - Parameter names: the names of the members, all different, at least one, at most 128.
  package init(names: [String]) {
    finder = JSONMemberFinder(names)
  }

  /// Parses `text` and calls `body` with it, or with nil when it is not an object.
  ///
  /// - Throws: the reason when `text` is not one JSON value; `body` is not called then.
  package mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (JSONRecord?) -> Void
  ) throws(JSONError) {
    try Self.parse(text, &parser, &finder, body)
  }

  private static func parse(
    _ text: UnsafeBufferPointer<UInt8>, _ parser: inout JSONParser,
    _ finder: inout JSONMemberFinder, _ body: (JSONRecord?) -> Void
  ) throws(JSONError) {
    try parser.parse(text) { finder.find(in: $0, body) }
  }
}

/// A set of words, by their indices in a list: 0 to 127.
package struct JSONWordSet: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  package init() {}

  package var isEmpty: Bool { low | high == 0 }

  @inline(__always)
  package mutating func insert(_ place: Int) {
    let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: place)
    if place < 64 { low |= bit } else { high |= bit }
  }

  package func contains(_ place: Int) -> Bool {
    (place < 64 ? low : high) &>> UInt64(truncatingIfNeeded: place) & 1 == 1
  }

  package func subtracting(_ other: JSONWordSet) -> JSONWordSet {
    var rest = self
    rest.low &= ~other.low
    rest.high &= ~other.high
    return rest
  }
}
