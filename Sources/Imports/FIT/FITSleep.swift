// Folds the sleep levels of a FIT file into nights.

import Model

/// A sleep, in seconds since 1970.
struct FITNight {
  /// When the first level asleep began, and the last one ended.
  let start: Int64
  fileprivate(set) var end: Int64
  fileprivate(set) var asleepSeconds = 0
  /// Between start and end.
  fileprivate(set) var awakeSeconds = 0
  fileprivate(set) var score: Double?
  /// Awake since `end`.
  fileprivate var awakeSinceEnd = 0
}

/// The sleeps of a file. A level lasts until the next one begins; the length of the last one is
/// not known.
struct FITSleep {
  /// FIT's numbers of levels.
  private enum Level: Int {
    case unmeasurable, awake, light, deep, rem
  }

  private(set) var nights: [FITNight] = []
  private var last: (time: Int64, level: Level)?
  private var scoreOfFirst: Double?

  /// No level lasts longer, and nobody is awake for longer during a night: 4 h.
  private static let mostSeconds: Int64 = 14_400

  /// Adds a level; false when there are too many nights.
  mutating func add(level number: Int, at time: Int64) -> Bool {
    guard let level = Level(rawValue: number) else { return true }
    let previous = last
    // What a later part of a file repeats is skipped.
    if let previous, time < previous.time { return true }
    last = (time, level)
    guard let previous, time - previous.time <= Self.mostSeconds else { return true }
    let seconds = Int(time - previous.time)
    switch previous.level {
    case .unmeasurable: break
    case .awake: if !nights.isEmpty { nights[nights.count - 1].awakeSinceEnd += seconds }
    case .light, .deep, .rem:
      if seconds == 0 { return true }
      guard beginNight(at: previous.time) else { return false }
      let index = nights.count - 1
      nights[index].asleepSeconds += seconds
      nights[index].awakeSeconds += nights[index].awakeSinceEnd
      nights[index].awakeSinceEnd = 0
      nights[index].end = time
    }
    return true
  }

  /// Goes on with the night, or begins another one after a long time awake.
  private mutating func beginNight(at time: Int64) -> Bool {
    if let night = nights.last, time - night.end <= Self.mostSeconds { return true }
    guard nights.count < ImportLimits.wellnessNights else { return false }
    var night = FITNight(start: time, end: time)
    (night.score, scoreOfFirst) = (scoreOfFirst, nil)
    nights.append(night)
    return true
  }

  /// Takes a score, which belongs to the last night, or to the first when none has begun.
  mutating func take(score: Double) {
    if nights.isEmpty {
      scoreOfFirst = score
    } else {
      nights[nights.count - 1].score = score
    }
  }
}
