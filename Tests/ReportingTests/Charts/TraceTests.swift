// The trace of a ride: means that count zeros, gaps, times below it, and as many rows as there is
// room for.

import Model
import Reporting
import Support
import Terminal
import Testing

@Suite struct TraceTests {
  private func power(_ points: [(Int, Double?)]) -> ChartSeries {
    ChartSeries(
      chart: .trace, name: .power, unit: .watts,
      points: points.map { .init(.seconds($0.0), $0.1) })
  }

  /// The value that each column of dots shows; nil where there is none.
  private func read(
    _ series: ChartSeries, width: Int = 80
  ) throws -> (values: [Double?], halfRow: Double) {
    let panel = try #require(
      ReadPanel.panels(of: lines(.trace, [series], width: width)).first)
    let values = (0..<panel.base.count * 2).map { column -> Double? in
      panel.dots(column, isUnicode: true).flatMap { dots in
        panel.value(ofRow: (dots.lowerBound + dots.upperBound) / 2 - 0.5)
      }
    }
    return (values, panel.perRow / 2)
  }

  @Test(arguments: [Glyphs.unicode, .ascii], [100, 80, 60, 40])
  func `every column is a mean`(_ glyphs: Glyphs, _ width: Int) throws {
    for series in Season.series(.trace) {
      let points = series.points
      let last = try #require(points.last?.place.number)
      let lines = lines(.trace, [series], width: width, glyphs)
      let panel = try #require(ReadPanel.panels(of: lines).first)
      let dots = panel.base.count * (glyphs.isUnicode ? 2 : 1)
      let note = try #require(lines[0].firstRange(of: "Trace, ").map { lines[0][$0.upperBound...] })
      let count = try #require(Int(note.prefix { $0.isNumber }))
      let group = note.contains("-minute mean") ? count * 60 : count
      let columns = last / group + 1
      let ofColumns = Dictionary(grouping: points) { $0.place.number / group }
      expect(columns <= dots, "\(columns) of \(dots)")
      for column in 0..<columns {
        let own = (ofColumns[column] ?? []).compactMap(\.value)
        let place = Int((Double(column) + 0.5) / Double(columns) * Double(dots))
        let range = panel.dots(place, isUnicode: glyphs.isUnicode)
        expectEqual(range == nil, own.isEmpty, "\(series.name) \(column) at \(width)")
        guard let range, !own.isEmpty else { continue }
        let low = try #require(panel.value(ofRow: range.lowerBound - 0.5))
        let high = try #require(panel.value(ofRow: range.upperBound - 0.5))
        let mean = own.reduce(0, +) / Double(own.count)
        let half = panel.perRow / 2 + 1e-9
        #expect(low - half <= mean && mean <= high + half, "\(series.name) \(column) at \(width)")
      }
    }
  }

  /// Coasting is drawn at the bottom and is half of a mean; a silent sensor is neither.
  @Test func `zero is a value and silence is none`() throws {
    let coasting = power((0..<400).map { ($0, $0 % 2 == 0 ? 200 : 0) })
    let (halves, half) = try read(coasting)
    #expect(halves.compactMap { $0 }.allSatisfy { abs($0 - 100) <= half })
    let silent = power((0..<400).map { ($0, $0 % 2 == 0 ? 200 : nil) })
    #expect(try read(silent).values.compactMap { $0 }.allSatisfy { abs($0 - 200) <= half })
    let stopped = power((0..<100).map { ($0, $0 < 50 ? 200 : 0) })
    #expect(try read(stopped).values.suffix(20).allSatisfy { $0.map { abs($0) <= half } == true })
    let ended = power((0..<50).map { ($0, 200) } + [(50, nil), (99, 200)])
    let middle = try read(ended).values.suffix(60).dropLast(10)
    #expect(middle.allSatisfy { $0 == nil })
    let zeros = power((0..<100).map { ($0, 0) })
    #expect(try read(zeros).values.contains { $0 == nil } == false)
  }

  @Test func `gaps are explained once`() {
    let whole = power((0..<500).map { ($0, 200) })
    let open = power((0..<200).map { ($0, 200) } + [(200, nil), (400, 210), (401, 215)])
    let heads = [whole, open].map { lines(.trace, [$0])[0] }
    expectEqual(heads.map { $0.ranges(of: "gap: no data").count }, [0, 1])
  }

  /// Recorders that save space write every few seconds.
  @Test func `a value lasts until the next`() throws {
    let seldom = power(stride(from: 0, to: 90, by: 7).map { ($0, 150) })
    let values = try read(seldom).values
    #expect(!values.contains { $0 == nil })
  }

  /// Hours and minutes at even distances, from the start to near the end.
  @Test(arguments: [59, 600, 3_600, 14_400, 90_000, 2_000_000], [40, 80, 100])
  func `times are below`(_ seconds: Int, _ width: Int) throws {
    let text = lines(.trace, [power([(0, 100), (seconds, 200)])], width: width)
    let labels = try #require(text.last).split(separator: " ")
    let minutes = try labels.map { label in
      let parts = label.split(separator: ":").compactMap { Int($0) }
      try #require(parts.count == 2 && label.suffix(3).hasPrefix(":") && parts[1] < 60)
      return parts[0] * 60 + parts[1]
    }
    let step = minutes.count > 1 ? minutes[1] : 1
    expectEqual(minutes, Array(stride(from: 0, through: seconds / 60, by: step)))
    expect([1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 360, 720, 1440, 14_400].contains(step))
    expect(minutes.count >= (seconds < 600 ? 1 : 3), "\(labels)")
    // Each label is below its mark.
    let marks = text[text.count - 2].ranges(of: "┬").count
    expectEqual(marks, labels.count)
  }

  /// Eight rows each, and fewer where the window is lower.
  @Test(arguments: [(24, 6), (27, 7), (60, 8), (10, 3)], 1...3)
  func `a trace fits the window`(_ window: (rows: Int, each: Int), _ series: Int) throws {
    var show = live(rows: window.rows)
    show.start(command: "ride")
    show.post(.activity(ListedRide(ride)))
    for series in Season.series(.trace).prefix(series) { show.post(.chart(series)) }
    show.end()
    var screen = TestScreen(columns: 80, rows: 120)
    screen.feed(show.out, translatingNewlines: true)
    let lines = screen.visibleLines
    let panels = ReadPanel.panels(of: lines)
    expectEqual(panels.count, series)
    let rows = panels.first?.rows.count ?? 0
    let most = (window.rows - 1 - 2 - series) / series
    expectEqual(rows, max(3, min(8, most)))
    if series == 3 { expectEqual(rows, window.each) }
    let trace = lines.drop { !$0.hasPrefix("Trace") }
    if most >= 3 { expect(trace.count < window.rows, "\(trace.count) of \(window.rows)") }
  }

  @Test func `the other modes have it too`() {
    for (renderer, words) in [
      (plain(), ["Trace, ", "Heart rate (bpm)", "0:00"]),
      (
        accessible(),
        ["Power over time: first ", "Heart rate over time: ", "after 5 minutes", "have no value."]
      ),
    ] {
      var show = renderer
      show.start(command: "ride")
      show.post(.activity(ListedRide(ride)))
      for series in Season.series(.trace) { show.post(.chart(series)) }
      show.end()
      let text = String(decoding: show.out, as: UTF8.self)
      expectEqual(words.filter { !text.contains($0) }, [])
      expect(!text.contains("\u{1B}"))
    }
  }

  @Test func `a picture is named after the ride`() throws {
    var ride = ride
    ride.name = String(repeating: "Höhenzug & ", count: 30)
    let bytes = try #require(
      ChartSVG(
        .trace, Season.series(.trace), chartMessages, today: Season.today, of: ride)?.bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    let title = try #require(text.split(separator: "\n").first { $0.contains("class=\"title\"") })
    expect(title.contains(">Höhenzug &amp; ") && title.contains("…<") && title.count < 200)
    for part in ["19 Nov 2026, 07:15", "-second mean", "Power over time: ", ">4:00<", ">3:00<"] {
      expectEqual(text.contains(part), part != ">4:00<", "\(part)")
    }
    expectEqual(text.ranges(of: "<path class=\"line ").count, 3)
    // A time is below the middle of its mark, at the edge as well.
    let lines = text.split(separator: "\n")
    let zero = try #require(lines.firstIndex { $0.contains(">0:00<") })
    let from = try #require(lines[zero].firstRange(of: " x=\"")?.upperBound)
    expect(lines[zero - 1].contains("d=\"M\(lines[zero][from...].prefix { $0 != "\"" }) "))
  }

  private var ride: Activity {
    var ride = Activity(
      id: ActivityID(source: .garmin, sourceID: "1"), start: Timestamp(seconds: 1_795_072_500))
    ride.startLocal = LocalTime(secondsSince1970: 1_795_072_500)
    ride.name = "Over the hills"
    return ride
  }
}
