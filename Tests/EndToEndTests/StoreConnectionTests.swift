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

  @Test func theDefaultStoreIsTheSameWhenItIsNamed() throws {
    let rider = try Rider(activities: IntervalsActivity.history(3, until: Rider.now))
    try connect(rider, "--store", rider.store + "/../velo-sync")
    expectEqual(Disk.exists(rider.credentials), true)
    try expectEqual(rider.events().brief, "exit 0: 3 new")
  }
}
