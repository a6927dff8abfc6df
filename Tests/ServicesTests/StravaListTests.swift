// Walking through Strava's pages.

import Services
import Support
import SyncModel
import Testing

@Suite struct StravaListTests {
  @Test func onlyAnEmptyPageEndsTheList() async throws {
    let rides = RideBuilder.history(450)
    let rig = try await StravaRig(rides: rides)
    rig.fake.edit { $0.rides.pageLengths = [1: 7, 2: 150] }
    let (activities, _) = try await rig.listed()
    #expect(activities.map(\.id.sourceID) == rides.map { String($0.id) })
    #expect(rig.fake.listRequests.allSatisfy { $0.query["per_page"] == "200" })
  }

  @Test func oldestComeFirstWhateverTheRange() async throws {
    let rides = RideBuilder.history(30)
    let rig = try await StravaRig(rides: rides)
    let (low, high) = (rides[9].start, rides[20].start)
    let range = ListRange(
      after: Timestamp(seconds: Int64(low)), before: Timestamp(seconds: Int64(high)))
    #expect(
      try await rig.listed(range).activities.map(\.id.sourceID)
        == rides[10..<20].map { String($0.id) })
    let beginning = ListRange(after: Timestamp(seconds: -5))
    #expect(try await rig.listed(beginning).activities.count == 30)
    #expect(try await rig.listed().activities.first?.id.sourceID == String(rides[0].id))
  }

  @Test func aRideThatComesMeanwhileShiftsNothing() async throws {
    let rides = RideBuilder.history(300)
    let rig = try await StravaRig(rides: rides)
    let late = Ride(id: 1, start: rides[299].start + 60)
    rig.fake.before(.path("/athlete/activities", nth: 2)) { $0.rides.add([late]) }
    let ids = try await rig.listed().activities.map(\.id.sourceID)
    #expect(ids == rides.map { String($0.id) } + ["1"])
  }

  /// The rides behind a deleted one move up, and the first of page 2 to the end of page 1, which was
  /// read already.
  @Test func aRideDeletedMeanwhileHidesNoOther() async throws {
    let rides = RideBuilder.history(450)
    let rig = try await StravaRig(rides: rides)
    rig.fake.before(.path("/athlete/activities", nth: 2)) { $0.rides.delete(rides[5].id) }
    let ids = try await rig.listed().activities.map(\.id.sourceID)
    #expect(Set(ids) == Set(rides.map { String($0.id) }))
    #expect(ids.count == rides.count)
  }

  @Test func aPageThatFailsEndsTheListWithWhatCameBefore() async throws {
    let rig = try await StravaRig(rides: RideBuilder.history(300))
    rig.fake.answer(.path("/athlete/activities", nth: 2), with: .loginPage)
    let service = try rig.strava().service
    var received = 0
    await #expect(throws: SyncFailure.badReply(.strava)) {
      try await service.list(ListRange()) { received += $0.activities.count }
    }
    #expect(received == 200)
  }

  @Test(arguments: ["{}", "null", "{\"message\":\"x\",\"errors\":[]}", "", "[{]", "[1"])
  func whatIsNoListIsABadReply(_ body: String) async throws {
    let rig = try await StravaRig()
    rig.fake.answer("/athlete/activities", with: .response(.json(body)))
    await #expect(throws: SyncFailure.badReply(.strava)) { try await rig.listed() }
  }

  @Test func whatTheReaderThrowsEndsTheList() async throws {
    let rig = try await StravaRig(rides: RideBuilder.history(3))
    let service = try rig.strava().service
    await #expect(throws: SyncFailure.interrupted) {
      try await service.list(ListRange()) { _ throws(SyncFailure) in throw .interrupted }
    }
    #expect(rig.fake.listRequests.count == 1)
  }

  @Test func aMissingScopeIsNamedWithoutARefresh() async throws {
    let rig = try await StravaRig(lasting: nil)
    try await rig.signIn(scopes: ["read", "profile:read_all"])
    await #expect(
      throws: SyncFailure.permission(.strava, .missingScopes(["activity:read"]))
    ) { try await rig.listed() }
    #expect(rig.tokenRequests.isEmpty)
  }
}
