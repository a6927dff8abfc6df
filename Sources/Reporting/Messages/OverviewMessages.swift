// The texts of `status`, piece by piece.

import Model

extension Messages {
  /// "Updated 5 minutes ago": the most recent sync of any source.
  func updated(_ state: RunState, now: Timestamp) -> DisplayText {
    state.lastSync.map { "Updated \(ago($0, now: now))" } ?? "Not synced yet"
  }

  /// "3,212 activities, 1,204 days".
  func stored(activities: Int, days: Int) -> DisplayText? {
    let parts = holdings(activities: activities, days: days)
    return parts.isEmpty ? nil : DisplayText(parts.joined(separator: ", "))
  }

  /// "3,212 activities" and "1,204 days"; what there is none of is left out.
  func holdings(activities: Int, days: Int) -> [String] {
    [
      activities > 0 ? count(activities, "activity", "activities") : nil,
      days > 0 ? count(days, "day") : nil,
    ].compactMap { $0 }
  }

  /// What an earlier `--since` leaves out, in parts that should stay on one line; empty where
  /// nothing is left out.
  func beginning(_ state: RunState) -> [DisplayText] {
    guard let since = state.reports.compactMap(\.since).max() else { return [] }
    return limits(since: since)
  }

  /// The same in one piece.
  func limit(since: Day) -> DisplayText {
    DisplayText(limits(since: since).map(\.description).joined(separator: " "))
  }

  private func limits(since: Day) -> [DisplayText] {
    voice == .spoken
      ? [
        "Only activities since \(dateInWords(since)) \(since.year) are fetched.",
        "To fetch all, run \(command("--full")).",
      ]
      : [
        "Activities since \(dateWithYear(since)) only (--since);",
        "\(command("--full")) fetches all",
      ]
  }

  var nothingStored: DisplayText { "nothing stored" }

  var sampleMark: DisplayText { "(sample data)" }

  /// When a source was last synced.
  func lastSync(_ report: SourceReport, now: Timestamp) -> DisplayText {
    DisplayText(report.lastSync.map { ago($0, now: now) } ?? "never synced")
  }

  /// What to do about a source whose last sync failed; nil if it works or is not connected.
  func nextStep(_ report: SourceReport) -> DisplayText? {
    if let retryOption = retryOption(report) { return retryOption }
    guard report.state != .notConnected, let error = report.lastError else { return nil }
    if report.source == .files, error == FailureCode.missingInput.rawValue {
      return "a folder was not there. To see which: \(command("sources"))"
    }
    return "last sync failed: \(reason(error, of: report.source)). Retry: \(command())"
  }

  /// The notes beside a score: its inputs or why it is missing, and its date if it is not today's.
  func notes(_ report: ScoreReport, now: Timestamp) -> [DisplayText] {
    var notes: [DisplayText] = []
    if report.score.value == nil {
      notes += report.score.reason.map { [text($0)] } ?? []
    } else if let inputs = inputs(report.score) {
      notes.append(inputs)
    }
    let today = day(of: now)
    if report.date != today { notes.append(DisplayText(date(report.date, today: today))) }
    return notes
  }

  /// "2 of 3 inputs"; nil for a score computed from all of them.
  func inputs(_ score: Score) -> DisplayText? {
    guard score.inputsUsed < score.inputsTotal else { return nil }
    return "\(score.inputsUsed) of \(count(score.inputsTotal, "input"))"
  }

  var unknown: DisplayText { "––" }

  /// Shown for missing scores, routine and prep if something is stored.
  var notDerived: DisplayText { "not computed yet" }

  var fitness: DisplayText { "Fitness" }
  var fatigue: DisplayText { "Fatigue" }
  var form: DisplayText { "Form" }

  /// "64", "-7": rounded to a whole number.
  func rounded(_ figure: Double) -> DisplayText {
    guard let value = Int(exactly: (figure + 0.5).rounded(.down)) else { return unknown }
    return DisplayText(value < 0 ? "-\(number(-value))" : number(value))
  }

