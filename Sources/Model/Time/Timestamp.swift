// Wall-clock times and their text: RFC 3339 in UTC, whole seconds, `Z`.

/// A wall-clock time in whole seconds.
package struct Timestamp: Comparable, Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  package let seconds: Int64

  package init(seconds: Int64) { self.seconds = seconds }

  /// Parses `YYYY-MM-DDTHH:MM:SSZ` and nothing else; a leap second becomes the second after `:59`.
  package init?(_ text: String) {
    guard let stamp = FixedReader.parse(text, { Timestamp(reading: &$0) }) else { return nil }
    self = stamp
  }

  /// As `init(_:)`, for bytes inside a buffer.
  package init?(utf8 text: UnsafeBufferPointer<UInt8>) {
    guard let stamp = FixedReader.parse(utf8: text, { Timestamp(reading: &$0) }) else { return nil }
    self = stamp
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }

  /// This time plus `duration`, rounded up to whole seconds.
  package static func + (stamp: Timestamp, duration: Duration) -> Timestamp {
    let parts = duration.components
    let seconds = parts.seconds.clampedSum(parts.attoseconds > 0 ? 1 : 0)
    return Timestamp(seconds: stamp.seconds.clampedSum(seconds))
  }

  // MARK: Text

  /// The length of the text in bytes.
  package static let textLength = LocalTime.textLength + 1

  /// The seconds that can be written as text: 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
  package static let textRange =
    Day.range.lowerBound.startOfDayUTC.seconds...Day.range.upperBound.startOfDayUTC.seconds + 86_399

  private init?(reading reader: inout FixedReader) {
    guard let time = LocalTime(reading: &reader), reader.skip(UInt8(ascii: "Z")) else { return nil }
    seconds = time.secondsSince1970
  }

  /// Stores the 20 bytes of `description`.
  package func put(at output: UnsafeMutablePointer<UInt8>) {
    let range = Self.textRange
    LocalTime(secondsSince1970: min(max(seconds, range.lowerBound), range.upperBound))
      .put(at: output)
    output[LocalTime.textLength] = UInt8(ascii: "Z")
  }
}

extension Timestamp: CustomStringConvertible {
  /// `YYYY-MM-DDTHH:MM:SSZ`; for a time outside the years 1 to 9999, the nearest one inside.
  package var description: String { fixedText(Self.textLength, put) }
}
