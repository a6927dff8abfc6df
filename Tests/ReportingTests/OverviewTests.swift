// The output of `velo-sync status`: as in the manual, in any window, and with missing data.

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
  show.post(
    .source(
      SourceReport(source: .strava, state: .connected, lastSync: ago(300), activities: 3017)))
  show.post(
    .source(
      SourceReport(
        source: .intervals, state: .expired, lastSync: ago(2 * 86_400), lastError: "auth",
        activities: 195, days: 1204)))
  show.post(.source(SourceReport(source: .wahoo, state: .notConnected)))
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
  show.post(.prep(prep(on: today, range: 40...55)))
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

private func prep(on day: Day, range: ClosedRange<Int>?) -> PrepSheet {
  let none = Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 3, reason: .noHealthData)
  return PrepSheet(
    scores: ScoreDay(date: day, recovery: none, sleep: none, strain: none), zones: [],
    ftpWatts: nil,
    suggestedStrain: SuggestedStrain(
      range: range, loads: nil, reason: range == nil ? .noRecovery : nil))
}

private func plain(_ glyphs: Glyphs = .unicode) -> Show {
  Show(
    PlainFace(
      messages: messages, glyphs: glyphs, style: PlainStyle(),
      troubles: TroubleLines(messages: messages, glyphs: glyphs), began: Moment(nanoseconds: 0)))
}

@Suite struct OverviewTests {
  private static let picture = [
    "Updated 5 minutes ago · 3,212 activities, 1,204 days in ~/.local/share/velo-sync",
    "  Strava         connected   5 minutes ago   3,017 activities",
    "  Intervals.icu  expired     2 days ago      195 activities, 1,204 days",
    "                 velo-sync connect intervals",
    "Recovery ◑ 71 Good (2 of 3 inputs)   Sleep ◕ 82 Optimal   Strain ◔ 43 Low",
    "Fitness 64 · Fatigue 71 · Form -7    ▁▂▂▃▄▅▆█ six weeks",
    "Week   Mon ● Tue ● Wed – Thu ● Fri ○ planned Sat – Sun ○ planned",
    "Today  strain 40 to 55 suggested (a rule of thumb)",
  ]

  @Test func looksAsInTheManual() {
    var show = plain()
    tellStatus(&show)
    show.end()
    expectEqual(show.lines, Self.picture)
    #expect(show.errors.isEmpty)
    #expect(!show.out.contains(0x1B) && !show.out.contains(0x0D))
  }

  @Test func theTerminalHasItInColour() {
    var show = live(palette: .theme)
    show.columns = 100
    tellStatus(&show)
    show.end()
    let screen = screen(show)
    expectEqual(screen.visibleLines, Self.picture)
    #expect(screen.unknown.isEmpty)
    expectEqual(screen.style(of: "connected"), [32])
    expectEqual(screen.style(of: "expired"), [31])
    expectEqual(screen.style(of: "velo-sync connect"), [36])
    expectEqual(screen.style(of: "71 Good"), [1])
    expectEqual(screen.style(of: "▁▂"), [36])
  }

