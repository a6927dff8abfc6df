// The beats of one HRV record.

import Model

/// Beats as they come. Those of a night are a few dozen a record.
struct BeatList {
  /// Of a minute, with room to spare; nobody knows what a longer list is.
  private static let most = 4096

  private var beats: [HeartBeat] = []
  private var isReadable = true

  /// Forgets all, for the next record.
  mutating func removeAll() {
    beats.removeAll(keepingCapacity: true)
    isReadable = true
  }

  /// Adds a beat.
  ///
  /// - Parameters:
  ///   - bpm: nil when it cannot be read, which spoils the whole list; `time` likewise.
  ///   - time: seconds since midnight.
  mutating func add(bpm: Double?, time: Double?) {
    guard let bpm, let time, bpm > 0, beats.count < Self.most else {
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

  /// All of them; nil when there are none, or some could not be read: times in a form nobody knows.
  var all: [HeartBeat]? { isReadable && !beats.isEmpty ? beats : nil }
}
