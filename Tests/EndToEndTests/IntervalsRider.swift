// A rider with accounts at Intervals.icu and at Strava, and the built velo-sync.

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

/// Runs the real binary against both fakes on loopback.
struct IntervalsRider {
  let rider: Rider
  let intervals: FakeIntervals

  /// Now, in seconds since 1970, by the binary's clock.
  static var now: Int { time(nil) }

  init(
    activities: [IntervalsActivity] = [], days: [IntervalsDay] = [], rides: [Ride] = []
  ) throws {
    rider = try Rider(rides: rides)
    intervals = try FakeIntervals(activities: activities, days: days)
  }

  /// A rider who is connected to Intervals.icu alone.
  static func connected(
    activities: [IntervalsActivity] = [], days: [IntervalsDay] = []
  ) throws -> IntervalsRider {
    let rider = try IntervalsRider(activities: activities, days: days)
    try rider.connect()
    return rider
  }

  func program(_ arguments: [String], environment: [String: String] = [:]) throws -> Program {
    try rider.program(
      arguments, environment: intervals.environment.merging(environment) { $1 })
  }

  /// velo-sync with these arguments and all its streams on one terminal.
  func onTerminal(_ arguments: String...) throws -> Program {
    try program(arguments, environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"])
      .onTerminal()
  }

  /// Runs velo-sync to its end.
  @discardableResult
  func run(_ arguments: String..., input: String? = nil) throws -> ProgramResult {
    var program = try program(arguments)
    if let input { program.input = .text(input) }
    return try program.run()
  }

  /// Runs a sync in JSON mode and returns its events.
  func events(_ arguments: String...) throws -> Events {
    try Events(try program(arguments + ["--json"]).run())
  }

  /// Connects Intervals.icu with the right key.
  func connect() throws {
    let result = try run("connect", "intervals", input: intervals.key + "\n")
    try #require(result.status == .exited(0), "\(result.output)\(result.errors)")
  }

  /// All records of a folder of the store.
  func records(_ folder: String) throws -> [JSONValue] {
    let folder = rider.store + "/" + folder
    return try Disk.names(in: folder).flatMap { name in
      let bytes = try Disk.read("\(folder)/\(name)") ?? []
      return try NDJSON(bytes).lines.map { try JSONValue(parsing: bytes, in: $0) }
    }
  }

  /// The ids of the activities in the store, in order.
  func storedIDs() throws -> [String] {
    try records("activities/intervals").compactMap { $0["source_id"]?.string }
  }
}

extension Events {
  /// The result of a source.
  func result(of source: String) -> JSONValue? {
    of("source_finished").first { $0["source"]?.string == source }
  }
}
