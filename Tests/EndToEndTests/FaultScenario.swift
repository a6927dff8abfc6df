// A command, its preparation, and the checks after a fault.

import Support
import Testing

/// Runs one command repeatedly from the same starting point.
struct FaultScenario {
  /// The commands.
  enum Name: String, CaseIterable, Sendable {
    case firstSync
    case noChange
    case edit
    case importExport
    case connectStrava
    case connectIntervals
    case rotation
    case purge
  }

  /// The result of an undisturbed run, and its number of calls.
  struct Whole {
    /// After the command.
    let store: [String: [UInt8]]
    /// After a sync that follows the command.
    let syncedStore: [String: [UInt8]]
    let calls: Int
  }

  /// The rider's figures. A load is computed once, with the settings known then: it must not depend
  /// on which service provided them.
  private static let figures = [
    "VELO_SYNC_FTP": "245", "VELO_SYNC_MAX_HR": "190", "VELO_SYNC_REST_HR": "50",
    "VELO_SYNC_THRESHOLD_HR": "170", "VELO_SYNC_SEX": "female",
  ]

  private let name: Name
  private let rider: Rider
  private let importer: Importer
  /// The home folder before the command, with all times.
  private let start: TemporaryFolder
  private let strava: StravaAccount
  private let log: TemporaryFolder

  init(_ name: Name) throws {
    self.name = name
    let now = Rider.now
    let rides = RideBuilder.history(40, from: now - 90 * 86_400, to: now - 86_400)
    // Separate rides: which of two records of one ride gets a load depends on which came first.
    let others = RideBuilder.history(5, from: now - 200 * 86_400, to: now - 150 * 86_400)
    rider = try Rider(
      rides: rides, activities: others.map { IntervalsActivity($0) },
      days: IntervalsDay.nights(20, until: now))
    importer = Importer(rider)
    start = try TemporaryFolder()
    log = try TemporaryFolder()
    try importer.write(Importer.weeks)
    try Self.prepare(name, rider)
    strava = rider.strava.account
    try copyFolder(rider.home.path, to: start / "home")
  }

  /// The preparation of the command.
  private static func prepare(_ name: Name, _ rider: Rider) throws {
    if name != .connectIntervals { try rider.signIn(to: .intervals) }
    if name == .importExport || name == .connectStrava { return }
    try rider.signIn(to: .strava)
    if name == .connectIntervals { return }
    if name == .firstSync { return }
    let result = try rider.program(["--quiet"], environment: Self.figures).run()
    try #require(result.status == .exited(0), "\(result.errors)")
    try rider.strava.server.settle()
    rider.strava.edit { account in
      switch name {
      case .edit:
        let ids = account.rides.all.suffix(3).map(\.id)
        account.rides.edit(ids[0]) { $0.name = "Another name" }
        account.rides.delete(ids[1])
      case .rotation: account.grants.expireAccessTokens()
      default: break
      }
    }
  }

  /// Runs the command without a fault.
  func undisturbed() throws -> Whole {
    try reset()
    let result = try run([:])
    try #require(result.status == .exited(0), "\(name): \(result.errors)")
    let calls = try log.lines(of: "calls").count
    let store = try rider.contents()
    try finish()
    return Whole(store: store, syncedStore: try rider.contents(), calls: calls)
  }

  /// Runs the command with a fault at one call, and again without.
  func check(_ fault: InjectedFault, at call: Int, _ whole: Whole) throws {
    try reset()
    let result = try run(["FAULT_CALL": "\(call)", "FAULT_ERRNO": "\(fault.code)"])
    let calls = try log.lines(of: "calls")
    guard call < calls.count else { return }
    let place = Comment(rawValue: "\(name), \(fault.rawValue) at \(calls[call])")
    switch result.status {
    case .exited(0):
      let differences = try differences(to: whole.store)
      expectEqual(differences, [], "\(place): \(differences)")
    case .exited(let code):
      expectEqual([isExplained(result), isAboutTheMachine(code)], [true, true], place)
    case .signalled(let signal):
      expectEqual(fault == .killed && signal == 9, true, place)
    }
    // What a killed process had sent may still be under way.
    try rider.strava.server.settle()
    let isAnswerLost = fault == .killed || calls[call].hasSuffix(" internet")
    if isAnswerLost, try isUnsavedSignIn() { return }
    let again = try run([:])
    let isDone = name == .purge && again.status == .exited(78)
    expect(again.status == .exited(0) || isDone, "\(place): \(again.errors)")
    try finish()
    let differences = try differences(to: whole.syncedStore)
    expectEqual(differences, [], "\(place): \(differences)")
    try expectNothingLeftOver(place)
  }

