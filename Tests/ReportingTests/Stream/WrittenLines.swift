// A line of every form that the program writes: those of all scenes, and of other commands.

import Codec
import Model
import Reporting

enum WrittenLines {
  /// One line for each set of members and each status, `version` first.
  static let all: [[UInt8]] = {
    var (lines, seen) = ([[UInt8]](), Set<String>())
    func add(_ line: [UInt8]) {
      guard let event = try? JSONValue(parsing: line) else { return lines.append(line) }
      let names = event.members?.map(\.name).joined(separator: ",") ?? ""
      let words = ["type", "status"].map { event[$0]?.string ?? "" }
      if seen.insert("\(words) \(names)").inserted { lines.append(line) }
    }
    for scene in GalleryScene.messages {
      var show = TranscriptFace.json.show()
      scene.play(&show)
      for line in show.writes { add(line.bytes) }
    }
    var encoder = EventEncoder(messages: messages)
    let state = RunState(started: Moment(nanoseconds: 0))
    let now = Now(moment: Moment(nanoseconds: 0), wall: Show.dawn)
    for kind in loose {
      if let line = encoder.line(SyncEvent(at: now.moment, kind: kind), state, at: now) {
        add(line)
      }
    }
    return lines
  }()

  private static let today = Day(of: Show.dawn)

  private static let loose: [SyncEvent.Kind] = [
    .power(
      PowerReport(bestWatts: 268, date: today, ftpWatts: 240, weightKilograms: 71.5)),
    .chart(
      ChartSeries(
        chart: .fitness, name: .fatigue, unit: .load,
        points: .days([.init(today, 54.25), .init(today.advanced(by: 1), nil)]))),
    .chart(
      ChartSeries(
        chart: .power, name: .allTime, unit: .watts,
        points: .durations([.init(5, 812), .init(7200, nil)]), weight: 71.5)),
  ]
}
