// How long a piece of work will still take, from what it did in the last seconds.

import Model

/// The pace of one piece of work. Work often moves in bursts: a page of rides, a file. The pace is
/// therefore measured from one change to another, and between two of them the time left counts
/// down.
struct WorkPace: Sendable {
  /// Seconds that the pace is measured over: after a change of pace the time left is right again
  /// within ten.
  private static let window = 8.0
  /// Changes within so many seconds count as one, so that few are kept.
  private static let closest = 0.25
  /// The share by which the time left may grow or shrink in a second: less than a third comes of
  /// it, also where it is read twenty times a second.
  private static let (growth, decline) = (0.28, 0.38)
  /// After so many seconds without a reading nobody remembers the last one.
  private static let memory = 5.0
  /// Before so many seconds nothing is shown that could jump.
  private static let silence = 3.0

  /// A hundred years in seconds: more is no time to wait for.
  private static let longest = 3_155_760_000.0

  private struct Change {
    /// Seconds of work, without waits.
    let at: Double
    let done: Int
  }

  /// Seconds of work until the last reading, without waits.
  private var worked = 0.0
  private var read: Moment
  /// The changes of the window and the one before it, in order; the first is the beginning.
  private var changes: [Change]
  /// The time left in seconds at the last reading; nil while it is not known.
  private var left: Double?

  init(done: Int, at moment: Moment) {
    read = moment
    changes = [Change(at: 0, done: done)]
  }

  /// The time left at the last reading; nil while it is not known.
  var timeLeft: Duration? { left.map { .seconds(min($0, Self.longest).rounded(.up)) } }

  var done: Int? { changes.last?.done }

  /// Takes a reading.
  ///
  /// - Parameter isWaiting: whether the time since the last one was spent waiting for a service.
  mutating func note(done: Int, of total: Int?, isWaiting: Bool, at moment: Moment) {
    let elapsed = max(0, (moment - read).inSeconds)
    read = moment
    if !isWaiting { worked += elapsed }
    note(done)
    guard let total, let wanted = wanted(of: total, done: done) else { return left = nil }
    guard let old = left, worked > Self.silence, elapsed < Self.memory else { return left = wanted }
    if isWaiting { return }
    // Few seconds change by one.
    let least = old - max(1, Self.decline * old) * elapsed
    left = min(max(wanted, least), old + max(0.7, Self.growth * old) * elapsed)
  }

  private mutating func note(_ done: Int) {
    guard let last = changes.last, last.done != done else { return }
    // The pace of work that begins again is another one.
    if done < last.done {
      changes = [Change(at: worked, done: done)]
      return
    }
    if changes.count > 2, worked - changes[changes.count - 2].at < Self.closest {
      changes.removeLast()
    }
    changes.append(Change(at: worked, done: done))
    while changes.count > 2, changes[1].at <= worked - Self.window { changes.removeFirst() }
  }

  /// The seconds left by the pace of the window; nil before the first change.
  private func wanted(of total: Int, done: Int) -> Double? {
    guard changes.count > 1, let first = changes.first, let last = changes.last else { return nil }
    let gaps = zip(changes, changes.dropFirst()).map { $1.at - $0.at }
    // Until the longest gap has passed once more, the next change is not late.
    let (since, gap) = (worked - last.at, gaps.max() ?? 0)
    let seconds = last.at - first.at + max(0, since - gap)
    let rate = Double(last.done - first.done) / max(seconds, 1e-3)
    // Even the last of the work takes until the next change, and a second at least.
    let next = (last.at - first.at) / Double(changes.count - 1) - since
    return max(1, next, Double(max(0, total - done)) / rate - min(since, gap))
  }
}
