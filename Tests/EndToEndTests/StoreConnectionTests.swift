// Sign-ins and folders belong to a store: those of one rider never serve another one's.

import Codec
import Support
import Testing

@Suite(.blocking) struct StoreConnectionTests {
  /// The key of an Intervals.icu account is read from standard input.
  private func connect(_ rider: Rider, _ arguments: String...) throws {
    let key = rider.intervals.edit { $0.key }
    let result = try rider.run(["connect", "intervals"] + arguments, input: key + "\n")
    try #require(result.status == .exited(0), "\(result.errors)")
  }

  private func ownFolders(_ rider: Rider) throws -> [String] {
    Disk.names(in: rider.state + "/stores")
  }

  @Test func aStoreHasASignInOfItsOwn() throws {
    let rider = try Rider(activities: IntervalsActivity.history(3, until: Rider.now))
    let bob = rider.home / "bob"
    try connect(rider)
    let before = try Disk.read(rider.credentials)
    try connect(rider, "--store", bob)
    try expectEqual(Disk.read(rider.credentials), before)
    let own = try ownFolders(rider).filter {
      Disk.exists("\(rider.state)/stores/\($0)/credentials.json")
    }
    expectEqual(own.map { $0.hasPrefix("bob-") }, [true])
    func shared(_ arguments: String...) throws -> Bool? {
      try rider.events(["sources"] + arguments).of("source")
        .first { $0["source"]?.string == "intervals" }?["shared_sign_in"]?.bool
    }
    try expectEqual([shared(), shared("--store", bob)], [nil, nil])
    try expectEqual(rider.run("sources", "--store", rider.home / "anna").status, .exited(0))
    try expectEqual(shared("--store", rider.home / "anna"), true)
    // Without its own, the default store's serves it; disconnecting it leaves that one alone.
    try expectEqual(rider.run("disconnect", "intervals", "--store", bob).isFine, true)
    try expectEqual(Disk.read(rider.credentials), before)
    try expectEqual(rider.events("--store", bob).brief, "exit 0: 3 new")
    let events = try rider.events("disconnect", "intervals")
    expectEqual(
      events.of("notice").compactMap { $0["message"]?.string },
      ["The store bob used this Intervals.icu sign-in, too."])
    try expectEqual(rider.run("--quiet", "--store", bob).brief, "exit 78 (not_connected)")
  }

  /// Whichever way the store is named.
  @Test func theStoreMayBeNamedByVariableAndConfig() throws {
    let rider = try Rider(activities: IntervalsActivity.history(3, until: Rider.now))
    let (anna, bob) = (rider.home / "anna", rider.home / "bob")
    _ = try rider.home.write("--store \(bob)\n", to: "bob.config")
    let key = rider.intervals.edit { $0.key } + "\n"
    let result = try rider.run(
      "connect", "intervals", input: key, environment: ["VELO_SYNC_STORE": anna])
    expectEqual(result.brief, "exit 0")
    try expectEqual(rider.run("--quiet").brief, "exit 78 (not_connected)")
    try expectEqual(rider.events("--store", anna).brief, "exit 0: 3 new")
    try connect(rider, "--config", rider.home / "bob.config")
    try expectEqual(rider.run("--quiet").brief, "exit 78 (not_connected)")
    try expectEqual(rider.events("--store", bob).brief, "exit 0: 3 new")
  }

  /// However the path to it is written.
  /// A command in a hint can be pasted as it is.
  @Test(arguments: [
    ["rides"], ["status"], ["ride"], ["chart", "power"], ["--no-input"], ["connect", "/tmp/Rides"],
    ["disconnect", "strava"], ["chart", "load", "--output", "accessible"],
    ["disconnect", "files", "/tmp/Rides", "--json"],
  ])
  func hintsNameTheStore(arguments: [String]) throws {
    let rider = try Rider()
    let result = try rider.run(arguments + ["--store", "my store"])
    let text = result.output + result.errors
    let commands = text.replacing("\n  ", with: " ").split(separator: "velo-sync ").dropFirst()
      .filter { !$0.hasPrefix("warning") && $0.contains { $0.isLowercase } }
    expect(text.contains("velo-sync"), "\(text)")
    for command in commands where command.first.map({ $0.isLowercase || $0 == "-" }) == true {
      expect(command.contains("--store 'my store'"), "\(command)")
    }
  }

  @Test func hintsOfTheSampleNameIt() throws {
    let rider = try Rider()
    let failed = try rider.run("--sample", "--simulate", "network", "--speed", "max", "--no-input")
    expect(failed.errors.contains("velo-sync --sample"), "\(failed.errors)")
    try rider.sync("--sample", "--speed", "max")
    let store = rider.store + "-sample"
    let swims = try rider.run("rides", "--sport", "swim", "--store", store).output
    expect(swims.replacing("\n  ", with: " ").contains(" --store ~/.local/share/velo-sync-sample"))
    let mixed = try rider.run("--store", store, "--full").errors
    expect(!mixed.contains("velo-sync --full"), "\(mixed)")
  }

  @Test func theDefaultStoreIsTheSameWhenItIsNamed() throws {
    let rider = try Rider(activities: IntervalsActivity.history(3, until: Rider.now))
    try connect(rider, "--store", rider.store + "/../velo-sync")
    expectEqual(Disk.exists(rider.credentials), true)
    try expectEqual(rider.events().brief, "exit 0: 3 new")
  }

  @Test func aStoreReadsTheFoldersThatAreConnectedToIt() throws {
    let importer = try Importer()
    let truth = TrueRide.daysAgo(3)
    let folder = try importer.write([("a.fit", truth.fit())], under: "rides")
    let rider = importer.rider
    let bob = rider.home / "bob"
    try expectEqual(rider.run("connect", "files", folder, "--store", bob).isFine, true)
    try expectEqual(rider.run("--quiet").brief, "exit 78 (not_connected)")
    try expectEqual(rider.events("--store", bob).brief, "exit 0: 1 new")
    try expectEqual(rider.run("disconnect", "files").brief, "exit 78 (not_connected)")
    try expectEqual(rider.run("disconnect", "files", "--store", bob).isFine, true)
    // Those of the default store serve no other one, as its sign-ins do.
    try expectEqual(rider.run("connect", "files", folder).isFine, true)
    let anna = rider.home / "anna"
    try expectEqual(rider.run("--quiet", "--store", anna).brief, "exit 78 (not_connected)")
  }
}