  @Test(arguments: [Glyphs.unicode, .ascii])
  func noWindowIsTooNarrow(_ glyphs: Glyphs) {
    func messages(_ lines: [String]) -> [Substring] {
      lines.flatMap { $0.split(separator: " ") }
        .filter { !$0.contains("/") && $0 != "·" && $0 != "-" }
    }
    var all: [Substring] = []
    for columns in (20...200).reversed() {
      var (terminal, pipe) = (live(glyphs: glyphs), plain(glyphs))
      (terminal.columns, pipe.columns) = (columns, columns)
      terminal.rows = 60
      tellStatus(&terminal, isSample: true)
      tellStatus(&pipe, isSample: true)
      terminal.end()
      pipe.end()
      let seen = screen(terminal).visibleLines
      #expect(seen.allSatisfy { DisplayWidth.cells(of: $0) < columns }, "\(columns): \(seen)")
      #expect(
        pipe.lines.allSatisfy { DisplayWidth.cells(of: $0) <= columns },
        "\(columns): \(pipe.lines)")
      if all.isEmpty { all = messages(seen) }
      // Only words wider than the window are truncated.
      if columns > 32 {
        for lines in [seen, pipe.lines] {
          expectEqual(messages(lines), all, "\(columns): \(lines)")
        }
      }
    }
  }

  @Test func withoutUnicodeItIsASCII() {
    var show = plain(.ascii)
    tellStatus(&show)
    show.end()
    #expect(show.out.allSatisfy { $0 < 0x7F })
    #expect(show.lines.contains("Fitness 64 - Fatigue 71 - Form -7    _..-~=+# six weeks"))
    #expect(show.lines.contains { $0.hasPrefix("Week   Mon [x] Tue [x] Wed - Thu [x] Fri [ ] ") })
  }

  @Test func yesterdaysNumbersSaySo() {
    var show = plain()
    tellStatus(&show, age: 1)
    show.end()
    expectEqual(
      show.lines.suffix(5),
      [
        "Recovery ◑ 71 Good (2 of 3 inputs, 19 Nov)   Sleep ◕ 82 Optimal (19 Nov)",
        "  Strain ◔ 43 Low (19 Nov)",
        "Fitness 64 · Fatigue 71 · Form -7 (19 Nov)    ▁▂▂▃▄▅▆█ six weeks",
        "Week   Mon ● Tue ● Wed – Thu ● Fri ○ planned Sat – Sun ○ planned (as of 19 Nov)",
        "19 Nov strain 40 to 55 suggested (a rule of thumb)",
      ])
  }

  @Test func aSuggestionOfOneValueIsOneNumber() {
    let sheet = prep(on: Day(of: Show.dawn), range: 31...31)
    var picture = plain()
    picture.start(command: "status")
    picture.post(.source(SourceReport(source: .strava, state: .connected, activities: 1)))
    picture.post(.prep(sheet))
    picture.end()
    #expect(picture.lines.contains("Today  strain 31 suggested (a rule of thumb)"))
    let spoken = Messages(clock: .utc, voice: .spoken, home: nil)
    var heard = Show(
      AccessibleFace(
        messages: spoken, style: AccessibleStyle(),
        troubles: TroubleLines(messages: spoken, glyphs: .ascii), began: Moment(nanoseconds: 0)))
    heard.start()
    heard.post(.prep(sheet))
    expectEqual(heard.lines.last, "The suggested strain for today is 31, as a rule of thumb.")
    var seen = live()
    seen.start()
    seen.post(score(.strain, 20, .low))
    seen.post(.prep(sheet))
    seen.end()
    expectEqual(screen(seen).visibleLines.last?.hasSuffix("· today 31"), true)
  }

  @Test func whatIsMissingHasItsReason() {
    var show = plain()
    show.start(command: "status")
    show.post(
      .source(
        SourceReport(
          source: .strava, state: .unavailable, lastError: "rate_limited", activities: 1)))
    let today = Day(of: Show.dawn)
    let none = Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 3, reason: .noHealthData)
    let young = Score(
      value: nil, band: nil, inputsUsed: 0, inputsTotal: 3,
      reason: .shortBaseline(days: 0, needed: 0))
    let least = Score(value: 43, band: .low, inputsUsed: 1, inputsTotal: 2, atLeast: true)
    for (kind, score) in [(ScoreKind.recovery, young), (.sleep, none), (.strain, least)] {
      show.post(.score(ScoreReport(kind: kind, score: score, date: today, cached: true)))
    }
    let day = FitnessDay(date: today, load: nil, fitness: nil, fatigue: nil, form: nil)
    show.post(.fitness(FitnessReport(day: day)))
    show.post(.routine(Routine(reason: .noActivities, from: today, to: today.advanced(by: -1))))
    show.post(.prep(prep(on: today, range: nil)))
    show.end()
    expectEqual(
      show.lines,
      [
        "Not synced yet · 1 activity in ~/.local/share/velo-sync",
        "  Strava         unavailable   never synced    1 activity",
        "                 last sync failed (rate limited): velo-sync",
        "Recovery ◌ –– (the baseline is still too short)   Sleep ◌ –– (no health data)",
        "  Strain ◔ ≥ 43 Low (1 of 2 inputs)",
        "Fitness –– · Fatigue –– · Form –– (no activity with a load yet)",
        "Week   –– (no activities yet)", "Today  –– (no recovery score)", "Next: velo-sync",
      ])
  }

  @Test func beforeTheFirstSyncItSaysWhatToDo() {
    var show = plain()
    show.start(command: "status")
    for source in Source.allCases {
      show.post(.source(SourceReport(source: source, state: .notConnected)))
    }
    show.end()
    expectEqual(
      show.lines,
      [
        "Not synced yet · nothing stored in ~/.local/share/velo-sync",
        "Nothing is connected. Next: velo-sync connect strava,",
        "  or see it work: velo-sync --dry-run",
      ])
  }

  /// A store whose scores were deleted with a source.
  @Test func whatWasNotComputedSaysSo() {
    var show = plain()
    show.start(command: "status")
    let report = SourceReport(
      source: .strava, state: .connected, lastSync: Show.dawn, activities: 2)
    show.post(.source(report))
    show.end()
    expectEqual(
      show.lines.suffix(5),
      [
        "Recovery ◌ ––   Sleep ◌ ––   Strain ◌ ––   (not computed yet)",
        "Fitness –– · Fatigue –– · Form –– (not computed yet)",
        "Week   –– (not computed yet)", "Today  –– (not computed yet)", "Next: velo-sync",
      ])
  }

  /// The warning about outdated data comes after the overview in every face.
  @Test func aWarningComesBehindThePicture() {
    var show = live()
    show.columns = 100
    tellStatus(&show)
    show.post(.warning(.outdated(age: .seconds(183_600), limit: .seconds(21_600))))
    show.end(.failed)
    expectEqual(screen(show).visibleLines, Self.picture)
    expectEqual(
      show.errors,
      [
        "velo-sync: warning: The last complete sync was 2 d 3 h ago, longer than 6 h. Run velo-sync"
      ])
    var spoken = accessible()
    tellStatus(&spoken)
    spoken.post(.warning(.outdated(age: nil, limit: .seconds(60))))
    expectEqual(spoken.errors, ["Warning: There has been no complete sync yet. Run velo-sync."])
  }

  @Test(arguments: [
    ([nil, nil, nil, nil, nil, nil, nil, 10], nil),
    ([nil, nil, nil, nil, nil, nil, 0, 64], "▁█ 6 days"),
    ([50, 50, 50, 50, 50, 50, 50, 50], "▅▅▅▅▅▅▅▅ six weeks"),
    ([0, 0, 0, 0, 0, 0, 0, 1], "▁▁▁▁▁▁▁▂ six weeks"),
    ([60, nil, 50, 40, 30, 20, 10, 0], "█ ▇▆▅▃▂▁ six weeks"),
  ])
  func plotsAreHonest(_ curve: [Double?], _ plot: String?) {
    let today = Day(of: Show.dawn)
    let history = curve.enumerated().map { index, fitness in
      FitnessDay(
        date: today.advanced(by: (index - 7) * 6), load: nil, fitness: fitness, fatigue: 1, form: 1)
    }
    var show = plain()
    show.start(command: "status")
    show.post(.source(SourceReport(source: .strava, state: .connected)))
    show.post(.fitness(FitnessReport(day: history[7], history: history)))
    show.end()
    let line = show.lines.first { $0.hasPrefix("Fitness") } ?? ""
    #expect(line.hasSuffix("Form 1" + (plot.map { "    \($0)" } ?? "")), "\(line)")
  }
}
