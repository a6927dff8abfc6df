// The beats of one HRV record, and the rMSSD that they give.

/// Beats as they come, without keeping them.
///
/// An interval is the difference of successive times, valid when it agrees with the later beat's
/// 60/bpm within 15 %: there is a gap otherwise. Only adjacent valid intervals are compared.
struct BeatSeries {
  private static let tolerance = 0.15

  private var count = 0
  private var isReadable = true
  private var lastTime = 0.0
  /// The interval before, in seconds, when it was valid.
  private var lastInterval: Double?
  private var squares = 0.0
  private var differences = 0

  /// Adds a beat.
  ///
  /// - Parameters:
  ///   - bpm: nil when it cannot be read, which spoils the whole series; `time` likewise.
  ///   - time: seconds since midnight.
  mutating func add(bpm: Double?, time: Double?) {
    guard let bpm, let time, bpm > 0 else {
      isReadable = false
      return
    }
    count += 1
    defer { lastTime = time }
    guard count > 1 else { return }
    var interval = time - lastTime
    // Past midnight.
    if interval < 0 { interval += 86_400 }
    let expected = 60 / bpm
    // Times are decimal fractions, and so is the limit: a little more is still the limit.
    guard (interval - expected).magnitude <= Self.tolerance * expected + 1e-9 else {
      lastInterval = nil
      return
    }
    if let lastInterval {
      squares += (interval - lastInterval) * (interval - lastInterval)
      differences += 1
    }
    lastInterval = interval
  }

  /// In milliseconds; nil for fewer than three beats, times in a form nobody knows, and beats that
  /// are nowhere adjacent.
  var rMSSD: Double? {
    guard isReadable, count >= 3, differences > 0 else { return nil }
    return (squares / Double(differences)).squareRoot() * 1000
  }
}
