// The progress of ffmpeg: how much of a recording has been converted.

/// Reads the times that ffmpeg prints: `Duration: 00:01:20.00, start: …` of each input at the
/// beginning, then `frame=…time=00:00:12.34…` again and again.
struct MediaClock: Sendable {
  /// The length of the longest input in seconds; nil while it is unknown.
  private var length: Double?

  /// Takes a whole line.
  mutating func note(_ line: LineBytes) {
    if line.holds("Input #0,", at: 0) { length = nil }
    let start = line.skipBlanks(from: 0)
    guard line.holds("Duration: ", at: start), let found = seconds(line, at: start + 10) else {
      return
    }
    length = max(length ?? 0, found)
  }

  /// The whole line as a notation; nil for another line, or before the length is known.
  func notation(in line: LineBytes) -> PrintedNotation? {
    guard let length, length > 0, line.holds("frame=", at: 0) || line.holds("size=", at: 0) else {
      return nil
    }
    for at in 0..<line.count where line.holds(" time=", at: at) {
      guard let time = seconds(line, at: at + 6) else { return nil }
      return PrintedNotation(
        kind: .clock, range: 0..<line.count, value: min(time, length), total: length)
    }
    return nil
  }

  /// The seconds of a time of day, as in `01:02:03.45`; nil for other text.
  private func seconds(_ line: LineBytes, at start: Int) -> Double? {
    var (at, total) = (start, 0.0)
    for isLast in [false, false, true] {
      guard let part = PrintedNumber(line, at: at), isLast || line.isByte(":", at: part.end) else {
        return nil
      }
      total = total * 60 + part.value
      at = part.end + 1
    }
    return total
  }
}
