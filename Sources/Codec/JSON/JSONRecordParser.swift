// Parses many small objects whose members have names from one list.

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