  /// The time span of a fitness plot: "six weeks", "12 days".
  func lookBack(days: Int) -> DisplayText {
    days == FitnessReport.lookBack ? "six weeks" : DisplayText(count(days, "day"))
  }

  var power: DisplayText { "Power" }
  var bestTwenty: DisplayText { "20 min" }
  var zones: DisplayText { "Zones" }
  var zoneUnit: DisplayText { "W" }

  /// "threshold about 255 W".
  func suggestedThreshold(_ report: PowerReport) -> DisplayText {
    "threshold about \(number(report.thresholdWatts)) W"
  }

  /// "3.6 W/kg"; nil when the weight is not known.
  func perKilogram(_ report: PowerReport) -> DisplayText? {
    report.thresholdPerKilogram.map { DisplayText("\(oneDecimal($0)) W/kg") }
  }

  /// What to do about an FTP that the best twenty minutes contradict, in parts that should stay on
  /// one line; nil where they agree.
  func outdatedFTP(_ report: PowerReport) -> [DisplayText]? {
    guard let ftp = report.outdatedFTP else { return nil }
    // Easy weeks say nothing about a threshold: a lower one is never advised.
    if report.thresholdWatts < ftp { return ["the FTP in use is \(number(ftp)) W"] }
    return [
      "to use it: \(command("--ftp \(report.thresholdWatts) --full"))",
      "(the FTP in use is \(number(ftp)) W)",
    ]
  }

  /// "138–187", "from 375" for the highest zone.
  func range(_ zone: PowerZone) -> DisplayText {
    guard let to = zone.toWatts else { return "from \(number(zone.fromWatts))" }
    return zone.fromWatts == 0
      ? "below \(number(to))" : "\(number(zone.fromWatts))–\(number(max(zone.fromWatts, to - 1)))"
  }

  var week: DisplayText { "Week" }
  var planned: DisplayText { "usual" }
  var rest: DisplayText { "–" }

  /// "Mon".
  func name(_ weekday: Weekday) -> String { capitalized(weekday.rawValue) }

  /// "as of 19 Nov" for a week computed before today; nil for today's.
  func age(_ routine: Routine, now: Timestamp) -> DisplayText? {
    guard let madeOn = routine.madeBefore(day(of: now)) else { return nil }
    return "as of \(date(madeOn))"
  }

  /// "Today", or the date of an older prep plan.
  func day(_ prep: PrepSheet, now: Timestamp) -> DisplayText {
    prep.scores.date == day(of: now) ? today : DisplayText(date(prep.scores.date))
  }

  var today: DisplayText { "Today" }

  /// "40 to 55", or "31" if both ends are equal.
  func range(_ range: ClosedRange<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
  }

  /// The suggestion around its range: "strain 40 to 55 suggested (a rule of thumb)".
  func suggestion(
    _ range: ClosedRange<Int>
  ) -> (lead: DisplayText, range: DisplayText, end: DisplayText, label: DisplayText) {
    ("strain", DisplayText(self.range(range)), "suggested", "(a rule of thumb)")
  }

  /// What to do next, in parts that should stay on one line; empty for nothing.
  func nextStep(_ state: RunState) -> [DisplayText] {
    switch state.nextStep {
    case .connect where voice == .spoken:
      return ["Nothing is connected.", "Run \(waysToConnect)."]
        + (demo.map { ["To see a demo, run \($0)."] } ?? [])
    case .connect:
      let ways = "Next: \(waysToConnect)"
      return ["Nothing is connected."]
        + (demo.map { ["\(ways).", "To see a demo: \($0)"] } ?? ["\(ways)"])
    case .sync: return [DisplayText(next(command()))]
    case .readFiles: return [DisplayText(next(command("import PATH")))]
    case nil: return []
    }
  }
}

extension Routine {
  /// The day it was computed on, if that is before `today`; otherwise nil.
  func madeBefore(_ today: Day) -> Day? {
    let madeOn = to.advanced(by: 1)
    return madeOn < today ? madeOn : nil
  }
}
