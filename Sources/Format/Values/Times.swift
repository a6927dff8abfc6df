// Days and times in JSON.

package import Codec
package import Model

extension JSONWriter {
  /// Writes a member with a time, `2026-11-20T06:00:01Z`, or nothing when there is none.
  package mutating func member(_ name: StaticString, _ time: Timestamp?) {
    guard let time else { return }
    member(name, length: Timestamp.textLength) { time.put(at: $0) }
  }

  /// Writes a member with a day, `2026-11-20`, or nothing when there is none.
  package mutating func member(_ name: StaticString, _ day: Day?) {
    guard let day else { return }
    member(name, length: Day.textLength) { day.put(at: $0) }
  }

  /// Writes a member with a local time, `2026-11-20T07:00:01`, or nothing when there is none.
  package mutating func member(_ name: StaticString, _ time: LocalTime?) {
    guard let time else { return }
    member(name, length: LocalTime.textLength) { time.put(at: $0) }
  }
}

extension JSONValue {
  /// A time of the form that is written here; nil for all else.
  package var timestamp: Timestamp? { string.flatMap { Timestamp($0) } }

  package var day: Day? { string.flatMap { Day($0) } }
}

extension JSONView {
  package var day: Day? { string.flatMap { Day($0) } }
}
