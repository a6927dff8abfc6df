// Fuzz targets of files that a person has: Apple Health, FIT, TCX, GPX, archives and their
// catalogues.

import Codec
import Model
import Platform
import Reporting
import Support
import Training

@testable import Imports

private let xmlWords = [
  "<", "</", "/>", "<!--", "-->", "<![CDATA[", "]]>", "<?xml", "?>", "<!DOCTYPE", "&amp;", "&#65;",
  "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>", "&nbsp;",
  "&#x10FFFF;", "=\"", "\" ", "<gpx", "<trk>", "<trkseg>", "<trkpt lat=\"52.5\" lon=\"13.4\">",
  "<ele>", "<time>2026-11-20T06:00:00Z</time>", "<hr>140</hr>", "<power>200</power>",
  "<TrainingCenterDatabase", "<Activity Sport=\"Biking\">", "<Lap StartTime=\"", "<Trackpoint>",
  "<DistanceMeters>", "<Record type=\"HKQuantityTypeIdentifierHeartRate\"", "<Workout ",
  "startDate=\"2026-11-20 06:00:00 +0100\"", "endDate=\"", "value=\"1e308\"", "unit=\"", "NaN",
]
private let fitWords = [
  ".FIT", "\u{0}\u{14}", "\u{0}\u{12}", "@\u{0}\u{0}", "`\u{0}\u{0}", "\u{7F}",
]
private let zipWords = [
  "PK\u{3}\u{4}", "PK\u{1}\u{2}", "PK\u{5}\u{6}", "PK\u{6}\u{6}", "PK\u{7}\u{8}",
]
private let csvWords = [
  "Activity ID", "Activity Date", "Nov 20, 2026, 6:00:00 AM", "Ride", "activities/1.fit.gz",
  "Elapsed Time", "Distance", "27,40", "27.4", "\"", ",", "\n",
]

let importTargets = [
  // Levels fit their limit; elements and their lines are the same in whatever pieces they arrive.
  Target("xml", words: xmlWords) {
    try documents().map(\.bytes).filter { $0.first == 0x3C }
  } run: {
    // Damage in the text ahead is found before the elements of the same piece are.
    let (one, other) = (elements(MemoryInput($0)), elements(MemoryInput($0, piece: 5)))
    require(one.isWhole == other.isWhole, "the fault depends on the pieces")
    let count = one.isWhole ? Int.max : min(one.found.count, other.found.count)
    requireSame(
      Array(one.found.prefix(count)), Array(other.found.prefix(count)),
      "elements depend on the pieces")
  },
  // Records of an export can be written and read back.
  Target("health", words: xmlWords) {
    [Array(healthExport().utf8)]
  } run: { bytes in
    var reader = HealthReader(rMSSD: formulas.rMSSD)
    try? reader.read(MemoryInput(bytes, piece: 777), at: FileOrigin(file: "export.xml"))
    check(reader.takeRecords())
  },
  documentTarget("fit", ["/a/x.fit"], fitWords) { try documents("fit") },
  documentTarget("tcx", ["/a/x.tcx"], xmlWords) { try documents("tcx") },
  documentTarget("gpx", ["/a/x.gpx"], xmlWords) { try documents("gpx") },
  documentTarget("zip", ["/a/x.zip"], zipWords + fitWords) { try archives() },
  documentTarget("strava-archive", ["/a/activities.csv"], csvWords) {
    StravaExport.Form.allCases.map { form in
      Array(StravaExport(form, [StravaExport.Entry(TrueRide(seconds: 60), id: 7)]).catalogue.utf8)
    }
  },
  documentTarget("garmin-archive", garminNames, jsonWords) { garmin().files.map(\.bytes) },
  // A packed file gives the same bytes whatever the pieces, or the same fault.
  Target("gzip", words: zipWords) {
    [try Deflate.gzip(Array("rides".utf8)), try Deflate.gzip([]) + Deflate.gzip([1, 2, 3])]
  } run: { bytes in
    requireSame(unpacked(bytes, .max), unpacked(bytes, 3), "bytes depend on the pieces")
  },
]

private let garminNames = garmin().files.map { "/" + $0.name }

/// Reads a document as an import does. Records can be written and read back, problems have a text,
/// and streams are JSON.
///
/// - Parameter names: the first byte of an input chooses one when there are several.
private func documentTarget(
  _ name: String, _ names: [String], _ words: [String],
  seeds: @escaping @Sendable () throws -> [[UInt8]]
) -> Target {
  Target(name, words: words) {
    try seeds().enumerated().map { names.count > 1 ? [UInt8($0.offset)] + $0.element : $0.element }
  } run: { bytes in
    var choices = Choices(bytes)
    let place = DocumentLocation(file: names.count > 1 ? choices.pick(names) : names[0])
    let file = MemoryFile(Array(choices.rest))
    let progress = ReadingProgress.unseen { false }
    let settings = DocumentReader.Settings(formulas: formulas)
    var reader = DocumentReader(settings, progress: progress)
    _ = try? reader.read(file, at: place)
    let names = reader.collection.names
    let records = reader.collection.takeRecords()
    for problem in reader.collection.problems { _ = messages.text(problem) }
    for list in records.values { check(list) }
    let ids = records.values.flatMap(\.activities).map(\.id)
    if ids.isEmpty { return }
    let wanted = Dictionary(
      ids.map { ($0, LeastStreams(0, false)) }, uniquingKeysWith: { $1 })
    let selection = StreamSelection(wanted, names: names, writer: StreamCheck())
    var again = DocumentReader(settings, progress: progress, streams: selection)
    _ = try? again.read(file, at: place)
  }
}

