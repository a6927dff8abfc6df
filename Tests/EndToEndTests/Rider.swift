// A person with a home folder, accounts at the services and the built velo-sync.

import Codec
import Model
import Support
import Testing
import CLibrary

/// Signals whose numbers are not the same everywhere.
enum Signals {
  static let usr1 = SIGUSR1
  static let winch = SIGWINCH
}

/// Makes a named pipe.
func makePipe(_ path: String) throws { try #require(mkfifo(path, 0o600) == 0) }

extension RideBuilder {
  /// Rides of some months: every run computes all days from the first ride on.
  static func history(_ count: Int) -> [Ride] { history(count, from: Civil(2026, 3, 1).epoch) }
}

/// Runs the real binary with an exact environment against fake services on loopback.
struct Rider {
  enum Service: String, CaseIterable, Sendable {
    case strava, intervals, wahoo
  }

  let home: TemporaryFolder
  let strava: FakeStrava
  let intervals: FakeIntervals
  let wahoo: FakeWahoo

  /// Now, in seconds since 1970, by the binary's clock.
  static var now: Int { time(nil) }

  /// The environment of a terminal that shows the live line.
  static let terminal = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]

  /// - Parameter now: the clock of the services.
  init(
    rides: [Ride] = [], activities: [IntervalsActivity] = [], days: [IntervalsDay] = [],
    workouts: [WahooWorkout] = [], now: @escaping @Sendable () -> Int = { Self.now }
  ) throws {
    home = try TemporaryFolder()
    strava = try FakeStrava(StravaAccount(rides), now: now)
    strava.edit { $0.limits.lift() }
    intervals = try FakeIntervals(IntervalsData(activities, days))
    wahoo = try FakeWahoo(WahooAccount(workouts), now: now)
    wahoo.edit { $0.limits.lift() }
  }

  /// A rider who is signed in to some services, or to Strava.
  static func connected(
    to services: Service..., rides: [Ride] = [], activities: [IntervalsActivity] = [],
    days: [IntervalsDay] = [], workouts: [WahooWorkout] = []
  ) throws -> Rider {
    let rider = try Rider(rides: rides, activities: activities, days: days, workouts: workouts)
    for service in services.isEmpty ? [.strava] : services { try rider.signIn(to: service) }
    return rider
  }

  /// A rider with this many activities at each service, signed in to some of them.
  static func with(_ count: Int, connectedTo services: Service...) throws -> Rider {
    let rider = try Rider(
      rides: RideBuilder.history(count), activities: IntervalsActivity.history(count, until: now),
      workouts: WahooWorkout.history(count, until: now))
    for service in services { try rider.signIn(to: service) }
    return rider
  }

  /// A rider who is connected to Strava, after a first sync.
  static func synced(rides: [Ride]) throws -> Rider {
    let rider = try connected(rides: rides)
    try rider.sync()
    return rider
  }

  var store: String { home / ".local/share/velo-sync" }
  var state: String { home / ".local/state/velo-sync" }
  var credentials: String { state + "/credentials.json" }
  var lastRun: String { state + "/last-run.ndjson" }

  func server(of service: Service) -> HTTPServer {
    switch service {
    case .strava: strava.server
    case .intervals: intervals.server
    case .wahoo: wahoo.server
    }
  }

  // MARK: Running

  /// velo-sync with these arguments, its streams on pipes.
  func program(_ arguments: String..., environment: [String: String] = [:]) throws -> Program {
    try program(arguments, environment: environment)
  }

  func program(_ arguments: [String], environment: [String: String] = [:]) throws -> Program {
    // The day of the tests, whatever the machine's time zone.
    var variables = ["HOME": home.path, "PATH": "/usr/bin:/bin", "TZ": "UTC0"]
    for part in [strava.environment, intervals.environment, wahoo.environment, environment] {
      variables.merge(part) { $1 }
    }
    return Program(try BuiltProgram.path(of: "velo-sync"), arguments, environment: variables)
  }

  /// velo-sync with these arguments and all its streams on one terminal.
  func onTerminal(_ arguments: String..., columns: Int = 80) throws -> Program {
    try program(arguments, environment: Self.terminal).onTerminal(columns: columns)
  }

  /// Runs velo-sync to its end.
  @discardableResult
  func run(
    _ arguments: String..., input: String? = nil, environment: [String: String] = [:]
  ) throws -> ProgramResult {
    try run(arguments, input: input, environment: environment)
  }

  @discardableResult
  func run(
    _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
  ) throws -> ProgramResult {
    var program = try program(arguments, environment: environment)
    if let input { program.input = .text(input) }
    return try program.run()
  }

  /// Runs a sync, or the command that the arguments begin with, in JSON mode; returns its events.
  func events(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Events {
    try Events(run(arguments + ["--json"], environment: environment))
  }

  func events(_ arguments: [String]) throws -> Events { try Events(run(arguments + ["--json"])) }

  /// Runs a sync that has to succeed.
  func sync(_ arguments: String...) throws {
    let result = try run(arguments + ["--quiet"])
    try #require(result.status == .exited(0), "\(result.errors)")
  }

  /// Holds back the answers to all pages but the first of a first sync. The first one is stored
  /// when the next is requested: while the limits are unknown, no page is requested ahead.
  func holdLaterPages() -> Gate {
    strava.edit { $0.limits.headers = .none }
    return strava.server.hold(where: { $0.isPage && !$0.isFirstPage })
  }

  // MARK: The store

  /// All records of a folder of the store, in the order of their files.
  func records(_ folder: String = "activities/strava") throws -> [JSONValue] {
    let folder = store + "/" + folder
    return try Disk.names(in: folder).flatMap { try lines(of: "\(folder)/\($0)") }
  }

  /// The objects in a file of lines; none without the file.
  func lines(of path: String) throws -> [JSONValue] {
    let bytes = try Disk.read(path) ?? []
    return try NDJSON(bytes).lines.map { try JSONValue(parsing: bytes, in: $0) }
  }

  /// The ids of a service's activities in the store, in order.
  func storedIDs(_ service: Service = .strava) throws -> [String] {
    try records("activities/\(service)").compactMap { $0["source_id"]?.string }
  }

  /// Every file of a store, by default of this rider's own, with its bytes.
  func contents(of folder: String? = nil) throws -> [String: [UInt8]] {
    try Disk.snapshot(of: folder ?? store).filter { $0.value.kind == .file }.mapValues(\.bytes)
  }
}
