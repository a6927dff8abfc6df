// The days of Garmin's account export, joined from its documents and from wellness FIT files.

import Codec
import Model

/// One day, as the documents add to it.
struct GarminDay {
  /// Where a respiration comes from, the worst first: a better one is never replaced by a worse.
  private enum Breathing: Int8 { case none, awake, file, status, night }

  private(set) var day: WellnessDay
  private var breathing = Breathing.none
  /// Whether the resting heart rate is only the mean heart rate of the night.
  private var isHeartRateOfNight = false
  /// Whether the night's clock times are those of the machine: the night does not tell its own.
  private var isAssumed = false
  /// The day's clock less the machine's in seconds, as the summary of the day has it.
  private var clockDifference: Int?
  /// When the weight was measured, in seconds since 1970.
  private var weighed: Int64?

  /// - Parameter place: where it is found first.
  init(_ date: Day, from place: FileOrigin) {
    day = WellnessDay(source: .garmin, date: date)
    day.from = place
  }

  init(fit day: WellnessDay) {
    self.day = day
    if day.respiration != nil { breathing = day.sleepSeconds == nil ? .file : .night }
  }

  var isEmpty: Bool { day.isEmpty && clockDifference == nil }

  /// The day with the clock times of its night; nil when nothing was measured.
  var finished: WellnessDay? {
    if day.isEmpty { return nil }
    guard isAssumed, let clockDifference else { return day }
    var day = day
    func moved(_ time: LocalTime?) -> LocalTime? {
      time.map { LocalTime(secondsSince1970: $0.secondsSince1970 + Int64(clockDifference)) }
    }
    (day.sleepStart, day.sleepEnd) = (moved(day.sleepStart), moved(day.sleepEnd))
    return day
  }

  // MARK: Joining

  /// Takes the values that a later document has of the same date.
  mutating func take(_ later: GarminDay) {
    // The place of the first value is kept.
    if day.isEmpty { day.from = later.day.from }
    takeNight(later)
    day.hrvRMSSD = later.day.hrvRMSSD ?? day.hrvRMSSD
    if later.breathing.rawValue >= breathing.rawValue, let value = later.day.respiration {
      (day.respiration, breathing) = (value, later.breathing)
    }
    if let rate = later.day.restingHeartRate,
      !later.isHeartRateOfNight || isHeartRateOfNight || day.restingHeartRate == nil
    {
      (day.restingHeartRate, isHeartRateOfNight) = (rate, later.isHeartRateOfNight)
    }
    if let weight = later.day.weightKilograms {
      // The last of the day counts.
      let isEarlier = (later.weighed ?? .max) < (weighed ?? .min)
      if !isEarlier { (day.weightKilograms, weighed) = (weight, later.weighed) }
    }
    clockDifference = later.clockDifference ?? clockDifference
  }

  /// Another version of the same night replaces it; of two nights that end on one date the longer
  /// one counts.
  private mutating func takeNight(_ later: GarminDay) {
    if later.day.sleepSeconds == nil {
      day.sleepScore = later.day.sleepScore ?? day.sleepScore
      return
    }
    if day.hasOtherNight(than: later.day) {
      if day.sleepSeconds ?? 0 > later.day.sleepSeconds ?? 0 { return }
      day.removeNight()
    }
    day.sleepSeconds = later.day.sleepSeconds
    (day.sleepStart, day.sleepEnd) = (later.day.sleepStart, later.day.sleepEnd)
    day.awakeSeconds = later.day.awakeSeconds
    day.sleepScore = later.day.sleepScore ?? day.sleepScore
    isAssumed = later.isAssumed
  }

  // MARK: Documents

  private static let stages = [
    "deepSleepSeconds", "lightSleepSeconds", "remSleepSeconds", "unspecifiedSleepSeconds",
  ]

  /// Takes an object of `*_sleepData.json`.
  mutating func takeSleep(_ json: JSONValue, _ localOffset: (Timestamp) -> Int) {
    // A stage of 0 seconds may be left out.
    let asleep = Self.stages.compactMap { json.figure($0, in: DayLimits.seconds) }.reduce(0, +)
    guard asleep >= 1, DayLimits.seconds.contains(asleep) else { return }
    day.sleepSeconds = Int(asleep.rounded())
    day.awakeSeconds = json.figure("awakeSleepSeconds", in: DayLimits.seconds)
      .map { Int($0.rounded()) }
    day.sleepScore = json["sleepScores"]?.figure("overallScore", in: DayLimits.score)
    day.respiration = json.figure("averageRespiration", in: DayLimits.respiration)
    if day.respiration != nil { breathing = .night }
    takeTimes(json, localOffset)
  }

