// Finds the members of objects with similar members.

/// Finds members by name. Writers put the members of similar objects in the same order, so a name
/// is first compared with the name that followed its predecessor last time.
package struct JSONMemberFinder: Sendable {
  private let names: StringTable
  /// For each name, the position of the member's value; 0 when it is absent or `null`.
  private var places: [Int32]
  /// For each name, the name that followed it last; the final entry is the name that came first.
  private var followers: [Int]

  /// - Parameter names: all different, at least one, at most 128.
  package init(_ names: [String]) {
    self.names = StringTable(names)
    places = [Int32](repeating: 0, count: names.count)
    followers = [Int](repeating: 0, count: names.count + 1)
  }

  /// Calls `body` with an object and its members, or with nil when `object` is not an object.
  /// Neither may escape `body`. If a name occurs twice, the first member counts.
  package mutating func find(in object: JSONValue, _ body: (JSONRecord?) -> Void) {
    object.view { find(in: $0, body) }
  }

  /// Calls `body` with an object and its members, or with nil when `object` is not an object. If a
  /// name occurs twice, the first member counts.
  package mutating func find(in object: JSONView, _ body: (JSONRecord?) -> Void) {
    guard object.kind == .object else { return body(nil) }
    Self.find(in: object, names, &places, &followers, body)
  }

  private static func find(
    in object: JSONView, _ names: StringTable, _ places: inout [Int32], _ followers: inout [Int],
    _ body: (JSONRecord?) -> Void
  ) {
    places.withUnsafeMutableBufferPointer { places in
      guard let start = places.baseAddress else { return body(nil) }
      places.update(repeating: 0)
      var found = JSONWordSet()
      followers.withUnsafeMutableBufferPointer { followers in
        var last = places.count
        object.forEachMemberOfObject { name, value in
          guard let index = names.index(ofName: name, first: followers[last]) else { return }
          followers[last] = index
          last = index
          if found.contains(index) { return }
          found.insert(index)
          if !value.isNull { places[index] = Int32(truncatingIfNeeded: value.place) }
        }
      }
      body(JSONRecord(object, places: UnsafePointer(start), names: found))
    }
  }
}

/// An object whose members have been found. It refers to bytes that live only as long as the call
/// that passes it, so it must not be kept.
package struct JSONRecord {
  private let object: JSONView
  /// The names of the list that it has.
  package let names: JSONWordSet
  private let places: UnsafePointer<Int32>

  init(_ object: JSONView, places: UnsafePointer<Int32>, names: JSONWordSet) {
    self.object = object
    self.places = places
    self.names = names
  }

  /// The first member with the name at this index of the list; nil when it is absent or `null`.
  package subscript(name: Int) -> JSONView? {
    let place = Int(places[name])
    return place == 0 ? nil : object.value(at: place)
  }
}
