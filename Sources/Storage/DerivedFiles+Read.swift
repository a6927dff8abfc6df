// Reads `routine.json` and `prep.json` back.

import Codec
import Model

extension Routine {
  /// Reads what `bytes` wrote; nil when it is no routine.
  init?(_ json: JSONValue) {
    guard let from = json["from"]?.string.flatMap({ Day($0) }),
      let to = json["to"]?.string.flatMap({ Day($0) })
    else { return nil }
    if let reason = json["reason"]?.string {
      self.init(reason: ScoreGap(named: DisplayText(reason)), from: from, to: to)
      return
    }
    guard let days = json["days"]?.elements?.map({ Habit($0) }),
      let week = json["week"]?.elements?.map({ WeekDay($0) })
    else { return nil }
    let (habits, dates) = (days.compactMap { $0 }, week.compactMap { $0 })
    guard habits.count == days.count, dates.count == week.count else { return nil }
    self.init(reason: nil, from: from, to: to, days: habits, week: dates)
  }
}

extension Routine.Habit {
  fileprivate init?(_ json: JSONValue) {
    guard let weekday = json["weekday"]?.string.flatMap({ Weekday(rawValue: $0) }),
      let share = json["share"]?.number(in: 0...1), let usual = json["usual"]?.bool
    else { return nil }
    var read = FieldReader()
    self.init(
      weekday: weekday, share: share,
      activitiesMedian: json["activities_median"].flatMap { read.number($0) },
      durationSeconds: json["duration_s"].flatMap { read.number($0) },
      load: json["load"].flatMap { read.number($0, in: StoredRange.load) }, usual: usual)
    guard read.isValid else { return nil }
  }
}

extension Routine.WeekDay {
  fileprivate init?(_ json: JSONValue) {
    guard let date = json["date"]?.string.flatMap({ Day($0) }), let done = json["done"]?.bool,
      let planned = json["planned"]?.bool
    else { return nil }
    self.init(date: date, done: done, planned: planned)
  }
}

extension PrepSheet {
  /// Reads what `bytes` wrote; nil when it is no sheet.
  init?(_ json: JSONValue) {
    guard let date = json["date"]?.string.flatMap({ Day($0) }), let scores = json["scores"],
      let recovery = scores["recovery"].flatMap({ Score($0) }),
      let sleep = scores["sleep"].flatMap({ Score($0) }),
      let strain = scores["strain"].flatMap({ Score($0) }),
      let zones = json["zones"]?.elements?.map({ PowerZone($0) }),
      let suggestion = json["suggested_strain"], suggestion.members != nil
    else { return nil }
    let known = zones.compactMap { $0 }
    guard known.count == zones.count else { return nil }
    var day = ScoreDay(date: date, recovery: recovery, sleep: sleep, strain: strain)
    var read = FieldReader()
    day.readFitness(of: json, with: &read)
    self.init(
      scores: day, zones: known,
      ftpWatts: json["ftp_w"].flatMap { read.integer($0, in: StoredRange.watts) },
      suggestedStrain: SuggestedStrain(suggestion, with: &read))
    guard read.isValid else { return nil }
  }
}

extension PowerZone {
  fileprivate init?(_ json: JSONValue) {
    guard let name = json["name"]?.string,
      let from = json["from_w"]?.integer(in: StoredRange.watts)
    else { return nil }
    var read = FieldReader()
    self.init(
      name: name, fromWatts: from,
      toWatts: json["to_w"].flatMap { read.integer($0, in: StoredRange.watts) })
    guard read.isValid else { return nil }
  }
}

extension SuggestedStrain {
  fileprivate init(_ json: JSONValue, with read: inout FieldReader) {
    self.init(
      range: ordered(
        json["from"].flatMap { read.integer($0, in: StoredRange.score) },
        json["to"].flatMap { read.integer($0, in: StoredRange.score) }),
      loads: ordered(
        json["low_load"].flatMap { read.number($0, in: StoredRange.load) },
        json["high_load"].flatMap { read.number($0, in: StoredRange.load) }),
      reason: json["reason"]?.string.map { ScoreGap(named: DisplayText($0)) })
  }
}

/// nil unless both ends are there, in order.
private func ordered<Bound: Comparable>(_ low: Bound?, _ high: Bound?) -> ClosedRange<Bound>? {
  guard let low, let high, low <= high else { return nil }
  return low...high
}
