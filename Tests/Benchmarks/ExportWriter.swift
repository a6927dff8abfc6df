// A realistic export: nearly all of it is irrelevant and must be skipped.

import CLibrary
import Support

/// Writes an export of about 0.4 MB a day.
///
/// - Returns: its size; nil when it cannot be written.
func writeExport(days: Int, to path: String) -> Int? {
  guard let file = fopen(path, "w") else { return nil }
  defer { fclose(file) }
  var size = 0
  func put(_ text: String) {
    size +=
      text.utf8.withContiguousStorageIfAvailable { fwrite($0.baseAddress, 1, $0.count, file) } ?? 0
  }
  let empty = ExportText().description
  put(String(empty.dropLast(end.count)))
  let quantities: [(ExportText.Quantity, each: Int)] = [
    (.pulse, 500), (.steps, 400), (.respiration, 60), (.variability, 6), (.restingHeartRate, 1),
    (.weight, 1),
  ]
  for (quantity, each) in quantities {
    let inside = quantity == .variability ? beats : motion
    for day in 0..<days {
      var export = ExportText()
      for index in 0..<each {
        let value = "\(40 + index % 60).\(index % 10)"
        export.add(quantity, value, at: stamp(day, index * 86_400 / each), inside: inside)
      }
      put(export.elements)
    }
  }
  for day in 0..<days {
    var export = ExportText()
    for index in 0..<28 {
      let stage = ["AsleepCore", "AsleepDeep", "AsleepCore", "AsleepREM"][index % 4]
      export.addSleep(stage, stamp(day, index * 900), to: stamp(day, index * 900 + 900))
    }
    export.addWorkout("Cycling", stamp(day, 61_200), to: stamp(day, 65_100), inside: ride)
    put(export.elements)
  }
  put(end)
  return size
}

private let end = "</HealthData>\n"

private func stamp(_ day: Int, _ second: Int) -> String {
  ExportText.History(last: 0, days: 0).time(18_262 + day, second)  // 2020-01-01
}

private let motion = #"<MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="0"/>"#

private let beats = ExportText.beats(
  (0..<60).map { beat in
    ("60", "7:30:\(beat < 10 ? "0" : "")\(beat).\(10 + beat % 7) AM")
  })

private let ride = [
  #"<MetadataEntry key="HKTimeZone" value="Europe/Berlin"/>"#,
  #"<WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="141.2" minimum="88" maximum="172" unit="count/min"/>"#,
  #"<WorkoutStatistics type="HKQuantityTypeIdentifierDistanceCycling" sum="27.4" unit="km"/>"#,
]
