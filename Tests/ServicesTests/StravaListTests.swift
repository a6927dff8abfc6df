// Listing Strava's pages.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct StravaListTests {
  @Test func `only an empty page ends the list`() async throws {
    let rides = RideBuilder.history(450)
    let rig = try await StravaRig(rides: rides)
    rig.fake.edit { $0.rides.pageLengths = [1: 7, 2: 150] }
    let (activities, _) = try await rig.listed()
    expectEqual(activities.map(\.id.sourceID), rides.map { String($0.id) })
    #expect(rig.fake.listRequests.allSatisfy { $0.query["per_page"] == "200" })
  }

  @Test func `oldest come first whatever the range`() async throws {
    let rides = RideBuilder.history(30)
    let rig = try await StravaRig(rides: rides)
    let (low, high) = (rides[9].start, rides[20].start)
    let range = ListRange(
      after: Timestamp(seconds: Int64(low)), before: Timestamp(seconds: Int64(high)))
    try await expectEqual(
      rig.listed(range).activities.map(\.id.sourceID), rides[10..<20].map { String($0.id) })
    let beginning = ListRange(after: Timestamp(seconds: -5))
    try await expectEqual(rig.listed(beginning).activities.count, 30)
    try await expectEqual(rig.listed().activities.first?.id.sourceID, String(rides[0].id))
  }

  @Test func `a ride uploaded during the listing shifts nothing`() async throws {
    let rides = RideBuilder.history(300)
    let rig = try await StravaRig(rides: rides)
    let late = Ride(id: 1, start: rides[299].start + 60)
    rig.fake.before("/athlete/activities", nth: 2) { $0.rides.add([late]) }
    let ids = try await rig.listed().activities.map(\.id.sourceID)
    expectEqual(ids, rides.map { String($0.id) } + ["1"])
  }

  /// Rides deleted, uploaded and edited between any two requests: near and far, few and many. After
  /// a deletion the first ride of page 2 moves to the end of page 1, which was already read.
  @Test(arguments: Tier.cases(2...5, quick: 1), [false, true])
  func `no change hides or repeats a ride`(_ moment: Int, hasRoom: Bool) async throws {
    let moves = Self.moves.enumerated().filter { ($0.offset + moment) % 2 == 0 }
    for (index, change) in Tier.cases(moves, quick: 2) {
      let rides = RideBuilder.history(850)
      let rig = try await StravaRig(rides: rides)
      rig.fake.before("/athlete/activities", nth: moment) { account in
        change(&account.rides, rides)
      }
      let ids = try await rig.listed(knowingTheLimits: hasRoom).map(\.id.sourceID)
      expectEqual(Set(ids).count, ids.count, "move \(index)")
      let staying = Set(rig.fake.edit { $0.rides.all }.map(\.id)).intersection(rides.map(\.id))
      #expect(staying.allSatisfy { Set(ids).contains(String($0)) }, "move \(index)")
    }
  }

  private static let moves: [@Sendable (inout StravaRides, [Ride]) -> Void] = [
    { rides, all in rides.delete(all[0].id) },
    { rides, all in for ride in all[10..<13] { rides.delete(ride.id) } },
    { rides, all in for ride in all[0..<199] { rides.delete(ride.id) } },
    { rides, all in for ride in all[0..<430] { rides.delete(ride.id) } },
    { rides, all in for ride in all[190..<210] { rides.delete(ride.id) } },
    // At the boundary of two pages.
    { rides, all in rides.delete(all[199].id) },
    { rides, all in rides.add((1...3).map { Ride(id: $0, start: all[0].start - Int($0)) }) },
    { rides, all in
      rides.add((1...250).map { Ride(id: $0, start: all[5].start + Int($0)) })
    },
    // As many are added as are deleted.
    { rides, all in
      for ride in all[20..<60] { rides.delete(ride.id) }
      rides.add((1...40).map { Ride(id: $0, start: all[0].start + Int($0)) })
    },
    { rides, all in rides.edit(all[30].id) { $0.name = "Renamed" } },
    { rides, all in rides.edit(all[30].id) { $0.start = all[840].start + 60 } },
  ]

  @Test(arguments: [0, 1, 199, 200, 201, 397, 398, 399, 1000])
  func `histories of any length are complete`(_ count: Int) async throws {
    let rides = RideBuilder.history(count)
    let rig = try await StravaRig(rides: rides)
    try await expectEqual(rig.listed().activities.map(\.id.sourceID), rides.map { String($0.id) })
    // One page after the other: pages overlap by two rides, and the last one is empty.
    let inTurn = 2 + max(0, (count - 200 + 197) / 198)
    let atMost = count < 200 ? 2 - (count == 0 ? 1 : 0) : inTurn + 4
    #expect(rig.fake.listRequests.count <= atMost)
  }

  /// Hidden rides leave gaps on pages; whether bounds include their second is not documented.
  @Test(arguments: [false, true])
  func `hidden rides and inclusive bounds lose nothing`(_ boundsAreInclusive: Bool) async throws {
    var rides = RideBuilder.history(700)
    for index in rides.indices where index % 7 == 0 { rides[index].isHidden = true }
    let rig = try await StravaRig(rides: rides)
    rig.fake.edit { $0.rides.boundsAreInclusive = boundsAreInclusive }
    try await expectEqual(
      Set(rig.listed().activities.map(\.id.sourceID)),
      Set(rides.filter { !$0.isHidden }.map { String($0.id) }))
  }

  @Test func `four pages are requested at a time`() async throws {
    let rides = RideBuilder.history(1100)
    let rig = try await StravaRig(rides: rides)
    let gate = rig.fake.server.hold(where: { $0.query["after"] != "1" })
    let walk = Task { try await rig.listed().activities.map(\.id.sourceID) }
    try gate.waitUntilHeld(4)
    expectEqual(rig.fake.listRequests.count, 5)
    gate.release()
    try await expectEqual(walk.value, rides.map { String($0.id) })
  }

  /// A first listing within generous limits: pages are requested without waiting for the first one.
  @Test(
    arguments: Tier.cases(
      [0, 1, 150, 198, 199, 200, 396, 398, 400, 600, 800, 2500, 1100], quick: 5))
  func `a first listing requests four pages at once`(_ count: Int) async throws {
    let rides = RideBuilder.history(count)
    let rig = try await StravaRig(rides: rides)
    let gate = rig.fake.server.hold(where: \.isPage)
    let walk = Task { try await rig.listed(knowingTheLimits: true).map(\.id.sourceID) }
    try gate.waitUntilHeld(4)
    expectEqual(rig.fake.listRequests.count, 4)
    gate.release()
    try await expectEqual(walk.value, rides.map { String($0.id) })
    // The pages needed, and at the end as many as are under way at a time.
    #expect(rig.fake.listRequests.count <= count / 190 + 6)
  }

  @Test func `with few requests left the first page is awaited`() async throws {
    let rig = try await StravaRig(rides: RideBuilder.history(30))
    rig.fake.edit { ($0.limits[900].used, $0.limits[86_400].used) = (95, 100) }
    try await expectEqual(rig.listed(knowingTheLimits: true).count, 30)
    expectEqual(rig.fake.listRequests.count, 2)
  }

  @Test func `many rides in one second are all listed`() async throws {
    var rides = RideBuilder.history(500)
    for index in rides.indices where index % 5 != 0 { rides[index].start = rides[index - 1].start }
    let ids = try await StravaRig(rides: rides).listed().activities.map(\.id.sourceID)
    expectEqual(ids.sorted(), rides.map { String($0.id) }.sorted())
  }

  @Test(arguments: Tier.cases(2...7, quick: 3))
  func `a limit keeps earlier pages and the next listing continues`(_ request: Int) async throws {
    let rides = RideBuilder.history(700)
    let rig = try await StravaRig(rides: rides)
    rig.fake.answer("/athlete/activities", with: rig.fake.account.usedUp(900), nth: request)
    var received: [Activity] = []
    do {
      try await rig.strava(patience: .zero).service.list(ListRange()) { received += $0.activities }
      // Only a page beyond the end can be refused without loss.
      expectEqual(received.count, rides.count)
    } catch {
      expectEqual((error as? SyncFailure)?.code, "rate_limited")
    }
    expectEqual(received.map(\.id.sourceID), rides.prefix(received.count).map { String($0.id) })
    #expect(received.count >= 200)
    rig.fake.behave()
    let last = try #require(received.last)
    let rest = ListRange(after: Timestamp(seconds: last.start.seconds - 1))
    let more = try await rig.listed(rest).activities
    expectEqual(more.map(\.id.sourceID), rides.dropFirst(received.count - 1).map { String($0.id) })
  }

  @Test(arguments: ["{}", "null", "{\"message\":\"x\",\"errors\":[]}", "", "[{]", "[1"])
  func `anything but a list is a bad reply`(_ body: String) async throws {
    let rig = try await StravaRig()
    rig.fake.answer("/athlete/activities", with: .json(body))
    await #expect(throws: SyncFailure.badReply(.strava)) { try await rig.listed() }
  }

  /// 199 rides fit on a page; without an end it is unknown what the pages leave out.
  @Test(
    arguments: [[.after], [.page], [.after, .page]] as [Set<StravaRides.Member>],
    Tier.cases([199, 1, 700, 200], quick: 2))
  func `a service that repeats itself is not trusted`(
    _ ignored: Set<StravaRides.Member>, _ count: Int
  ) async throws {
    for knowsTheLimits in [false, true] {
      let rides = RideBuilder.history(count)
      let rig = try await StravaRig(rides: rides)
      rig.fake.edit { $0.rides.ignores = ignored }
      let service = try rig.strava().service
      if knowsTheLimits { _ = try await service.contact() }
      var pages: [ActivityPage] = []
      do {
        try await service.list(ListRange()) { pages.append($0) }
        // A single page has no order that could be wrong.
        #expect(pages.flatMap(\.activities).count == count && count < 200)
      } catch {
        expectEqual(error, .badReply(.strava))
        expectEqual(pages.last?.revokesList, true)
      }
      // Until then, pages that begin where the previous one ended are correct.
      #expect(rig.fake.listRequests.count <= 10 + count / 50)
      rig.fake.edit { $0.rides.ignores = [] }
      try await expectEqual(rig.listed().activities.count, count)
    }
  }

  /// The newest rides in place of the oldest: all others would be missing for ever.
  @Test(arguments: [false, true]) func `a stale first page is not trusted`(knowsTheLimits: Bool)
    async throws
  {
    for count in [300, 397, 700] {
      let rig = try await StravaRig(rides: RideBuilder.history(count))
      rig.fake.edit { $0.rides.hasStaleFirstPage = true }
      let service = try rig.strava().service
      if knowsTheLimits { _ = try await service.contact() }
      var pages: [ActivityPage] = []
      await #expect(throws: SyncFailure.badReply(.strava)) {
        try await service.list(ListRange()) { pages.append($0) }
      }
      expectEqual(pages.last?.revokesList, true)
    }
  }

  /// A ride with a hidden start is listed at its real position, but says midnight.
  @Test func `a hidden start is not a repetition`() async throws {
    var rides = RideBuilder.history(300)
    let rig = try await StravaRig(rides: rides)
    for index in [0, 150, 199, 200, 299] {
      rides[index].overrides["start_date"] =
        "\"\(Civil(epoch: rides[index].start / 86_400 * 86_400 + 1).text)Z\""
      let ride = rides[index]
      rig.fake.edit { $0.rides.edit(ride.id) { $0 = ride } }
    }
    try await expectEqual(rig.listed().activities.count, 300)
    let range = ListRange(after: Timestamp(seconds: Int64(rides[150].start - 60)))
    try await expectEqual(rig.listed(range).activities.count, 150)
  }

  @Test func `an error of the receiver ends the list`() async throws {
    let rig = try await StravaRig(rides: RideBuilder.history(3))
    let service = try rig.strava().service
    await #expect(throws: SyncFailure.interrupted) {
      try await service.list(ListRange()) { _ throws(SyncFailure) in throw .interrupted }
    }
    expectEqual(rig.fake.listRequests.count, 1)
  }
}
