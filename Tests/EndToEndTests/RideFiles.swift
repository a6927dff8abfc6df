// Ride files in the home folder of a person.

import Support
import Testing

extension TrueRide {
  /// A ride of no maker with a source of its own: its files are "Ride files".
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
}

extension Importer {
  /// Writes files below a folder of the home folder, last changed an hour ago; returns its path.
  @discardableResult
  func write(_ files: [(name: String, bytes: [UInt8])], under folder: String) throws -> String {
    try Disk.makeFolder(rider.home / folder)
    for file in files {
      try Disk.setAge(write(file.bytes, to: "\(folder)/\(file.name)"), 3_600)
    }
    return rider.home / folder
  }
}
