// A person with Apple Health exports, and the built velo-sync.

import Codec
import Support
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes exports into the home folder and imports them.
struct Importer {
  let rider: Rider

  init(_ rider: Rider) { self.rider = rider }

  init() throws { self.init(try Rider()) }

  /// Today in days since 1970-01-01, by the binary's clock in these tests.
  static var today: Int { time(nil) / 86_400 }

  /// Some weeks that end a month ago, so that no test depends on the time of day.
  static var weeks: ExportText.History { ExportText.History(last: today - 30, days: 40) }

  var store: String { rider.store }

  /// Writes a file of the home folder and returns its path.
  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let path = rider.home / name
    try Disk.makeFolders(above: path)
    try Disk.write(Array(bytes), to: path)
    return path
  }

  /// Writes an export as XML.
  @discardableResult
  func write(_ history: ExportText.History, to name: String = "export.xml") throws -> String {
    try write(ExportText(history).description.utf8, to: name)
  }

  /// Writes an export as the phone packs it.
  @discardableResult
  func pack(_ text: String, to name: String = "export.zip") throws -> String {
    try write(
      ZipMaker.archive([
        ZipFile("apple_health_export/export_cda.xml", "<ClinicalDocument/>"),
        ZipFile("apple_health_export/export.xml", text),
      ]), to: name)
  }

  /// Imports in JSON and returns the events.
  func events(_ arguments: String...) throws -> Events {
    try Events(try rider.program(["import"] + arguments + ["--json"]).run())
  }

  /// Imports to the end.
  @discardableResult
  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> ProgramResult {
    try rider.program(["import"] + arguments, environment: environment).run()
  }

  /// All records of a folder of the store.
  func records(_ folder: String) throws -> [JSONValue] {
    let folder = store + "/" + folder
    return try Disk.names(in: folder).flatMap { name in
      let bytes = try Disk.read("\(folder)/\(name)") ?? []
      return try NDJSON(bytes).lines.map { try JSONValue(parsing: bytes, in: $0) }
    }
  }
}

extension Importer {
  /// The last four workouts of `weeks` as Strava lists them.
  static func ridesOfWeeks() -> [Ride] {
    let days = (weeks.last - weeks.days + 1...weeks.last).filter { $0 % 2 == 0 }
    return days.suffix(4).enumerated().map { index, day in
      // The export's clock is an hour ahead.
      var ride = Ride(id: 9_000_000_000 + Int64(index), start: day * 86_400 + 61_200 - 3600 + 40)
      ride.movingTime = 3600
      return ride
    }
  }
}
