// Rows of scores and the two sheets beside them.

import Platform
import Storage
import Support
import Model
import Testing

/// What is written of `row(_:)`.
private let writtenScores =
  #""recovery":{"inputs_used":0,"inputs_total":3,"at_least":false,"reason":"no_health_data"},"#
  + #""sleep":{"value":82,"band":"optimal","inputs_used":1,"inputs_total":1,"at_least":false},"#
  + #""strain":{"value":43,"band":"low","inputs_used":1,"inputs_total":2,"at_least":true}"#

@Suite(.blocking) struct ScoresTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func `every day has its row, read back as it was`() async throws {
    try await expectEqual(store(scratch).savedScores(), nil)
    try await expectEqual(store(scratch).hasRow(for: today), false)
    try await sync(store(scratch), [Account(activities: rides(200))])
    try await expectEqual(store(scratch, mode: .readOnly).savedScores(), row(today))
    #expect(try await store(scratch).hasRow(for: today))
    try await expectEqual(store(scratch).hasRow(for: today.advanced(by: 1)), false)
    try expectEqual(
      scratch.lines("scores/2026.ndjson").last,
      #"{"date":"2026-11-18",\#(writtenScores),"fitness":64.37}"#)
    try expectEqual(scratch.lines("scores/2026.ndjson").count, 322)
  }

  @Test func `thresholds are remembered beside the store, and go with a purge`() async throws {
    try await expectEqual(store(scratch).thresholds(), nil)
    try await sync(store(scratch), [Account(activities: rides(2))])
    let thresholds = StoredThresholds(
      inUse: RiderProfile(ftp: DatedSetting(250)),
      athlete: RiderSettings(
        ftpWatts: 240, restingHeartRate: 48, thresholdHeartRate: 165, sex: .female))
    try await expectEqual(store(scratch, mode: .readOnly).thresholds(), thresholds)
    try await store(scratch).purge(.strava)
    try await expectEqual(store(scratch).thresholds(), nil)
  }

  @Test func `what is derived stays when a source without records is purged`() async throws {
    try await sync(store(scratch), [Account(activities: rides(2))])
    try await store(scratch).purge(.wahoo)
    try await expectEqual(store(scratch).savedScores(), row(today))
    #expect(try await store(scratch).thresholds() != nil)
  }

  @Test func `a purge takes what another one has left behind`() async throws {
    try await sync(store(scratch), [Account(activities: rides(2))])
    try scratch.put("streams/wahoo/1.json", "{}")
    try await store(scratch).purge(.wahoo)
    try await expectEqual(store(scratch).savedScores(), nil)
    try expectEqual(scratch.text("streams/wahoo/1.json"), nil)
  }

  @Test func `a new day adds a row and leaves other years alone`() async throws {
    let account = Account(activities: rides(200))
    try await sync(store(scratch), [account])
    let before = try scratch.stamps(of: scratch.data)
    try await sync(store(scratch), [account], day: today.advanced(by: 1))
    let after = try scratch.stamps(of: scratch.data)
    let changed = Set(after.filter { before[$0.key] != $0.value }.keys)
    expectEqual(changed, ["scores/2026.ndjson", "prep.json", "routine.json"])
    try await expectEqual(store(scratch).savedScores()?.date, today.advanced(by: 1))
  }

  @Test func `keys a person added to a row stay`() async throws {
    let account = Account(activities: rides(3))
    try await sync(store(scratch), [account])
    try scratch.edit("scores/2026.ndjson") {
      $0.replacing("\"fitness\"", with: "\"felt\":\"great\",\"fitness\"")
    }
    let before = try scratch.stamps(of: scratch.data)
    try await sync(store(scratch), [account])
    try expectEqual(scratch.stamps(of: scratch.data), before)
    try scratch.edit("scores/2026.ndjson") { $0.replacing("64.37", with: "64.4") }
    try await sync(store(scratch), [account])
    #expect(
      try scratch.lines("scores/2026.ndjson").allSatisfy {
        $0.hasSuffix(#""fitness":64.37,"felt":"great"}"#)
      })
  }

  @Test func `the sheets say what they promise`() async throws {
    try await sync(store(scratch), [Account(activities: rides(3))])
    try expectEqual(
      scratch.text("prep.json"),
      #"{"date":"2026-11-18","scores":{\#(writtenScores)},"#
        + #""fitness":64.37,"zones":[{"name":"Z1","from_w":0}],"ftp_w":250,"#
        + #""suggested_strain":{"from":40,"to":55,"low_load":80,"high_load":120.5}}"# + "\n")
    try expectEqual(
      scratch.text("routine.json"),
      #"{"from":"2026-11-18","to":"2026-11-18","days":[],"week":[]}"# + "\n")
  }
}
