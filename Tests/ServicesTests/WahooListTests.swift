// Listing Wahoo's pages, newest first.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct WahooListTests {
  private static let now = Int(ManualTime.start)

  private func names(_ workouts: some Sequence<WahooWorkout>) -> [String] {
    workouts.map { String($0.id) }
  }

  private func after(_ workout: WahooWorkout) -> ListRange {
    ListRange(after: Timestamp(seconds: Int64(workout.start)))
  }

  @Test(arguments: [30, 100, 7, 1000])
  func `everything is listed oldest first`(_ size: Int) async throws {
    let workouts = WahooWorkout.history(205, until: Self.now)
    let rig = try await WahooRig(workouts: workouts.shuffled())
    rig.fake.edit { $0.pageLimit = size }
    try await expectEqual(rig.ids(), names(workouts))
    let most = (205 - 1) / min(size, 100) + 1
    expectEqual(rig.fake.listRequests.count, most)
  }

  /// The last page may be empty: the reported page size is not always right.
  @Test(arguments: ["null", "50", "\"30\"", "0", "-3", "9"])
  func `the reported page size may be wrong`(_ told: String) async throws {
    let workouts = WahooWorkout.history(40, until: Self.now)
    let rig = try await WahooRig(workouts: workouts)
    let first = workouts.suffix(30).reversed()
    let body = page(first, total: "40,\"per_page\":\(told),\"page\":null")
    rig.fake.answer("/v1/workouts", with: .json(body))
    try await expectEqual(rig.ids(), names(workouts))
  }

  private func page(_ workouts: some Sequence<WahooWorkout>, total: String) -> String {
    let records = workouts.map { workout in
      """
      {"id":\(workout.id),"starts":"\(Civil(epoch: workout.start).text)Z","workout_summary":{}}
      """
    }
    return "{\"workouts\":[\(records.joined(separator: ","))],\"total\":\(total)}"
  }

  @Test(arguments: [31, 60, 205])
  func `a service that repeats a page is not trusted`(_ count: Int) async throws {
    let workouts = WahooWorkout.history(count, until: Self.now)
    let rig = try await WahooRig(workouts: workouts)
    rig.fake.edit { $0.ignoresPage = true }
    var pages: [ActivityPage] = []
    let service = try rig.wahoo().service
    await #expect(throws: SyncFailure.badReply(.wahoo)) {
      try await service.list(ListRange()) { pages.append($0) }
    }
    expectEqual(pages.last?.revokesList, true)
    #expect(rig.fake.listRequests.count <= 3)
    rig.fake.edit { $0.ignoresPage = false }
    try await expectEqual(rig.ids(), names(workouts))
  }

  /// The list is in the order of the plans.
  @Test func `a plan ridden late is found`() async throws {
    var workouts = WahooWorkout.history(300, until: Self.now)
    let late = workouts[270].start
    let ridden = workouts[285].start + 60
    workouts[270].summaryOverrides["started_at"] = "\"\(Civil(epoch: ridden).text).000Z\""
    let rig = try await WahooRig(workouts: workouts)
    let range = after(workouts[285])
    let activities = try await rig.pages(range).flatMap(\.activities)
    let ride = try #require(activities.first { $0.id.sourceID == String(workouts[270].id) })
    #expect(ride.start == Timestamp(seconds: Int64(ridden)) && late < ridden)
  }

  @Test func `the last weeks are one page`() async throws {
    let workouts = WahooWorkout.history(300, until: Self.now)
    let rig = try await WahooRig(workouts: workouts)
    try await expectEqual(rig.ids(after(workouts[285])), names(workouts[286...]))
    expectEqual(rig.pagesAsked, ["1"])
  }

  @Test func `bounds are exact to the second`() async throws {
    let workouts = WahooWorkout.history(100, until: Self.now)
    let rig = try await WahooRig(workouts: workouts)
    for index in [0, 9, 10, 39, 40, 41, 69, 70, 99] {
      try await expectEqual(rig.ids(after(workouts[index])), names(workouts[(index + 1)...]))
    }
    var range = after(workouts[10])
    range.before = Timestamp(seconds: Int64(workouts[50].start))
    try await expectEqual(rig.ids(range), names(workouts[11..<50]))
  }

  /// An interrupted listing continues far back and reads only a few pages twice.
  @Test func `a resumed listing needs few requests`() async throws {
    let workouts = WahooWorkout.history(1200, until: Self.now)
    let rig = try await WahooRig(workouts: workouts)
    try await expectEqual(rig.ids(after(workouts[599])), names(workouts[600...]))
    #expect(rig.fake.listRequests.count <= 20 + 8)
  }

  /// After a deletion the following workouts move to a page that may have been read already.
  @Test(arguments: [2, 3, 4])
  func `a change during the listing restarts it`(_ request: Int) async throws {
    let workouts = WahooWorkout.history(100, until: Self.now)
    let rig = try await WahooRig(workouts: workouts)
    let late = WahooWorkout(id: 9, start: workouts[99].start + 60)
    let old = WahooWorkout(id: 8, start: workouts[3].start + 60)
    rig.fake.before("/v1/workouts", nth: request) { $0.workouts += [late, old] }
    try await expectEqual(rig.ids().sorted(), (names(workouts) + ["8", "9"]).sorted())
    expectEqual(rig.pagesAsked.filter { $0 == "1" }.count, 2)

    let other = try await WahooRig(workouts: workouts)
    other.fake.before("/v1/workouts", nth: request) { account in
      account.workouts.removeAll { $0.id == workouts[95].id }
    }
    let ids = try await other.ids()
    #expect(Set(ids).isSuperset(of: names(workouts).filter { $0 != "300000095" }))
    expectEqual(Set(ids).count, ids.count)
  }

  @Test func `a list that keeps changing is a bad reply`() async throws {
    let rig = try await WahooRig(workouts: WahooWorkout.history(100, until: Self.now))
    rig.fake.before("/v1/workouts", times: 1000) { account in
      let count = account.workouts.count
      account.workouts.append(WahooWorkout(id: Int64(count), start: Self.now - count))
    }
    await #expect(throws: SyncFailure.badReply(.wahoo)) { try await rig.ids() }
    expectEqual(rig.fake.listRequests.count, 20)
  }

  @Test func `an endless list is a bad reply`() async throws {
    let rig = try await WahooRig()
    let workouts = WahooWorkout.history(30, until: Self.now)
    for total in ["9000000000000000000", "1e300", "100000000"] {
      rig.fake.answer("/v1/workouts", with: .json(page(workouts, total: total)))
      await #expect(throws: SyncFailure.badReply(.wahoo)) { try await rig.ids() }
    }
    expectEqual(rig.fake.listRequests.count, 3)
  }

  @Test func `plans are ignored`() async throws {
    let workouts = WahooWorkout.history(50, until: Self.now)
    let plans = (1...40).map { WahooWorkout.plan(Int64($0), start: Self.now + $0 * 86_400) }
    let missed = WahooWorkout.plan(77, start: workouts[20].start + 5)
    let rig = try await WahooRig(workouts: plans + workouts + [missed])
    let pages = try await rig.pages()
    expectEqual(pages.flatMap(\.activities).map(\.id.sourceID), names(workouts))
    #expect(pages.allSatisfy { $0.skipped == 0 && $0.expected == nil })
    try await expectEqual(rig.ids(after(workouts[45])), names(workouts[46...]))
  }

  @Test func `an empty account is one request`() async throws {
    let rig = try await WahooRig()
    #expect(try await rig.pages().isEmpty)
    expectEqual(rig.fake.listRequests.count, 1)
  }

  /// A gap would look like deleted workouts.
  @Test func `an empty page among full ones is a bad reply`() async throws {
    let rig = try await WahooRig(workouts: WahooWorkout.history(100, until: Self.now))
    rig.fake.answer(
      "/v1/workouts",
      with: .json(#"{"workouts":[],"total":100,"page":3,"per_page":30}"#), nth: 3)
    await #expect(throws: SyncFailure.badReply(.wahoo)) { try await rig.ids() }
  }

  @Test(arguments: [
    "{}", "[]", "null", "", "<html>", "{\"workouts\":{}}", "{\"workouts\":[]}",
    "{\"workouts\":[],\"total\":null}", "{\"workouts\":[],\"total\":-1}",
    "{\"workouts\":[],\"total\":7}", "{\"workouts\":[{\"id\":1}],\"total\":0}",
    "{\"workouts\":[],\"total\":0,\"page\":2}", "{\"workouts\":null,\"total\":0}",
  ])
  func `anything but a page is a bad reply`(_ body: String) async throws {
    let rig = try await WahooRig()
    rig.fake.answer("/v1/workouts", with: .json(body))
    await #expect(throws: SyncFailure.badReply(.wahoo)) { try await rig.ids() }
  }

  @Test func `a failed page keeps the older ones`() async throws {
    let workouts = WahooWorkout.history(100, until: Self.now)
    let rig = try await WahooRig(workouts: workouts)
    rig.fake.answer("/v1/workouts", with: .html("Hotel WiFi"), nth: 3)
    var received: [String] = []
    let service = try rig.wahoo().service
    await #expect(throws: SyncFailure.badReply(.wahoo)) {
      try await service.list(ListRange()) { received += $0.activities.map(\.id.sourceID) }
    }
    expectEqual(received, names(workouts[..<10]))
  }

  @Test func `unreadable records are counted once`() async throws {
    var workouts = WahooWorkout.history(70, until: Self.now)
    workouts[3].overrides["starts"] = "null"
    workouts[40].overrides["id"] = "null"
    workouts[41].summaryOverrides = [:]
    workouts[41].overrides["workout_summary"] = "\"soon\""
    let rig = try await WahooRig(workouts: workouts)
    rig.fake.before("/v1/workouts", nth: 3) { $0.workouts.append(WahooWorkout(id: 9, start: 9)) }
    let pages = try await rig.pages()
    expectEqual(pages.reduce(0) { $0 + $1.skipped }, 3)
    expectEqual(pages.flatMap(\.activities).count, 68)
  }

  /// What was unreadable when the list was read first.
  @Test func `a record that becomes readable is listed`() async throws {
    let workouts = WahooWorkout.history(70, until: Self.now)
    let rig = try await WahooRig(workouts: workouts)
    rig.fake.edit { $0.workouts[3].overrides["starts"] = "null" }
    rig.fake.before("/v1/workouts", nth: 3) { account in
      account.workouts[3].overrides = [:]
      account.workouts.append(WahooWorkout(id: 9, start: 9))
    }
    let pages = try await rig.pages()
    expectEqual(pages.reduce(0) { $0 + $1.skipped }, 1)
    expectEqual(
      pages.flatMap(\.activities).map(\.id.sourceID).sorted(), (names(workouts) + ["9"]).sorted())
  }
}
