// Listing a service that has no pages.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct IntervalsListTests {
  private static let now = Int(ManualTime.start)

  private func starts(_ activities: [IntervalsActivity]) -> [String] {
    activities.sorted { ($0.start, $0.id) < ($1.start, $1.id) }.map(\.id)
  }

  @Test(arguments: [false, true])
  func `a long history is listed in windows oldest first`(_ newestIsMidnight: Bool) async throws {
    let activities = IntervalsActivity.history(620, until: Self.now)
    let rig = try await IntervalsRig(activities: activities)
    rig.fake.edit { $0.newestIsMidnight = newestIsMidnight }
    let pages = try await rig.pages()
    expectEqual(pages.flatMap(\.activities).map(\.id.sourceID), activities.map(\.id))
    expectEqual(pages.map(\.activities.count), [0, 250, 250, 120])
    expectEqual(pages.compactMap(\.expected), [620])
    let requests = rig.fake.listRequests
    expectEqual(requests.map { $0.query["fields"] != nil }, [true, false, false, false])
    #expect(requests.allSatisfy { $0.path == "/api/v1/athlete/i134815/activities" })
  }

  /// Local days differ between time zones: no activity may be lost between two windows.
  @Test func `windows neither lose nor repeat activities`() async throws {
    let zones: [RideZone] = [.berlin, .auckland, .honolulu, .losAngeles]
    var activities = (0..<700).map { index in
      var activity = IntervalsActivity(
        id: "i\(index)", start: Self.now - 100 * 86_400 + index * 5000)
      activity.zone = zones[index % 4]
      return activity
    }
    // Some begin in the same second.
    for index in 245..<255 { activities[index].start = activities[245].start }
    let rig = try await IntervalsRig(activities: activities.shuffled())
    try await expectEqual(rig.listed().map(\.id.sourceID), starts(activities))
  }

  @Test func `bounds are exact to the second`() async throws {
    let activities = IntervalsActivity.history(40, until: Self.now)
    let rig = try await IntervalsRig(activities: activities)
    let range = ListRange(
      after: Timestamp(seconds: Int64(activities[25].start)),
      before: Timestamp(seconds: Int64(activities[35].start)))
    try await expectEqual(rig.listed(range).map(\.id.sourceID), activities[26..<35].map(\.id))
    let open = ListRange(after: Timestamp(seconds: Int64(activities[30].start)))
    try await expectEqual(rig.listed(open).map(\.id.sourceID), activities[31...].map(\.id))
  }

  @Test func `the last weeks are one request`() async throws {
    let rig = try await IntervalsRig(activities: IntervalsActivity.history(40, until: Self.now))
    let range = ListRange(after: Timestamp(seconds: ManualTime.start - 30 * 86_400))
    let pages = try await rig.pages(range)
    #expect(pages.count == 1 && pages.first?.expected == nil)
    let query = try #require(rig.fake.listRequests.first?.query)
    expectEqual(query["oldest"], "2026-10-20")
    expectEqual(query["newest"], "2100-01-01")
    expectEqual(rig.fake.listRequests.count, 1)
  }

  /// Dated by a wrong clock.
  @Test func `an activity of the future is listed`() async throws {
    let activities = IntervalsActivity.history(3, until: Self.now + 400 * 86_400)
    let rig = try await IntervalsRig(activities: activities)
    let recent = ListRange(after: Timestamp(seconds: ManualTime.start - 30 * 86_400))
    for range in [ListRange(), recent] {
      try await expectEqual(rig.listed(range).map(\.id.sourceID), activities.map(\.id))
    }
  }

  /// A service that sends the same data for every range may leave anything out.
  @Test func `a service that ignores the range is not trusted`() async throws {
    let activities = IntervalsActivity.history(620, until: Self.now)
    let rig = try await IntervalsRig(activities: activities)
    rig.fake.edit { $0.onlyNewest = 250 }
    var pages: [ActivityPage] = []
    let service = try rig.intervals().service
    await #expect(throws: SyncFailure.badReply(.intervals)) {
      try await service.list(ListRange()) { pages.append($0) }
    }
    expectEqual(pages.last?.revokesList, true)
    expectEqual(rig.fake.listRequests.count, 2)
    rig.fake.edit { $0.onlyNewest = nil }
    try await expectEqual(rig.listed().count, 620)
  }

  @Test func `an empty account is one request`() async throws {
    let rig = try await IntervalsRig()
    #expect(try await rig.pages().flatMap(\.activities).isEmpty)
    expectEqual(rig.fake.listRequests.count, 1)
    expectEqual(rig.fake.listRequests.first?.query["oldest"], "1970-01-01")
  }

  /// The index may contain less than requested; the listing must not be taken for empty.
  @Test func `without starts in the index everything is requested at once`() async throws {
    let activities = IntervalsActivity.history(300, until: Self.now)
    let rig = try await IntervalsRig(activities: activities)
    rig.fake.answer("/activities", with: .json(#"[{"id":"i1"},{"id":"i2"}]"#))
    let pages = try await rig.pages()
    expectEqual(pages.flatMap(\.activities).map(\.id.sourceID), activities.map(\.id))
    #expect(pages.allSatisfy { $0.skipped == 0 && $0.expected == nil })
  }

  @Test func `an upload during the listing is listed now or next time`() async throws {
    let activities = IntervalsActivity.history(300, until: Self.now)
    let rig = try await IntervalsRig(activities: activities)
    let fake = rig.fake
    var newcomer = IntervalsActivity(id: "i7", start: activities[100].start + 3600)
    newcomer.name = "Late upload"
    var ids: [String] = []
    try await rig.intervals().service.list(ListRange()) { page in
      ids += page.activities.map(\.id.sourceID)
      if page.expected != nil { fake.edit { $0.activities.append(newcomer) } }
    }
    expectEqual(ids, starts(activities + [newcomer]))
  }

  @Test func `stubs are asked for once`() async throws {
    let stubs = (0..<900).map {
      IntervalsActivity.stub(Int64($0), start: Self.now - $0 * 86_400)
    }
    let rig = try await IntervalsRig(
      activities: stubs + IntervalsActivity.history(3, until: Self.now))
    let pages = try await rig.pages()
    expectEqual(pages.reduce(0) { $0 + $1.withheld }, 900)
    expectEqual(pages.reduce(0) { $0 + $1.skipped }, 0)
    expectEqual(pages.flatMap(\.activities).count, 3)
    expectEqual(rig.fake.listRequests.count, 2)
  }

  @Test func `health data are asked for by local days`() async throws {
    let days = IntervalsDay.nights(50, until: Self.now)
    let time = ManualTime(.leap, offset: -5 * 3600)
    let rig = try await IntervalsRig(days: days.filter { $0.date != "2026-11-10" }, time: time)
    let service = try rig.intervals().service
    try await expectEqual(service.wellness(ListRange()).days.count, 49)
    expectEqual(rig.fake.server.requests(of: "/wellness")[0].query["oldest"], "1970-01-01")
    // The machine's day, 01:00, and the day that has begun elsewhere.
    expectEqual(rig.fake.server.requests(of: "/wellness")[0].query["newest"], "2026-11-21")
    // Midnight of 2026-11-01 local time, minus a second: the bound of `--since`.
    let since = Timestamp(seconds: 1_793_509_200 - 1)
    let page = try await service.wellness(ListRange(after: since))
    expectEqual(rig.fake.server.requests(of: "/wellness")[1].query["oldest"], "2026-11-01")
    expectEqual(page.days.first?.date, Day(number: 20_758))
    expectEqual(page.days.count, 19)
  }

  @Test(arguments: ["{}", "null", "<html>", "", "[", "\"x\""])
  func `anything but a list is a bad reply`(_ body: String) async throws {
    let rig = try await IntervalsRig()
    for path in ["/activities", "/wellness"] { rig.fake.answer(path, with: .json(body)) }
    let service = try rig.intervals().service
    await #expect(throws: SyncFailure.badReply(.intervals)) {
      try await service.list(ListRange()) { _ in }
    }
    await #expect(throws: SyncFailure.badReply(.intervals)) {
      try await service.wellness(ListRange())
    }
  }
}
