// The files that transcripts name in their heading.

import Support
import Testing

/// Files made from their names.
///
/// `2026-03-14.fit` is a ride of half an hour at ten o'clock of that day; `.tcx` and `.gpx` are
/// others of it, each also packed as `.gz`. Words between the date and the ending change it, as in
/// `2026-03-14-indoor-long.fit`.
enum Fixture {
  static func bytes(of path: String) throws -> [UInt8] {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    switch name {
    case "apple-health.xml": return Array(health.utf8)
    case "apple-health.zip":
      return try ZipMaker.archive([ZipFile("apple_health_export/export.xml", health)])
    case "strava.zip": return try StravaExport(.english103, stravaEntries).archive()
    case "garmin.zip": return try garmin()
    case "run.ndjson", "failed.ndjson":
      return try #require(
        try Disk.read(Golden.path(of: "Tests/EndToEndTests/Recordings/\(name)")))
    case "archive.zip": return try archive()
    case "settings.fit": return WellnessFIT.settings()
    default: return try ride(name)
    }
  }

  /// Forty days until the day of the sessions.
  private static var health: String {
    ExportText(.init(last: Transcript.now / 86_400, days: 40)).description
  }

  /// `2026-03-14`, which is ten o'clock, or `2026-03-14T15:30:00`.
  static func moment(_ text: some StringProtocol) -> Int {
    let numbers = text.split { "-T:".contains($0) }.compactMap { Int($0) }
    let time = numbers.count > 3 ? Array(numbers[3...]) : [10, 0, 0]
    return Civil(numbers[0], numbers[1], numbers[2], time[0], time[1], time[2]).epoch
  }

  private static func day(_ text: some StringProtocol) -> Int64 { Int64(moment(text)) }

  private static func ride(_ name: String) throws -> [UInt8] {
    let parts = name.split(separator: ".")
    var ride = TrueRide(start: day(name.prefix(10)), seconds: 1_800)
    var (isCut, isShort) = (false, false)
    var session: [(UInt8, FITValue)] = []
    for word in parts[0].dropFirst(10).split(separator: "-") {
      switch word {
      case "blip": ride.seconds = 2
      case "cut": isCut = true
      case "torn": (isCut, isShort) = (true, true)
      case "ftp": session = [(45, .u16(200))]
      case "indoor": ride.hasPosition = false
      case "long": ride.seconds = 4_000
      case "nopower": ride.hasPower = false
      case "nopulse": ride.hasHeartRate = false
      case "paused": ride.pauses = [300..<500]
      case "short": ride.seconds = 700
      case "plain": (ride.hasPower, ride.hasHeartRate) = (false, false)
      case "wahoo": (ride.maker, ride.product, ride.device) = (32, 31, "Wahoo ELEMNT BOLT")
      default: Issue.record("\(name): \(word) is unknown")
      }
    }
    let plain =
      parts[1] == "fit"
      ? ride.fit(session: session) : Array((parts[1] == "tcx" ? ride.tcx() : ride.gpx()).utf8)
    let whole = parts.last == "gz" ? try Deflate.gzip(plain) : plain
    return isCut ? Array(whole.prefix(isShort ? 300 : whole.count / 2)) : whole
  }

  /// An archive in an archive in an archive, a member with a path that leads out, and one that is
  /// damaged.
  private static func archive() throws -> [UInt8] {
    let inner = try ZipMaker.archive([ZipFile("c.gpx", ride("2026-03-12-short.gpx"))])
    let middle = try ZipMaker.archive([
      ZipFile("inner.zip", inner), ZipFile("../../escaped.fit", ride("2026-03-13.fit")),
    ])
    return try ZipMaker.archive([
      ZipFile("a.fit", ride("2026-03-10.fit")), ZipFile("cut.fit", ride("2026-03-11-cut.fit")),
      ZipFile("sub/", ""), ZipFile("sub/middle.zip", middle), ZipFile("readme.txt", "hello"),
    ])
  }

  /// A ride of every kind of upload, and one entered by hand.
  private static var stravaEntries: [StravaExport.Entry] {
    let uploads: [StravaExport.Upload?] = StravaExport.Upload.allCases + [nil]
    return uploads.enumerated().map { index, upload in
      var ride = TrueRide(start: day("2026-03-0\(index + 1)"), seconds: 600)
      ride.name = "Ride, \"\(index)\" <Köln>"
      var entry = StravaExport.Entry(ride, id: 9_000_000_000 + index)
      entry.upload = upload
      return entry
    }
  }

  /// A night, its measurements and three rides; of the last one there is only the summary.
  private static func garmin() throws -> [UInt8] {
    let rides = (1...3).map { index in
      var ride = TrueRide(start: day("2026-03-1\(index)"))
      ride.name = "Round \(index)"
      // What another recorder made is Garmin's as well, once it is there.
      if index == 2 { (ride.maker, ride.product) = (32, 31) }
      return ride
    }
    let export = GarminExport(
      nights: [GarminNight(start: 1_773_439_200)],
      days: [
        GarminMeasures("2026-03-14", restingHeartRate: 48, hrv: 61, weightKilograms: 70.5)
      ], rides: rides)
    var recorded = export
    recorded.rides.removeLast()
    let uploads = try ZipMaker.archive(recorded.uploads.map { ZipFile($0.name, $0.bytes) })
    return try ZipMaker.archive(
      (export.files + [(GarminExport.uploadsPath, uploads)]).map { ZipFile($0.name, $0.bytes) })
  }
}
