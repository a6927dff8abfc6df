// Whose store it is: another rider's sign-in is refused, and a service that suddenly lists nothing
// is not believed.

import CLibrary
import Codec
import Support
import Testing

@Suite(.blocking) struct StoreOwnerTests {
  @Test(arguments: [true, false])
  func aMovedStoreRefusesAnotherRider(isNamed: Bool) throws {
    let rider = try Rider.synced(rides: RideBuilder.history(30))
    let moved = rider.home / "moved"
    try #require(rename(rider.store, moved) == 0)
    try expectEqual(
      Disk.read(moved + "/athletes.json").map { String(decoding: $0, as: UTF8.self) },
      "{\"strava\":\"134815\"}\n")
    // An older version named nobody: its newest record does.
    if !isNamed { Disk.remove(moved + "/athletes.json") }
    let before = try Disk.snapshot(of: moved)
    rider.strava.edit { account in
      (account.athlete.id, account.athlete.firstName) = (99, "Bob")
      for ride in account.rides.all { account.rides.delete(ride.id) }
    }
    let events = try rider.events("--store", moved)
    expectEqual(events.ended, ["exit 78"])
    let message = events.of("error").first?["message"]?.string
    expectEqual(
      message, "This store belongs to 134815, but Strava is signed in as Bob T. (99).")
    try expectEqual(Disk.snapshot(of: moved), before)
  }

  @Test func aListWithoutMostRidesDeletesNone() throws {
    let rides = RideBuilder.history(60)
    let rider = try Rider.synced(rides: rides)
    var new = rides[59]
    (new.id, new.start) = (new.id + 1, new.start + 7200)
    rider.strava.edit { account in
      for ride in rides { account.rides.delete(ride.id) }
      account.rides.add([new])
    }
    // Also not at the second time.
    for count in [1, 0] {
      let events = try rider.events("--full")
      expectEqual(events.ended, ["exit 76"])
      expectEqual(events.count("new").map { Int($0) }, count)
      let error = events.of("error").first
      expectEqual(
        [error?["code"], error?["message"], error?["hint"]].map { $0?.string },
        [
          "bad_reply", "Strava no longer lists 60 of \(61 - count) activities.",
          "Nothing was deleted. If you deleted them there, run velo-sync --full --allow-deletions",
        ])
      try expectEqual(rider.storedIDs().count, 61)
    }
    let events = try rider.events("--full", "--allow-deletions")
    expectEqual(events.brief, "exit 0: 60 deleted")
    try expectEqual(rider.storedIDs(), ["\(new.id)"])
  }

  /// Few deletions, or those of a small part, are a person's.
  @Test func aFewDeletionsAreBelieved() throws {
    let rides = RideBuilder.history(60)
    let rider = try Rider.synced(rides: rides)
    rider.strava.edit { account in rides[20..<49].forEach { account.rides.delete($0.id) } }
    try expectEqual(rider.events("--full").brief, "exit 0: 29 deleted")
    rider.strava.edit { account in rides[0..<20].forEach { account.rides.delete($0.id) } }
    try expectEqual(rider.events("--full").brief, "exit 0: 20 deleted")
  }
}
