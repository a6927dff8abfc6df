// Times of the wire: RFC 3339 in UTC, whole seconds, `Z`.

/// The one form in which times are written: `YYYY-MM-DDTHH:MM:SSZ`, years 1 to 9999.
package enum UTCTime {
  /// Seconds since 1970 for a text of exactly this form; a leap second is the one after `:59`.
  package static func seconds(_ text: String) -> Int64? {
    FixedReader.parse(text, seconds)
  }

  /// As ``seconds(_:)``, for bytes inside a buffer.
  package static func seconds(utf8 text: UnsafeBufferPointer<UInt8>) -> Int64? {
    FixedReader.parse(utf8: text, seconds)
  }

  private static func seconds(_ reader: inout FixedReader) -> Int64? {
    let time = CivilDateTime(reading: &reader)
    return reader.skip(UInt8(ascii: "Z")) ? time?.secondsSince1970 : nil
  }

  /// The text for seconds since 1970; a time outside the years 1 to 9999 is written as the nearest
  /// one inside.
  package static func text(_ seconds: Int64) -> String {
    String(unsafeUninitializedCapacity: length) { output in
      guard let start = output.baseAddress else { return 0 }
      put(seconds, at: start)
      return length
    }
  }

  static let length = CivilDateTime.length + 1

  /// Stores the 20 bytes of ``text(_:)``.
  static func put(_ seconds: Int64, at output: UnsafeMutablePointer<UInt8>) {
    let range = CivilDateTime.secondsRange
    let seconds = min(max(seconds, range.lowerBound), range.upperBound)
    CivilDateTime(validSeconds: seconds).put(at: output)
    output[CivilDateTime.length] = UInt8(ascii: "Z")
  }
}
