// Ride files in the home folder of a person, and the rides that are stored of them.

import Codec
import Support
import Testing

/// The forms of a ride's file.
enum RideForm: String, CaseIterable, Sendable {
  case fit, fitGzip, tcx, tcxGzip, gpx, gpxGzip

  /// Only GPX does not name the maker of its recorder.
  var source: String { self == .gpx || self == .gpxGzip ? "files" : "garmin" }

  func bytes(_ ride: TrueRide) throws -> [UInt8] {
    switch self {
    case .fit: ride.fit()
    case .tcx: Array(ride.tcx().utf8)
    case .gpx: Array(ride.gpx().utf8)
    case .fitGzip: try Deflate.gzip(ride.fit())
    case .tcxGzip: try Deflate.gzip(Array(ride.tcx().utf8))
    case .gpxGzip: try Deflate.gzip(Array(ride.gpx().utf8))
    }
  }
}

extension TrueRide {
  /// A ride of `RideForm`s of no maker with a source of its own: all its files are "Ride files".
  static func unbranded(start: Int64 = 1_773_472_502, seconds: Int = 600) -> TrueRide {
    var ride = TrueRide(start: start, seconds: seconds)
    (ride.maker, ride.product, ride.device) = (32, 31, "Wahoo ELEMNT BOLT")
    return ride
  }

  /// So many days before today, at ten in the morning by UTC.
  static func daysAgo(_ days: Int, seconds: Int = 1_800) -> TrueRide {
    TrueRide(start: Int64((Importer.today - days) * 86_400 + 36_000), seconds: seconds)
  }

  /// The id at its source: `20260314T071502Z`.
  var sourceID: String {
    Civil(epoch: Int(start)).text.filter { $0 != "-" && $0 != ":" } + "Z"
  }

  /// `2026-03-14T07:15:02Z`
  var startText: String { Civil(epoch: Int(start)).text + "Z" }
}

extension Importer {
  /// The sources of files, in order.
  private static let sources = [
    "strava", "intervals", "wahoo", "apple-health", "garmin", "trainerroad", "files",
  ]

  /// Writes files below a folder of the home folder, last changed an hour ago; returns its path.
  @discardableResult
  func write(_ files: [(name: String, bytes: [UInt8])], under folder: String) throws -> String {
    try Disk.makeFolder(rider.home / folder)
    for file in files {
      try Disk.setAge(write(file.bytes, to: "\(folder)/\(file.name)"), 3_600)
    }
    return rider.home / folder
  }

  /// Writes the files below a folder, or as an archive.
  func write(
    _ files: [(name: String, bytes: [UInt8])], to name: String, isPacked: Bool
  ) throws -> String {
    if !isPacked { return try write(files, under: name) }
    return try write(ZipMaker.archive(files.map { ZipFile($0.name, $0.bytes) }), to: name + ".zip")
  }

  /// All stored rides by id.
  func rides() throws -> [String: JSONValue] {
    var rides: [String: JSONValue] = [:]
    for source in Self.sources {
      for record in try records("activities/\(source)") {
        let id = try #require(record["id"]?.string)
        expect(rides.updateValue(record, forKey: id) == nil, "\(id) is stored twice")
      }
    }
    return rides
  }

  /// The ids of all stored rides.
  func rideIDs() throws -> Set<String> { Set(try rides().keys) }

  /// The stored ride with an id.
  func ride(_ id: String) throws -> JSONValue { try #require(try rides()[id], "\(id)") }
}

extension JSONValue {
  /// The file, and the member of it, that a record is from.
  var place: String {
    let file = self["from"]?["file"]?.string ?? "nothing"
    return self["from"]?["member"]?.string.map { "\(file): \($0)" } ?? file
  }

  /// The ids of the records of the same ride.
  var sameAs: [String] { self["same_as"]?.elements?.compactMap(\.string) ?? [] }

  /// Whether a number is within some distance of another.
  func isNear(_ other: Double, within distance: Double = 0.2) -> Bool {
    double.map { abs($0 - other) <= distance } ?? false
  }
}
