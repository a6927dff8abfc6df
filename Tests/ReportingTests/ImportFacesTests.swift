// An import in every face: bytes, the file's name, and the result.

import Reporting
import Support
import Model
import Testing

@Suite(.blocking) struct ImportFacesTests {
  /// An import in the middle of its file; one gauge drives two shares of the fraction.
  private func reading(_ show: inout Show, done: Int, of total: Int?) -> Gauge {
    show.start([.appleHealth], command: "import")
    show.post(.stageStarted(.routine))
    show.post(.status(.fetchingHealthData))
    let gauge = Gauge()
    if let total { gauge.expect(total) }
    show.post(
      .work(Work(stage: .prep, weight: 0.33, source: nil, unit: nil, gauge: gauge)))
    show.post(
      .work(
        Work(
          stage: .routine, weight: 0.33, source: .appleHealth, unit: .bytes, name: "export.zip",
          gauge: gauge)))
    gauge.set(done)
    return gauge
  }

  private func plain() -> Show {
    Show(
      PlainFace(
        messages: messages, glyphs: .unicode, style: PlainStyle(),
        troubles: TroubleLines(messages: messages, glyphs: .unicode), began: Moment(nanoseconds: 0))
    )
  }

  private func accessible() -> Show {
    let messages = Messages(clock: .local, voice: .spoken, home: "/home/jo")
    return Show(
      AccessibleFace(
        messages: messages, style: AccessibleStyle(),
        troubles: TroubleLines(messages: messages, glyphs: .ascii), began: Moment(nanoseconds: 0)))
  }

  @Test func nameBytesAndTimeLeftStandAtTheRight() {
    var show = live()
    let gauge = reading(&show, done: 0, of: 120_000_000)
    show.wait(2000)
    gauge.set(34_900_000)
    show.wait(2000)
    let lines = screen(show).visibleLines
    #expect(
      lines[0].hasSuffix(
        "Fetching health data…                   export.zip · 34 of 120 MB · 10 s left"))
    // Reading the file fills two thirds of the bar.
    #expect(lines[1].hasSuffix("19 %"))
    gauge.set(120_000_000)
    show.wait(2000)
    #expect(screen(show).visibleLines[1].hasSuffix("66 %"))
  }

  @Test(arguments: [
    (nil, "Reading ride files…"), (1, "Reading 1 ride file…"),
    (1_312, "Reading 1,312 ride files…"),
  ])
  func ridesAreReadWithTheirNumber(_ count: Int?, _ text: String) {
    var show = live()
    let gauge = reading(&show, done: 0, of: 120_000_000)
    show.post(.status(.readingFiles(count: count)))
    show.wait(2000)
    gauge.set(34_900_000)
    show.wait(2000)
    let line = screen(show).visibleLines[0]
    #expect(line.contains(text))
    #expect(line.hasSuffix(" export.zip · 34 of 120 MB · 10 s left"))
    var voice = accessible()
    _ = reading(&voice, done: 0, of: nil)
    voice.post(.status(.readingFiles(count: count)))
    voice.wait(2000)
    expectEqual(voice.lines.last, "\(text.dropLast()).")
  }

  @Test func whereRoomIsShortTheNameGoesFirst() {
    var show = live()
    show.columns = 60
    let gauge = reading(&show, done: 0, of: 120_000_000)
    show.wait(2000)
    gauge.set(34_900_000)
    show.wait(2000)
    let line = screen(show).visibleLines[0]
    #expect(line.hasSuffix(" 34 of 120 MB · 10 s left") && !line.contains("export.zip"))
  }

  @Test(arguments: [
    (0, 900, "0.0 of 0.9 kB"), (512, 20_000, "0 of 20 kB"), (1_250_000, 9_999_999, "1.2 of 9.9 MB"),
    (34_900_000, 120_000_000, "34 of 120 MB"), (299_999_999, 1_200_000_000, "0.2 of 1.2 GB"),
    (130_000_000, 120_000_000, "120 of 120 MB"),
  ])
  func bytesHaveTheUnitOfTheTotal(_ done: Int, _ total: Int, _ text: String) {
    var show = plain()
    _ = reading(&show, done: done, of: total)
    show.wait(12_000)
    expectEqual(show.lines.last, "2026-11-20T06:00:11Z Still fetching health data: \(text) (11 s)")
  }

  @Test func nobodyHearsNineDigits() {
    var show = accessible()
    _ = reading(&show, done: 34_900_000, of: 120_000_000)
    show.wait(31_000)
    expectEqual(show.lines.last, "Still fetching health data after 30 seconds: 29 percent.")
  }

  @Test(arguments: [
    (counts(nights: 40), "40 nights from Apple Health"),
    (counts(new: 1, nights: 1), "1 activity, 1 night from Apple Health"),
    (
      counts(new: 1200, changed: 3, nights: 40),
      "1,200 activities, 3 changed, 40 nights from Apple Health"
    ),
    (counts(changed: 1), "1 changed activity from Apple Health"),
    (counts(unchanged: 7), "nothing new from Apple Health"),
  ])
  func theResultSaysWhatWasImported(_ counts: Counts, _ text: String) {
    for dryRun in [false, true] {
      let lead = dryRun ? "Dry run, nothing written:" : "Imported"
      var show = live()
      show.columns = 120
      show.start([.appleHealth], dryRun: dryRun, command: "import")
      show.end(.ok, counts)
      expectEqual(screen(show).visibleLines.first?.hasPrefix("✓ \(lead) \(text) "), true)
      var log = plain()
      log.start([.appleHealth], dryRun: dryRun, command: "import")
      log.end(.ok, counts)
      expectEqual(log.lines.last?.contains(" \(lead) \(text) ("), true)
    }
  }

  @Test func stoppedBeforeItSavesNothingIsImported() {
    var show = plain()
    _ = reading(&show, done: 1, of: 2)
    show.end(.interrupted)
    expectEqual(show.lines.last?.contains("Stopped. Nothing was imported."), true)
    var late = plain()
    _ = reading(&late, done: 2, of: 2)
    late.post(.stageStarted(.saving))
    late.end(.interrupted)
    expectEqual(late.lines.last?.contains("Stopped."), true)
    expectEqual(late.lines.last?.contains("imported"), false)
  }

  @Test func aDamagedExportIsExportedAgain() {
    var show = plain()
    show.post(.failure(.badExport(file: "/home/jo/export.xml", .damaged(line: 123))))
    expectEqual(
      show.errors,
      [
        "velo-sync: ~/export.xml is damaged at line 123. (bad_input)",
        "  Export it again and repeat the import",
      ])
  }
}
