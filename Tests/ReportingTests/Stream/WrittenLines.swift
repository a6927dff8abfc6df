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
      var show = TranscriptRenderer.json.show()
      scene.play(&show)
      for line in show.writes { add(line.bytes) }
    }
    var other = json()
    let today = Day(of: Show.dawn)
    other.post(
      .power(PowerReport(bestWatts: 268, date: today, ftpWatts: 240, weightKilograms: 71.5)))
    for series in Season.series(.fitness).suffix(1) + Season.series(.power).suffix(1) {
      other.post(.chart(series))
    }
    for line in other.writes { add(line.bytes) }
    return lines
  }()
}
