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
    switch state.nextStep {
    case .connect:
      sentences.append("Nothing is connected.")
      sentences.append(
        "Run \(connect(.files)), \(orCommand("connect strava")). To see a demo, run "
          + "\(command("--dry-run"))."
      )
    case .sync: sentences.append("Run \(command()) next.")
    case nil: break
    }
    return sentences
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
      state.lacksHealthData ? spokenRide(state, now: now) + [sentence(healthSources)] : []
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
      let ago = lookBack(days: curve.days).description
      text +=
        " \(ago.prefix(1).uppercased())\(ago.dropFirst()) before, fitness was \(heard(first))."
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

  /// A spoken number: "minus 7".
  private func heard(_ figure: Double) -> String {
    let text = rounded(figure).description
    return text.hasPrefix("-") ? "minus \(text.dropFirst())" : text
  }

  private func inWords(_ weekday: Weekday) -> String {
    switch weekday {
    case .mon: "Monday"
    case .tue: "Tuesday"
    case .wed: "Wednesday"
    case .thu: "Thursday"
    case .fri: "Friday"
    case .sat: "Saturday"
    case .sun: "Sunday"
    }
  }
}
