// A person with a home folder, a Strava account and the built velo-sync.

import Codec
import Support
import Testing

/// Runs the real binary with an exact environment against a fake Strava on loopback.
struct Rider {
  let home: TemporaryFolder
  let strava: FakeStrava

  init(rides: [Ride] = []) throws {
    home = try TemporaryFolder()
    strava = try FakeStrava(rides: rides)
    strava.edit { $0.limits = .generous }
  }

  var store: String { home / ".local/share/velo-sync" }
  var state: String { home / ".local/state/velo-sync" }

  /// velo-sync with these arguments, its streams on pipes.
  func program(_ arguments: String..., environment: [String: String] = [:]) throws -> Program {
    try program(arguments, environment: environment)
  }

  func program(_ arguments: [String], environment: [String: String] = [:]) throws -> Program {
    var variables = strava.environment
    variables["HOME"] = home.path
    variables["PATH"] = "/usr/bin:/bin"
    for (name, value) in environment { variables[name] = value }
    return Program(try BuiltProgram.path(of: "velo-sync"), arguments, environment: variables)
  }

  /// velo-sync with these arguments and all its streams on one terminal.
  func onTerminal(_ arguments: String..., columns: Int = 80) throws -> Program {
    try program(arguments, environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"])
      .onTerminal(columns: columns)
  }

  /// Holds back the answers to all pages but the first of a first sync. The first one is stored
  /// when the next is requested: while the limits are unknown, no page is requested ahead.
  func holdLaterPages() -> Gate {
    strava.edit { $0.limits.headers = .none }
    return strava.server.hold(where: { $0.isPage && !$0.isFirstPage })
  }

  /// Runs velo-sync to its end.
  @discardableResult
  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> ProgramResult {
    try program(arguments, environment: environment).run()
  }

  /// Runs a sync in JSON mode and returns its events.
  func events(_ arguments: String...) throws -> Events {
    try Events(try program(arguments + ["--json"]).run())
  }

  /// Signs in as a person would, with the fake in the role of the browser.
  func connect() throws {
    let account = strava.edit { $0.application }
    var program = try program("connect", "strava", "--client-id", account.clientID, "--json")
    program.input = .text(account.clientSecret + "\n")
    let running = try program.start()
    let url = try Events.signInURL(running)
    _ = try Browser.get(strava.approve(url))
    let result = try running.wait()
    try #require(result.status == .exited(0), "\(result.output)\(result.errors)")
  }

  /// A rider who is connected.
  static func connected(rides: [Ride] = []) throws -> Rider {
    let rider = try Rider(rides: rides)
    try rider.connect()
    return rider
  }

  /// All records of the store, by year file.
  func records() throws -> [(file: String, record: JSONValue)] {
    let folder = store + "/activities/strava"
    return try Disk.names(in: folder).flatMap { name in
      let bytes = try Disk.read("\(folder)/\(name)") ?? []
      return try NDJSON(bytes).lines.map { (name, try JSONValue(parsing: bytes, in: $0)) }
    }
  }

  /// The ids in the store.
  func storedIDs() throws -> [String] {
    try records().compactMap { $0.record["source_id"]?.string }
  }
}

/// The events of a run.
struct Events {
  let all: [JSONValue]
  let result: ProgramResult

  /// Reads the events in a program's output. Each must follow the published schema.
  ///
  /// - Parameter isOurs: whether only members of the schema may occur; otherwise other programs
  ///   have added their own.
  init(_ result: ProgramResult, isOurs: Bool = true) throws {
    self.result = result
    let schema = try Self.schema.get()
    all = try result.outputLines.map { line in
      let faults = schema.faults(in: line.utf8, isStrict: isOurs)
      expectEqual(faults, [], "\(line)")
      return try JSONValue(parsing: Array(line.utf8))
    }
  }

  /// The schema published by the binary itself.
  private static let schema = Result {
    try SchemaValidator(
      Program(BuiltProgram.path(of: "velo-sync"), ["schema"], environment: [:]).run().output)
  }

  var types: [String] { all.compactMap { $0["type"]?.string } }

  func of(_ type: String) -> [JSONValue] { all.filter { $0["type"]?.string == type } }

  var summary: JSONValue? { of("summary").last }

  /// A count in the summary.
  func count(_ name: String) -> Int64? { summary?["counts"]?[name]?.integer }

  var statuses: [String] { of("status").compactMap { $0["status"]?.string } }

  /// Waits for the address of the sign-in page.
  static func signInURL(_ running: RunningProgram) throws -> String {
    func url(_ bytes: [UInt8]) -> String? {
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        if let event = try? JSONValue(parsing: Array(line.utf8)), event["type"]?.string == "sign_in"
        {
          return event["url"]?.string
        }
      }
      return nil
    }
    let seen = try running.wait(for: "the sign_in event") { url($0) != nil }
    return try #require(url(seen))
  }
}
