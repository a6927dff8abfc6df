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
    let gauge = show.work(.appleHealth, .bytes, of: total, name: "export.zip")
    show.post(.work(Work(stage: .prep, weight: 0.33, source: nil, unit: nil, gauge: gauge)))
    gauge.set(done)
    return gauge
  }

  /// Where room is short, the name goes first.
  @Test(arguments: [
    (80, "  export.zip · 34 of 120 MB · 4 s"), (60, "  34 of 120 MB · 4 s"),
  ])
  func nameBytesAndTimeLeftStandAtTheRight(_ columns: Int, _ right: String) {
    var show = live(columns: columns)
    let gauge = reading(&show, done: 0, of: 120_000_000)
    show.wait(2000)
    gauge.set(34_900_000)
    show.wait(2000)
    let lines = screen(show).visibleLines
    expectEqual(lines[0].count, columns - 1)
    expectEqual(lines.with(right).count, 1)
    expectEqual(lines.with("export").count, columns == 80 ? 1 : 0)
    // Reading the file fills two thirds of the bar.
    expectEqual(lines[1].suffix(4), "19 %")
    gauge.set(120_000_000)
    show.wait(2000)
    expectEqual(screen(show).visibleLines[1].suffix(4), "66 %")
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
    expectEqual(show.lines.last?.hasSuffix(": \(text) (10 s)"), true, "\(show.lines)")
  }
}