  private mutating func takeTimes(_ json: JSONValue, _ localOffset: (Timestamp) -> Int) {
    guard let start = json.seconds("sleepStartTimestampGMT"),
      let end = json.seconds("sleepEndTimestampGMT"), end > start,
      DayLimits.seconds.contains(Double(end - start)), end - start + 60 >= day.sleepSeconds ?? 0
    else { return }
    let machine = [start, end].map { LocalOffset.bounded(localOffset(Timestamp(seconds: $0))) }
    let own = json.seconds("sleepEndTimestampLocal").flatMap { LocalOffset.plausible($0 - end) }
    let offset = own ?? machine[1]
    let local = LocalTime(secondsSince1970: end + Int64(offset))
    // With the offset of another place the night may end a day off.
    guard abs(local.day.number - day.date.number) <= 1 else { return }
    // The clocks may have changed during the night.
    day.sleepStart = LocalTime(secondsSince1970: start + Int64(offset + machine[0] - machine[1]))
    day.sleepEnd = local
    isAssumed = own == nil
  }

  /// Takes an object of `*_healthStatusData.json`. A metric without a value was not measured.
  mutating func takeHealthStatus(_ json: JSONValue) {
    guard let metrics = json["metrics"]?.elements else { return }
    for metric in metrics {
      switch metric["type"]?.string {
      case "HRV": day.hrvRMSSD = metric.figure("value", in: DayLimits.variability) ?? day.hrvRMSSD
      case "RESPIRATION":
        guard let value = metric.figure("value", in: DayLimits.respiration) else { continue }
        (day.respiration, breathing) = (value, .status)
      case "HR":
        guard let value = metric.figure("value", in: DayLimits.restingHeartRate) else { continue }
        (day.restingHeartRate, isHeartRateOfNight) = (value, true)
      default: continue
      }
    }
  }

  /// Takes an object of `UDSFile_*.json`.
  mutating func takeDailySummary(_ json: JSONValue, _ localOffset: (Timestamp) -> Int) {
    day.restingHeartRate = json.figure("restingHeartRate", in: DayLimits.restingHeartRate)
    day.respiration = json["respiration"]?
      .figure("avgWakingRespirationValue", in: DayLimits.respiration)
    if day.respiration != nil { breathing = .awake }
    if let begin = json.seconds("wellnessStartTimeGmt"),
      let local = json.seconds("wellnessStartTimeLocal")
    {
      let machine = LocalOffset.bounded(localOffset(Timestamp(seconds: begin)))
      clockDifference = LocalOffset.plausible(local - begin).map { $0 - machine }
    }
  }

  /// Takes an object of `*_userBioMetrics.json`, whose weight is in grams, alone or in an object.
  mutating func takeBiometrics(_ json: JSONValue) {
    let holder = json["weight"].flatMap { $0.members == nil ? nil : $0 } ?? json
    day.weightKilograms = holder.figure("weight", per: 1000, in: DayLimits.weight)?.rounded3
    weighed = holder.seconds("timestampGMT")
  }
}

/// Days filled field by field: later documents replace the values of earlier ones.
struct GarminDays {
  /// The machine's offset from UTC in seconds east, for documents that do not tell theirs.
  let localOffset: @Sendable (Timestamp) -> Int
  private var days: [Day: GarminDay] = [:]

  init(localOffset: @escaping @Sendable (Timestamp) -> Int) { self.localOffset = localOffset }

  /// Adds an object of a document.
  ///
  /// - Returns: false for one without a date, and when there are too many.
  mutating func add(
    _ object: JSONValue, of document: GarminDocument, at place: FileOrigin
  ) -> Bool {
    let holder = document == .biometrics ? object["metaData"] : object
    guard let date = holder?.day("calendarDate") else { return false }
    var change = GarminDay(date, from: place)
    switch document {
    case .sleep: change.takeSleep(object, localOffset)
    case .healthStatus: change.takeHealthStatus(object)
    case .dailySummary: change.takeDailySummary(object, localOffset)
    case .biometrics: change.takeBiometrics(object)
    case .activities: break
    }
    // A day on which nothing was measured is no error.
    return change.isEmpty || join(change)
  }

  /// Adds the days of a wellness FIT file.
  ///
  /// - Returns: false when there are too many.
  mutating func add(_ days: [WellnessDay]) -> Bool {
    days.reduce(true) { join(GarminDay(fit: $1)) && $0 }
  }

  /// False when there are too many.
  private mutating func join(_ change: GarminDay) -> Bool {
    let date = change.day.date
    guard days[date] != nil else {
      guard days.count < ImportLimits.garminDays, DayLimits.dates.contains(date) else {
        return false
      }
      days[date] = change
      return true
    }
    days[date]?.take(change)
    return true
  }

  /// Returns the days in order and frees the data.
  mutating func takeDays() -> [WellnessDay] {
    defer { days = [:] }
    return days.values.compactMap(\.finished).sorted { $0.date < $1.date }
  }
}
