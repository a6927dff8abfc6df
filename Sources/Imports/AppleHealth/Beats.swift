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
    var reader = Reader(text: text)
    guard let hour = reader.number(digits: 1...2), reader.skip(":"),
      let minute = reader.number(digits: 2...2), minute < 60, reader.skip(":"),
      let second = reader.number(digits: 2...2), second < 60, reader.skip(".") || reader.skip(","),
      let fraction = reader.fraction()
    else { return nil }
    let rest = Double(minute * 60 + second) + fraction
    if reader.isAtEnd { return hour < 24 ? Double(hour * 3600) + rest : nil }
    guard reader.skip(" ") || reader.skip("\u{A0}") || reader.skip("\u{202F}"),
      (1...12).contains(hour)
    else { return nil }
    let isAfternoon = reader.skip("PM")
    guard isAfternoon || reader.skip("AM"), reader.isAtEnd else { return nil }
    return Double((hour % 12 + (isAfternoon ? 12 : 0)) * 3600) + rest
  }

  private struct Reader {
    let text: UnsafeBufferPointer<UInt8>
    var at = 0

    var isAtEnd: Bool { at == text.count }

    mutating func skip(_ word: StaticString) -> Bool {
      guard let rest = UnsafeBufferPointer(rebasing: text[at...]).dropping(word) else {
        return false
      }
      at = text.count - rest.count
      return true
    }

    mutating func number(digits: ClosedRange<Int>) -> Int? {
      var value = 0
      var count = 0
      while count < digits.upperBound, let digit {
        (value, count) = (value * 10 + digit, count + 1)
      }
      return digits.contains(count) ? value : nil
    }

    /// Requires two digits: whole seconds are too coarse.
    mutating func fraction() -> Double? {
      var value = 0
      var scale = 1
      while scale < 1_000_000, let digit { (value, scale) = (value * 10 + digit, scale * 10) }
      return scale >= 100 ? Double(value) / Double(scale) : nil
    }

    private var digit: Int? {
      mutating get {
        guard at < text.count, text[at] &- UInt8(ascii: "0") < 10 else { return nil }
        defer { at += 1 }
        return Int(text[at] - UInt8(ascii: "0"))
      }
    }
  }
}
