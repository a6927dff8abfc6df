// What `status` says aloud: one sentence after the other.

import Model

extension Messages {
  /// The whole of `status`.
  func spokenOverview(_ state: RunState, now: Timestamp) -> [DisplayText] {
    var sentences = state.running.map { [sentence(text($0))] } ?? []
    sentences += [sentence(updated(state, now: now)), spokenStore(state)]
    sentences += state.sourcesInUse.map { text($0, now: now) } + beginning(state)
    if !state.isUntouched {
      sentences += spokenScores(state, now: now)
      sentences.append(spokenFitness(state, now: now))
      sentences += spokenPower(state) + spokenZones(state)
      sentences += [state.advice].compactMap { $0.map { sentence(text($0)) } }
      sentences.append(spokenWeek(state, now: now))
      sentences.append(spokenSuggestion(state, now: now))
    }
    return sentences + nextStep(state)
  }

  private func spokenStore(_ state: RunState) -> DisplayText {
    let place = state.run?.scope.map { fullPath($0.store) } ?? ""
    let sample = state.isSample ? " This is sample data." : ""
    let parts = holdings(activities: state.storedActivities, days: state.storedDays)
    if parts.isEmpty { return "Nothing is stored in \(place).\(sample)" }
    return "The store in \(place) contains \(listInWords(parts)).\(sample)"
  }

  private func spokenScores(_ state: RunState, now: Timestamp) -> [DisplayText] {
    if state.scores.isEmpty { return ["The scores are \(notDerived.description)."] }
    let sources =
      state.lacksHealthData ? spokenRide(state, now: now) + healthSources(state).map(sentence) : []
    return sources
      + state.scoreKinds.compactMap { kind in
        state.scores[kind].map { report in
          let made = report.score.value == nil ? nil : inputs(report.score)
          let text = spoken(report, now: now)
          return made.map { "\(text.description) It was computed from \($0.description)." } ?? text
        }
      }
  }

  /// Fitness, form and the latest ride, for a rider without health data.
  func spokenFigures(_ state: RunState, now: Timestamp) -> [DisplayText] {
    let figures = figures(state).enumerated().map { index, figure in
      let name = figure.0.description
      return "\(index == 0 ? name : name.lowercased()) \(heard(figure.1))"
    }
    let fitness = figures.isEmpty ? [] : [sentence(DisplayText(figures.joined(separator: ", ")))]
    return fitness + spokenRide(state, now: now)
  }

  private func spokenRide(_ state: RunState, now: Timestamp) -> [DisplayText] {
    ride(state, now: now).map { [sentence("\(latestRide): \($0)")] } ?? []
  }

  private func spokenFitness(_ state: RunState, now: Timestamp) -> DisplayText {
    guard let report = state.fitness else { return "Fitness is \(notDerived.description)." }
    let day = report.day
    guard let fitness = day.fitness, let fatigue = day.fatigue, let form = day.form else {
      return "Fitness is not available: \(text(.noFitness).description)."
    }
    let date = day.date == self.day(of: now) ? "" : ", on \(dateInWords(day.date))"
    var text = "Fitness \(heard(fitness)), fatigue \(heard(fatigue)), form \(heard(form))\(date)."
    if let curve = FitnessCurve(report), let first = curve.values.first.flatMap({ $0 }) {
      let ago = capitalized(lookBack(days: curve.days).description)
      text += " \(ago) before, fitness was \(heard(first))."
    }
    return DisplayText(text)
  }

  private func spokenPower(_ state: RunState) -> [DisplayText] {
    guard let report = state.power else { return [] }
    let weight = report.thresholdPerKilogram.map { ", \(oneDecimal($0)) watts per kilogram" } ?? ""
    var sentences: [DisplayText] = [
      """
      The best 20 minutes of the last six weeks had \(number(report.bestWatts)) watts, which suggests \
      a threshold of about \(number(report.thresholdWatts)) watts\(weight).
      """
    ]
    if let ftp = report.outdatedFTP {
      let isHigher = report.thresholdWatts > ftp
      let command = command("--ftp \(report.thresholdWatts) --full")
      sentences.append(
        "\(isHigher ? "To use it, run \(command). " : "")The FTP in use is \(number(ftp)) watts."
      )
    }
    return sentences
  }

  private func spokenZones(_ state: RunState) -> [DisplayText] {
    guard let zones = state.prep?.zones, let last = zones.last else { return [] }
    let starts = zones.indices.dropFirst().map {
      "zone \($0 + 1) at \(number(zones[$0].fromWatts))"
    }
    guard !starts.isEmpty, last.toWatts == nil else { return [] }
    return [DisplayText("The power zones begin in watts: \(listInWords(Array(starts))).")]
  }

  private func spokenWeek(_ state: RunState, now: Timestamp) -> DisplayText {
    guard let routine = state.routine else {
      return "The weekly routine is \(notDerived.description)."
    }
    if let reason = routine.reason {
      return "There is no weekly routine: \(text(reason).description)."
    }
    func clause(_ what: String, _ isMeant: (Routine.WeekDay) -> Bool) -> String? {
      let days = routine.week.filter(isMeant).map { inWords($0.date.weekday) }
      return days.isEmpty ? nil : "\(what) on \(listInWords(days))"
    }
    let clauses = [
      clause("done", \.done), clause("usual") { $0.planned && !$0.done },
      clause("nothing") { !$0.planned && !$0.done },
    ].compactMap { $0 }
    let week =
      routine.madeBefore(day(of: now)).map { "The week as of \(dateInWords($0))" } ?? "This week"
    return "\(week): \(clauses.joined(separator: "; "))."
  }

  private func spokenSuggestion(_ state: RunState, now: Timestamp) -> DisplayText {
    guard let prep = state.prep else { return "No strain is suggested: \(notDerived.description)." }
    guard let range = prep.suggestedStrain.range else {
      let reason = prep.suggestedStrain.reason.map { ": \(text($0).description)" } ?? ""
      return "No strain is suggested\(reason)."
    }
    if prep.scores.date == day(of: now), let text = spoken(prep) { return text }
    return """
      The suggested strain for \(dateInWords(prep.scores.date)) was \(self.range(range)), as a rule \
      of thumb.
      """
  }

  private func heard(_ figure: Double) -> String { heard(rounded(figure).description) }
}

/// Fitness on every sixth day: eight points are six weeks.
struct FitnessCurve: Hashable, Sendable {
  private static let step = 6
  /// The least difference between the bottom and the top: smaller changes are none.
  private static let leastSpan = 8.0

  /// Oldest first; the first and the last are known.
  let values: [Double?]

  /// nil where there are not two points.
  init?(_ report: FitnessReport) {
    let known = Dictionary(
      (report.history + [report.day]).map { ($0.date, $0.fitness) }, uniquingKeysWith: { $1 })
    let days = stride(from: FitnessReport.lookBack, through: 0, by: -Self.step)
    let all = days.map { known[report.day.date.advanced(by: -$0)] ?? nil }
    values = Array(all.drop { $0 == nil })
    guard values.count > 1, report.day.fitness != nil else { return nil }
  }

  /// The days from the first point to the last.
  var days: Int { (values.count - 1) * Self.step }

  /// The points as heights from 0, the bottom of the plot; nil where fitness is not known.
  func heights(of count: Int) -> [Int?] {
    let known = values.compactMap { $0 }
    guard let low = known.min(), let high = known.max() else { return [] }
    let span = max(high - low, Self.leastSpan)
    let bottom = max(0, (low + high - span) / 2)
    return values.map { value in
      value.map { max(0, min(count - 1, Int(($0 - bottom) / span * Double(count)))) }
    }
  }
}
