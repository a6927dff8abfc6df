// An import: its bytes, and the name of its file.

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
    show.post(.work(Work(stage: .prep, weight: 0.33, source: nil, unit: nil, gauge: gauge)))
    show.post(
      .work(
        Work(
          stage: .routine, weight: 0.33, source: .appleHealth, unit: .bytes, name: "export.zip",
          gauge: gauge)))
    gauge.set(done)
    return gauge
  }

  @Test func nameBytesAndTimeLeftStandAtTheRight() {
    var show = live()
    let gauge = reading(&show, done: 0, of: 120_000_000)
    show.wait(2000)
    gauge.set(34_900_000)
    show.wait(2000)
    let lines = screen(show).visibleLines
    expectEqual(lines[0].count, 79)
    expectEqual(lines.with("  export.zip · 34 of 120 MB · 10 s").count, 1)
    // Reading the file fills two thirds of the bar.
    expectEqual(lines[1].suffix(4), "19 %")
    gauge.set(120_000_000)
    show.wait(2000)
    expectEqual(screen(show).visibleLines[1].suffix(4), "66 %")
  }

  @Test func whereRoomIsShortTheNameGoesFirst() {
    var show = live()
    show.columns = 60
    let gauge = reading(&show, done: 0, of: 120_000_000)
    show.wait(2000)
    gauge.set(34_900_000)
    show.wait(2000)
    let line = screen(show).visibleLines[0]
    expectEqual([[line].with("  34 of 120 MB · 10 s").count, [line].with("export").count], [1, 0])
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
    expectEqual(show.lines.last?.hasSuffix(": \(text) (11 s)"), true, "\(show.lines)")
  }
}
