// Folds the wellness messages of a FIT file into days, and its sleep levels into nights.

import Model

/// Reads nights, heart rate variability, resting heart rate, respiration and weight.
struct FITDays {
  fileprivate enum Quantity {
    case variability, restingHeartRate, weeklyRestingHeartRate, respiration, weight, score
  }

  fileprivate struct Reading {
    let quantity: Quantity
    /// Seconds since 1970.
    let time: Int64
    let value: Double
  }

  private var sleep = FITSleep()
  private var readings: [Reading] = []
  /// Seconds east of UTC, as the file has it.
  private var fileOffset: Int?
  /// Whether the file has more than fits into memory.
  private(set) var isCut = false

  mutating func take(_ message: FITMessage, _ reader: borrowing FITReader) {
    switch message {
    case .activity, .monitoringInfo: fileOffset = reader.localOffset ?? fileOffset
    case .sleepLevel:
      guard let time = reader.time(.timestamp), let level = reader.whole(.sleepLevel) else {
        return
      }
      if !sleep.add(level: level, at: time) { isCut = true }
    case .sleepAssessment: takeScore(reader)
    case .hrvSummary: take(.variability, reader, .lastNightHRV, DayLimits.variability)
    case .restingHeartRate:
      take(.restingHeartRate, reader, .currentRestingHeartRate, DayLimits.restingHeartRate)
      take(.weeklyRestingHeartRate, reader, .restingHeartRate, DayLimits.restingHeartRate)
    case .respiration: take(.respiration, reader, .breathsPerMinute, DayLimits.respiration)
    case .weightScale: take(.weight, reader, .weight, DayLimits.weight)
    default: break
    }
  }

  private mutating func take(
    _ quantity: Quantity, _ reader: borrowing FITReader, _ key: FITKey, _ range: ClosedRange<Double>
  ) {
    guard let time = reader.time(.timestamp), let value = reader[key], range.contains(value)
    else { return }
    guard readings.count < ImportLimits.wellnessReadings else { return isCut = true }
    readings.append(Reading(quantity: quantity, time: time, value: value))
  }

  /// Most assessments have no time: they follow the levels that they are about.
  private mutating func takeScore(_ reader: borrowing FITReader) {
    if reader.time(.timestamp) != nil, sleep.nights.isEmpty {
      take(.score, reader, .sleepScore, DayLimits.score)
    }
    guard let score = reader[.sleepScore], DayLimits.score.contains(score) else { return }
    sleep.take(score: score)
  }

  // MARK: The end

  /// The days in order.
  ///
  /// - Parameter localOffset: seconds east of UTC, for a file that does not tell its own.
  consuming func finish(at place: FileOrigin, localOffset: (Timestamp) -> Int) -> [WellnessDay] {
    let fileOffset = fileOffset
    func offset(_ time: Int64) -> Int {
      fileOffset ?? LocalOffset.bounded(localOffset(Timestamp(seconds: time)))
    }
    readings.sort { $0.time < $1.time }
    var list = FITDayList(days: DayList(.garmin) { _ in place })
    list.add(sleep.nights, offset)
    list.add(readings) { Day(of: Timestamp(seconds: $0), offset: offset($0)) }
    return list.days.sorted()
  }
}

/// The days of a file, filled in any order.
private struct FITDayList {
  var days: DayList
  /// The longest one that ends on each date.
  fileprivate var nights: [Day: FITNight] = [:]

  /// - Parameter offset: of a time, in seconds east of UTC.
  mutating func add(_ list: [FITNight], _ offset: (Int64) -> Int) {
    for night in list where night.asleepSeconds <= Int(DayLimits.seconds.upperBound) {
      func local(_ time: Int64) -> LocalTime {
        LocalTime(secondsSince1970: time + Int64(offset(time)))
      }
      let end = local(night.end)
      if let other = nights[end.day], other.asleepSeconds >= night.asleepSeconds { continue }
      nights[end.day] = night
      days.change(end.day) { day in
        day.sleepSeconds = night.asleepSeconds
        day.sleepStart = local(night.start)
        day.sleepEnd = end
        day.awakeSeconds = night.awakeSeconds
        day.sleepScore = night.score
      }
    }
  }

  /// A date's last reading counts; of those of respiration, the mean of the night or of the day.
  ///
  /// - Parameters:
  ///   - readings: in order of time.
  ///   - date: of a time.
  mutating func add(_ readings: [FITDays.Reading], _ date: (Int64) -> Day) {
    var breaths: [Day: (asleep: Mean, awake: Mean)] = [:]
    for reading in readings {
      let today = date(reading.time)
      let value = reading.value
      switch reading.quantity {
      case .variability: days.change(today) { $0.hrvRMSSD = value.rounded3 }
      case .restingHeartRate: days.change(today) { $0.restingHeartRate = value }
      case .weeklyRestingHeartRate: break
      case .weight: days.change(today) { $0.weightKilograms = value.rounded3 }
      case .score: days.change(today) { $0.sleepScore = $0.sleepScore ?? value }
      case .respiration:
        // A night ends on the date of the reading or on the next one.
        let night = [today, today.advanced(by: 1)].first { date in
          nights[date].map { ($0.start...$0.end).contains(reading.time) } ?? false
        }
        if let night {
          breaths[night, default: (Mean(), Mean())].asleep.add(value)
        } else {
          breaths[today, default: (Mean(), Mean())].awake.add(value)
        }
      }
    }
    for reading in readings where reading.quantity == .weeklyRestingHeartRate {
      days.change(date(reading.time)) { $0.restingHeartRate = $0.restingHeartRate ?? reading.value }
    }
    // Of the night, else of the rest of the day.
    for (date, breaths) in breaths {
      days.set(date, \.respiration, breaths.asleep.mean ?? breaths.awake.mean)
    }
  }
}

/// A sleep, in seconds since 1970.
struct FITNight {
  /// When the first level asleep began, and the last one ended.
  let start: Int64
  fileprivate(set) var end: Int64
  fileprivate(set) var asleepSeconds = 0
  /// Between start and end.
  fileprivate(set) var awakeSeconds = 0
  fileprivate(set) var score: Double?
  fileprivate var awakeSinceEnd = 0
}

/// The sleeps of a file. A level lasts until the next one begins; the length of the last one is
/// not known.
struct FITSleep {
  /// FIT's numbers of levels.
  private enum Level: Int { case unmeasurable, awake, light, deep, rem }

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
