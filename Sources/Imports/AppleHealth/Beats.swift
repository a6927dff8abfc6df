// The heartbeats of one HRV record and their times.

import Model

/// The beats of one record, usually a few dozen.
struct BeatList {
  private var beats: [HeartBeat] = []
  private var isReadable = true

  mutating func removeAll() {
    beats.removeAll(keepingCapacity: true)
    isReadable = true
  }

  /// Adds a beat.
  ///
  /// - Parameters:
  ///   - bpm: nil if unreadable, which invalidates the whole list; `time` likewise.
  ///   - time: seconds since midnight.
  mutating func add(bpm: Double?, time: Double?) {
    guard let bpm, let time, bpm > 0, beats.count < ImportLimits.beats else {
      isReadable = false
      return
    }
    var seconds = time
    // Past midnight.
    if let last = beats.last?.seconds {
      while seconds < last, seconds < 2 * 86_400 { seconds += 86_400 }
    }
    beats.append(HeartBeat(seconds: seconds, beatsPerMinute: bpm))
  }

  /// All beats; nil if there are none, or some have an unknown time format.
  var all: [HeartBeat]? { isReadable && !beats.isEmpty ? beats : nil }
}

/// Parses times of beats: `h:mm:ss.SS AM` (or `PM`, after a space, U+00A0 or U+202F) and
/// `HH:mm:ss.SS`, with a point or a comma.
enum BeatTime {
  /// Seconds since midnight; nil for any other form.
  static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    FixedReader.parse(utf8: text) { reader in
      guard let hour = reader.digits(2) ?? reader.digits(1), reader.skip(":"),
        let minute = reader.digits(2), minute < 60, reader.skip(":"),
        let second = reader.digits(2), second < 60, reader.skip(".") || reader.skip(","),
        let fraction = fraction(&reader)
      else { return nil }
      let rest = Double(minute * 60 + second) + fraction
      if reader.isAtEnd { return hour < 24 ? Double(hour * 3600) + rest : nil }
      guard reader.skip(" ") || reader.skip("\u{A0}") || reader.skip("\u{202F}"),
        (1...12).contains(hour)
      else { return nil }
      let isAfternoon = reader.skip("PM")
      guard isAfternoon || reader.skip("AM") else { return nil }
      return Double((hour % 12 + (isAfternoon ? 12 : 0)) * 3600) + rest
    }
  }

  /// Requires two digits: whole seconds are too coarse.
  private static func fraction(_ reader: inout FixedReader) -> Double? {
    var scale = 1_000_000.0
    for count in (2...6).reversed() {
      if let value = reader.digits(count) { return Double(value) / scale }
      scale /= 10
    }
    return nil
  }
}