  /// Whether an exit code is about the machine rather than the person's input. An unreadable file
  /// to import is bad input.
  private func isAboutTheMachine(_ code: Int32) -> Bool {
    name == .importExport && code == 65 || ![1, 64, 65, 66].contains(code)
  }

  /// Whether a failed run reports what failed.
  private func isExplained(_ result: ProgramResult) -> Bool {
    name == .connectStrava
      ? result.outputLines.last?.contains(#""type":"summary""#) == true
      : result.errorLines.first?.hasPrefix("velo-sync: ") == true
  }

  /// Whether the service has issued tokens that no file has. They are lost when the process was
  /// killed, or the connection failed, before the answer arrived.
  private func isUnsavedSignIn() throws -> Bool {
    guard name == .rotation else { return false }
    let file = try Disk.read(rider.credentials) ?? []
    let text = String(decoding: file, as: UTF8.self)
    return !rider.strava.account.grants.refreshTokens.allSatisfy { text.contains($0) }
  }

  /// Checks that the sign-ins left by the command work, and returns the store after a sync.
  private func finish() throws {
    if name == .purge { return }
    let result = try rider.program(["--quiet"], environment: Self.figures).run()
    expectEqual(result.status, .exited(0), "\(name), sync afterwards: \(result.errors)")
  }

  private func expectNothingLeftOver(_ place: Comment) throws {
    let leftovers = try rider.home.snapshot().keys.filter { path in
      let file = path.split(separator: "/").last ?? ""
      return file.hasPrefix(".") && file.hasSuffix(".part")
    }
    expectEqual(leftovers, [], place)
  }

  // MARK: Running

  private func reset() throws {
    try rider.strava.server.settle()
    rider.strava.edit { $0 = strava }
    let home = rider.home.path
    for name in Disk.names(in: home) { Disk.remove(home + "/" + name) }
    try copyFolder(start / "home", to: home)
  }

  private func run(_ faults: [String: String]) throws -> ProgramResult {
    var environment = faults.merging(Self.figures) { $1 }
    environment["LD_PRELOAD"] = FaultInjector.path
    environment["FAULT_FOLDER"] = rider.home.path
    environment["FAULT_LOG"] = log / "calls"
    var program = try rider.program(arguments, environment: environment)
    switch name {
    case .connectIntervals:
      program.input = .text(rider.intervals.account.key + "\n")
    case .connectStrava:
      return try signIn(program)
    default: break
    }
    return try program.run()
  }

  private var arguments: [String] {
    switch name {
    case .firstSync, .noChange, .edit, .rotation: ["--quiet"]
    case .importExport: ["import", "--quiet", rider.home / "export.xml"]
    case .connectStrava:
      ["connect", "strava", "--client-id", strava.application.clientID, "--json"]
    case .connectIntervals: ["connect", "intervals", "--quiet"]
    case .purge: ["disconnect", "strava", "--purge", "--yes", "--quiet"]
    }
  }

  /// Plays the browser's part, as far as the program gets.
  private func signIn(_ program: Program) throws -> ProgramResult {
    var program = program
    program.input = .text(strava.application.clientSecret + "\n")
    let running = try program.start()
    if let url = try? Events.signInURL(running) {
      _ = try? Browser.get(rider.strava.approve(url))
    }
    return try running.wait()
  }

  /// The files that differ from another store, each with its first different line.
  private func differences(to store: [String: [UInt8]]) throws -> [String] {
    let own = try rider.contents()
    return Set(own.keys).union(store.keys).sorted().compactMap { name in
      guard own[name] != store[name] else { return nil }
      let lines = [own[name], store[name]].map {
        String(decoding: $0 ?? [], as: UTF8.self).split(separator: "\n")
      }
      let differing = zip(lines[0], lines[1]).first { $0 != $1 }
      return "\(name): \(differing.map { "\($0) instead of \($1)" } ?? "another length")"
    }
  }

}

/// Copies a folder with all modes and times.
func copyFolder(_ folder: String, to other: String) throws {
  try Disk.makeFolder(other)
  let result = try Program(Program.find("cp") ?? "", ["-a", folder + "/.", other]).run()
  try #require(result.status == .exited(0), "\(result.errors)")
}

/// The library that makes calls fail.
enum FaultInjector {
  /// nil when nothing can be preloaded.
  static let path: String? = {
    #if os(Linux)
      return try? BuiltProgram.path(of: "libFaultInjector.so")
    #else
      return nil
    #endif
  }()
}
