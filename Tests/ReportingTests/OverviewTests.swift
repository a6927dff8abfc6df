// The output of `velo-sync status` in any window. Its texts are in the golden of all messages.

import Reporting
import Support
import Model
import Terminal
import Testing

/// Posts a run of `status` on a store with everything in it.
func tellStatus(_ show: inout Show, age: Int = 0, isSample: Bool = false) {
  let today = Day(of: Show.dawn).advanced(by: -age)
  func ago(_ seconds: Int64) -> Timestamp { Timestamp(seconds: Show.dawn.seconds - seconds) }
  show.start(sample: isSample, command: "status")
  show.post(report(.strava, .connected, lastSync: ago(300), activities: 3017))
  show.post(
    report(
      .intervals, .expired, lastSync: ago(2 * 86_400), lastError: "auth", activities: 195,
      days: 1204))
  show.post(report(.wahoo, .notConnected))
  let scores: [(ScoreKind, Score)] = [
    (.recovery, Score(value: 71, band: .good, inputsUsed: 2, inputsTotal: 3)),
    (.sleep, Score(value: 82, band: .optimal, inputsUsed: 3, inputsTotal: 3)),
    (.strain, Score(value: 43, band: .low, inputsUsed: 1, inputsTotal: 1)),
  ]
  for (kind, score) in scores {
    show.post(.score(ScoreReport(kind: kind, score: score, date: today, cached: true)))
  }
  let curve = [40, 43.5, 44, 47, 50, 53, 56, 64.2]
  let history = curve.enumerated().map { index, fitness in
    FitnessDay(
      date: today.advanced(by: (index - 7) * 6), load: 50, fitness: fitness, fatigue: nil, form: nil
    )
  }
  let day = FitnessDay(date: today, load: 50, fitness: 64.2, fatigue: 71.4, form: -7.2)
  show.post(.fitness(FitnessReport(day: day, history: history)))
  show.post(.routine(routine(on: today)))
  show.post(.power(PowerReport(bestWatts: 268, date: today, ftpWatts: 240, weightKilograms: 71.5)))
  show.post(.prep(prep(on: today, range: 40...55, ftp: 240)))
}

/// A week with days done, planned and at rest.
private func routine(on today: Day) -> Routine {
  let monday = Day(of: Show.dawn).advanced(by: -4)
  let week = (0..<7).map { index in
    Routine.WeekDay(
      date: monday.advanced(by: index), done: index < 2 || index == 3,
      planned: index == 4 || index == 6)
  }
  return Routine(
    reason: nil, from: today.advanced(by: -42), to: today.advanced(by: -1), week: week)
}

func prep(on day: Day, range: ClosedRange<Int>?, ftp: Int? = nil) -> PrepSheet {
  let none = Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 3, reason: .noHealthData)
  return PrepSheet(
    scores: ScoreDay(date: day, recovery: none, sleep: none, strain: none),
    zones: ftp == nil
      ? []
      : [
        PowerZone(name: "Z1", fromWatts: 0, toWatts: 133),
        PowerZone(name: "Z2", fromWatts: 133, toWatts: 181),
        PowerZone(name: "Z3", fromWatts: 181, toWatts: nil),
      ],
    ftpWatts: ftp,
    suggestedStrain: SuggestedStrain(
      range: range, loads: nil, reason: range == nil ? .noRecovery : nil))
}

/// Posts what a rider without health data and without an FTP has.
func tellLatestRide(_ show: inout Show, areSaved: Bool = false) {
  let today = Day(of: Show.dawn)
  let none = Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 3, reason: .noHealthData)
  let strain = Score(value: 43, band: .low, inputsUsed: 1, inputsTotal: 1)
  for (kind, score) in [(ScoreKind.recovery, none), (.sleep, none), (.strain, strain)] {
    show.post(.score(ScoreReport(kind: kind, score: score, date: today, cached: areSaved)))
  }
  let day = FitnessDay(date: today, load: 50, fitness: 64.2, fatigue: 71.4, form: -7.2)
  show.post(.fitness(FitnessReport(day: day)))
  var ride = Activity(
    id: ActivityID(source: .strava, sourceID: "1"),
    start: Timestamp(seconds: Show.dawn.seconds - 86_400))
  ride.distanceMetres = 45_230
  show.post(.activity(ListedRide(ride)))
  show.post(.notice(.loadsMissing(LoadShortage(activities: 3, withPower: 3))))
}

@Suite struct OverviewTests {
  @Test(arguments: [Glyphs.unicode, .ascii])
  func noWindowIsTooNarrow(_ glyphs: Glyphs) {
    func messages(_ lines: [String]) -> [Substring] {
      lines.flatMap { $0.split(separator: " ") }
        .filter { !$0.contains("/") && $0 != "·" && $0 != "-" }
    }
    var all: [Substring] = []
    for columns in Tier.cases(20...200, quick: 30).reversed() {
      var (terminal, pipe) = (live(glyphs: glyphs), plain(glyphs: glyphs))
      (terminal.columns, pipe.columns) = (columns, columns)
      terminal.rows = 60
      tellStatus(&terminal, isSample: true)
      tellStatus(&pipe, isSample: true)
      terminal.end()
      pipe.end()
      let seen = screen(terminal).visibleLines
      // A command is not broken: it goes on in the next row.
      let room = max(columns, 36)
      #expect(seen.allSatisfy { DisplayWidth.cells(of: $0) < room }, "\(columns): \(seen)")
      let wide = pipe.lines.filter { DisplayWidth.cells(of: $0) > room }
      expectEqual(wide, [], "\(columns)")
      if all.isEmpty { all = messages(seen) }
      // Only words wider than the window are truncated.
      for lines in [seen, pipe.lines] where columns > 32 {
        expectEqual(messages(lines), all, "\(columns): \(lines)")
      }
    }
  }
}
