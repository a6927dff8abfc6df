// Reads lines of the event stream: our own of any 1.x, and what other programs write.

import Codec
import SyncModel

/// Decodes one line after another. Types and members that are not known are told and change nothing.
package struct EventDecoder: Sendable {
  private var parser = JSONParser()
  /// Where the members of the line at hand stand; kept for the next line.
  private var places = [Int32](repeating: 0, count: WireField.allCases.count)

  package init() {}

  /// Decodes a line, with or without its end.
  ///
  /// - Throws: what is wrong with it; the next line can be decoded all the same.
  package mutating func decode(_ line: UnsafeBufferPointer<UInt8>) throws(WireError) -> WireLine {
    try decode(line) { $0 }
  }

  /// Decodes a line and gives what `body` makes of it where it is: a line is too large to be moved
  /// about a million times a second.
  ///
  /// - Throws: what is wrong with it; the next line can be decoded all the same.
  mutating func decode<Result>(
    _ line: UnsafeBufferPointer<UInt8>, _ body: (WireLine) -> Result
  ) throws(WireError) -> Result {
    var places: [Int32] = []
    swap(&places, &self.places)
    defer { swap(&places, &self.places) }
    var outcome = Swift.Result<Result, WireError>.failure(.notAnObject)
    do throws(JSONError) {
      try parser.parse(line) { view in
        places.withUnsafeMutableBufferPointer { places in
          do throws(WireError) {
            outcome = .success(body(try WireLine(view, places)))
          } catch {
            outcome = .failure(error)
          }
        }
      }
    } catch {
      throw WireError(error, isBlank: line.allSatisfy { $0 <= 0x20 })
    }
    return try outcome.get()
  }

  /// Decodes a line, with or without its end.
  ///
  /// - Throws: what is wrong with it; the next line can be decoded all the same.
  package mutating func decode(_ line: some Sequence<UInt8>) throws(WireError) -> WireLine {
    let line = Array(line)
    return try line.withUnsafeBufferPointer { (line) throws(WireError) in try decode(line) }
  }
}

extension WireLine {
  fileprivate init(
    _ line: JSONView, _ places: UnsafeMutableBufferPointer<Int32>
  ) throws(WireError) {
    places.update(repeating: 0)
    var seen = WireFieldSet()
    var strangers: [DisplayText] = []
    let isObject = line.forEachMember { name, value in
      guard let place = WireLists.fields.index(of: name) else {
        return strangers.append(DisplayText(name.string ?? ""))
      }
      // Of two members of one name the first counts, as everywhere.
      if places[place] != 0 { return }
      seen.insert(place)
      places[place] = Int32(truncatingIfNeeded: value.place)
    }
    guard isObject else { throw .notAnObject }
    let fields = WireFields(line: line, places: UnsafeBufferPointer(places))
    guard let view = fields.view(.type), view.kind == .string else { throw .noType }
    ts = try fields.time(.ts)
    seq = try fields.count(.seq)
    elapsed = try fields.milliseconds(.elapsedMS)
    guard let type = WireLists.types.known(view) else {
      event = .unknown(type: DisplayText(view.string ?? ""))
      ignored = []
      isComplete = true
      return
    }
    event = try WireEvent(type, fields)
    isComplete = EventTable.requiredFields(of: type).subtracting(seen).isEmpty
    let surplus = seen.subtracting(EventTable.fields(of: type))
    ignored =
      surplus.isEmpty
      ? strangers
      : strangers
        + WireField.allCases.filter { surplus.contains($0.place) }
        .map { DisplayText($0.rawValue) }
  }
}