private func check(_ records: ImportedRecords) {
  for ride in records.rides { checkStored(ride.activity) }
  for day in records.days { checkStored(day) }
}

private struct StreamCheck: StreamWriter {
  func write(_ streams: [UInt8], of id: ActivityID) throws(SyncFailure) {
    require((try? JSONValue(parsing: streams)) != nil, "streams are no JSON: \(text(streams))")
  }
}

private let formulas = ImportFormulas(
  rMSSD: { BeatIntervals(beats: $0).rmssd() }, weightedPower: { $0.weightedPower() },
  analyze: { RideAnalysis(of: $0, isMeasured: $1, rider: $2) }, localOffset: { _ in 3600 })

private final class MemoryFile: InputFile {
  let descriptor: Int32 = -1
  let kind = InputKind.file
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var size: Int64 { Int64(bytes.count) }

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard (0..<size).contains(offset) else { return 0 }
    let found = bytes[Int(offset)...].prefix(buffer.count)
    buffer.copyBytes(from: found)
    return found.count
  }
}

/// The elements of a document with their lines, and whether it ends without a fault.
private func elements(_ input: MemoryInput) -> (found: [String], isWhole: Bool) {
  var scanner = XMLScanner(input)
  var found: [String] = []
  while let token = try? scanner.next() {
    if token == .end { return (found, true) }
    require((0...XMLLimit.depth).contains(scanner.level), "level \(scanner.level)")
    var element = "\(token) \(scanner.level)"
    if token == .open {
      element += " \(scanner.lineOfElement()) \(scanner.value("type").map { text($0) } ?? "-")"
    }
    found.append(element)
  }
  return (found, false)
}

private func unpacked(_ bytes: [UInt8], _ piece: Int) -> [UInt8] {
  let budget = UnpackBudget(most: 1 << 22)
  guard let input = try? GzipInput(MemoryInput(bytes, piece: piece), budget: budget) else {
    return []
  }
  var unpacked: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while let count = try? buffer.withUnsafeMutableBytes({ try input.read(into: $0) }), count > 0 {
    unpacked += buffer.prefix(count)
  }
  return unpacked
}

// MARK: Seeds

private func documents() throws -> [(name: String, bytes: [UInt8])] {
  let ride = TrueRide(seconds: 20)
  return [
    ("a.fit", ride.fit()), ("b.tcx", Array(ride.tcx().utf8)), ("c.gpx", Array(ride.gpx().utf8)),
    ("export.xml", Array(healthExport().utf8)),
  ] + garmin().uploads
}

private func documents(_ kind: String) throws -> [[UInt8]] {
  try documents().filter { $0.name.hasSuffix(".\(kind)") }.map(\.bytes)
}

private func archives() throws -> [[UInt8]] {
  let files = try documents().prefix(3).map { ZipFile($0.name, $0.bytes) }
  var large = files[0]
  (large.isLarge, large.method) = (true, .stored)
  let inner = ZipFile("inner.zip", try ZipMaker.archive(Array(files)))
  let packed = ZipFile("a.fit.gz", try Deflate.gzip(files[0].bytes))
  return try [[files[0]], [large], [inner, packed]].map { try ZipMaker.archive($0) }
}

private func garmin() -> GarminExport {
  var day = GarminMeasures("2026-11-20")
  (day.restingHeartRate, day.hrv, day.weightKilograms, day.wakingRespiration) = (48, 61, 70.5, 13)
  return GarminExport(
    nights: [GarminNight(start: 1_795_128_000)], days: [day], rides: [TrueRide(seconds: 20)])
}

private func healthExport() -> String {
  var export = ExportText()
  export.prologue = ExportText.declaration
  export.add(
    .variability, "40.5", at: "2026-11-20 02:00:00 +0100",
    inside: ExportText.beats([("60", "2:00:00.00 AM"), ("58", "2:00:01.05 AM")]))
  export.add(.weight, "155.2", "lb", at: "2026-11-20 07:00:00 -0800", by: "Scale")
  export.addSleep("AsleepCore", "2026-11-19 23:00:00 +0100", to: "2026-11-20 06:00:00 +0100")
  export.addWorkout(
    "Cycling", "2026-11-20 17:00:00 +0100", to: "2026-11-20 18:05:00 +0100",
    inside: ["<MetadataEntry key=\"HKElevationAscended\" value=\"31250 cm\"/>"])
  return export.description
}
