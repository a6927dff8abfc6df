// The JSON documents of Garmin's account export, and how their objects and values are read.

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
    } catch .damaged { reading.isDamaged = true }
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

extension JSONValue {
  /// The number of a member; nil when there is none, or an implausible one.
  ///
  /// - Parameters:
  ///   - divisor: how many of the document's unit make one of ours.
  ///   - range: in our unit.
  func figure(_ name: String, per divisor: Double = 1, in range: ClosedRange<Double>) -> Double? {
    self[name]?.double.flatMap { range.contains($0 / divisor) ? $0 / divisor : nil }
  }

  /// The date of a member, written `YYYY-MM-DD` with or without a time.
  func day(_ name: String) -> Day? {
    guard let text = self[name]?.string, text.utf8.count < 64 else { return nil }
    let date = text.utf8.prefix(10)
    if let next = text.utf8.dropFirst(10).first {
      guard next == UInt8(ascii: "T") || next == UInt8(ascii: " ") else { return nil }
    }
    return String(date).flatMap { Day($0) }.flatMap { DayLimits.dates.contains($0) ? $0 : nil }
  }

  /// The time of a member in seconds since 1970, written as a text or in milliseconds. A text
  /// without a zone counts as UTC.
  func seconds(_ name: String) -> Int64? {
    guard let value = self[name] else { return nil }
    let seconds: Int64
    if let milliseconds = value.double {
      // Larger ones are no plausible times.
      guard milliseconds.magnitude < 1e15 else { return nil }
      seconds = Int64((milliseconds / 1000).rounded(.down))
    } else if let text = value.string, let time = WrittenTime(text) {
      seconds = time.inUTC.seconds
    } else {
      return nil
    }
    return RideLimits.times.contains(seconds) ? seconds : nil
  }

  /// A text of a member; nil when it is absent, empty or longer than 1,024 bytes.
  func words(_ name: String) -> String? {
    guard let text = self[name]?.string, (1...1024).contains(text.utf8.count) else { return nil }
    return text
  }
}
