// A rider with accounts at Wahoo, Strava and Intervals.icu, and the built velo-sync.

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

/// Runs the real binary against all fakes on loopback.
struct WahooRider {
  /// The accounts at the other services.
  let others: IntervalsRider
  let wahoo: FakeWahoo

  /// Now, in seconds since 1970, by the binary's clock.
  static var now: Int { time(nil) }

  init(
    workouts: [WahooWorkout] = [], activities: [IntervalsActivity] = [], rides: [Ride] = []
  ) throws {
    others = try IntervalsRider(activities: activities, rides: rides)
    wahoo = try FakeWahoo(workouts: workouts)
    wahoo.edit { $0.limits = .generous }
  }

  /// A rider who is connected to Wahoo alone.
  static func connected(workouts: [WahooWorkout] = []) throws -> WahooRider {
    let rider = try WahooRider(workouts: workouts)
    try rider.connect()
    return rider
  }

  var store: String { others.rider.store }
  var credentials: String { others.rider.state + "/credentials.json" }

  func program(_ arguments: [String], environment: [String: String] = [:]) throws -> Program {
    try others.program(
      arguments, environment: wahoo.environment.merging(environment) { $1 })
  }

  /// velo-sync with these arguments and all its streams on one terminal.
  func onTerminal(_ arguments: String...) throws -> Program {
    try program(arguments, environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"])
      .onTerminal(columns: 200)
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

  /// Connects Wahoo as a person without a terminal would: the secret, then the address that the
  /// browser ended at, changed by `paste`.
  @discardableResult
  func connect(
    _ arguments: String..., paste: (String) -> String = { $0 }
  ) throws -> ProgramResult {
    let application = wahoo.edit { $0.application }
    var program = try program(
      ["connect", "wahoo", "--client-id", application.clientID, "--json"] + arguments)
    program.input = .pipe
    let running = try program.start()
    running.write(application.clientSecret + "\n")
    running.write(paste(try wahoo.approve(Events.signInURL(running))) + "\n")
    return try running.wait()
  }

  /// All records of a folder of the store.
  func records(_ folder: String = "activities/wahoo") throws -> [JSONValue] {
    try others.records(folder)
  }

  /// The ids of the activities in the store, in order.
  func storedIDs() throws -> [String] {
    try records().compactMap { $0["source_id"]?.string }
  }
}

extension WahooRider {
  /// Rides that all services have.
  static func twelveRides() -> [Ride] {
    RideBuilder.history(12, from: now - 300 * 86_400, to: now - 86_400)
  }

  /// A rider connected to three services with the same rides, and one ride only at Wahoo.
  static func everywhere(_ rides: [Ride]) throws -> WahooRider {
    let own = WahooWorkout(id: 5, start: now - 301 * 86_400)
    let rider = try WahooRider(
      workouts: rides.map { WahooWorkout($0) } + [own],
      activities: rides.map { IntervalsActivity($0) }, rides: rides)
    try rider.others.rider.connect()
    try rider.others.connect()
    try #require(try rider.connect().status == .exited(0))
    return rider
  }
}
