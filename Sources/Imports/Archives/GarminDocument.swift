// The JSON documents of Garmin's account export, and how their objects are read one by one.

import Codec
import Model

/// A document of the export that is read, recognised by its name.
enum GarminDocument: CaseIterable, Sendable {
  /// Summaries of activities.
  case activities
  /// Nights.
  case sleep
  /// Nightly heart rate variability, heart rate and respiration.
  case healthStatus
  /// Summaries of days.
  case dailySummary
  /// Weights.
  case biometrics

  /// The document at this path in the export; nil for one that is not read.
  static func named(_ path: String) -> GarminDocument? {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    func ends(_ end: String) -> Bool { name.suffix(end.utf8.count).elementsEqual(end.utf8) }
    if ends("_summarizedActivities.json") { return .activities }
    if ends("_sleepData.json") { return .sleep }
    if ends("_healthStatusData.json") { return .healthStatus }
    if ends("_userBioMetrics.json") { return .biometrics }
    return name.starts(with: "UDSFile_".utf8) && ends(".json") ? .dailySummary : nil
  }

  /// The arrays and objects around each object: summaries are in
  /// `[{"summarizedActivitiesExport":[…]}]`, all others in one array.
  private var nesting: Int { self == .activities ? 3 : 1 }

  /// Reads the objects of a document to its end, or to where it is damaged.
  ///
  /// - Parameter body: returns false for an object that cannot be used.
  /// - Throws: `stopped` and `noZlib`; `damaged` for a document that is damaged before its first
  ///   object ends.
  func read(
    _ input: any ByteInput, _ body: (JSONValue) -> Bool
  ) throws(ImportError) -> GarminReading {
    let input = InputBuffer(input)
    var cutter = JSONObjectCutter(nesting: nesting)
    var reading = GarminReading()
    do throws(ImportError) {
      try input.skipByteOrderMark()
      while !cutter.isDamaged, try input.fill(1) {
        cutter.take(input.bytes.bindMemory(to: UInt8.self)) { bytes in
          guard let object = try? JSONValue(parsing: bytes), body(object) else {
            return reading.skipped += 1
          }
          reading.objects += 1
        }
        input.advance(input.bytes.count)
      }
    } catch .damaged {
      reading.isDamaged = true
    }
    reading.skipped += cutter.skipped
    reading.isDamaged = reading.isDamaged || !cutter.isComplete
    if reading.isDamaged, reading.objects == 0 { throw .damaged(line: nil) }
    return reading
  }
}

/// What reading a document came to.
struct GarminReading: Equatable, Sendable {
  /// Objects that were read.
  var objects = 0
  /// Objects that cannot be used: longer than 1 MiB, not JSON, without a date or a start, or more
  /// than fit into memory.
  var skipped = 0
  /// Whether the document ends before it should, or is damaged; the objects before are read.
  var isDamaged = false
}
