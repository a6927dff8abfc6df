// Who may use a store, what is refused, and what only looks and never writes.

import CLibrary
import Platform
import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct RulesTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func `sample and real data never mix`() async throws {
    try await sync(store(scratch, isSample: true), [Account(activities: rides(2))])
    #expect(try scratch.text("sample") != nil && Store.isSample(scratch.data, on: POSIXFiles()))
    let sample = SyncFailure.usage(.sampleStore(path: DisplayText(scratch.data)))
    await #expect(throws: sample) { try await sync(store(scratch), []) }
    await #expect(throws: sample) { try await store(scratch, mode: .readOnly).savedScores() }

    let other = try Scratch()
    try await sync(store(other), [Account(activities: rides(2))])
    let before = try other.stamps(of: other.data)
    let real = SyncFailure.usage(.realStore(path: DisplayText(other.data)))
    await #expect(throws: real) { try await sync(store(other, isSample: true), []) }
    try POSIXFiles().remove(other.data + "/format")
    await #expect(throws: real) { try await sync(store(other, isSample: true), []) }
    try expectEqual(other.stamps(of: other.data), before.filter { $0.key != "format" })
    try expectEqual(other.text("sample"), nil)
  }

  @Test func `a format that says nothing is damage`() async throws {
    try await sync(store(scratch), [Account(activities: rides(2))])
    // No more of it is read than a format may have.
    try scratch.put("format", "1\n")
    expectEqual(truncate(scratch.data + "/format", 1 << 30), 0)
    _ = try await store(scratch).savedScores()
    try scratch.put("format", "?")
    await #expect(
      throws: SyncFailure.badInput(file: DisplayText(scratch.data + "/format"), line: 1)
    ) { try await store(scratch).savedScores() }
  }

  @Test(arguments: [
    "not json", "{}", "[1]", #"{"id":"strava:1"}"#,
    #"{"id":"wahoo:1","start":"2026-01-01T00:00:00Z"}"#,
    #"{"id":"strava:1","start":"2026-01-01T00:00:00Z","duration_s":"long"}"#,
    #"{"id":"strava:1","source_id":"2","start":"2026-01-01T00:00:00Z"}"#,
    #"{"id":"strava:1","start":"2026-02-30T00:00:00Z"}"#, "\u{0}\u{0}",
  ])
  func `a line that is no record is named, and nothing is touched`(line: String) async throws {
    try await sync(store(scratch), [Account(activities: rides(3))])
    try scratch.edit("activities/strava/2026.ndjson") { "\n" + $0 + line + "\n" + $0 }
    let before = try scratch.stamps(of: scratch.data)
    let path = scratch.data + "/activities/strava/2026.ndjson"
    await #expect(throws: SyncFailure.badInput(file: DisplayText(path), line: 5)) {
      try await sync(store(scratch), [Account(activities: rides(4))])
    }
    try expectEqual(scratch.stamps(of: scratch.data), before)
  }

  /// A tebibyte of NULs after three records, which no memory holds.
  @Test func `a huge line of a year file is named without reading it`() async throws {
    try await sync(store(scratch), [Account(activities: rides(3))])
    let path = scratch.data + "/activities/strava/2026.ndjson"
    expectEqual(truncate(path, 1 << 40), 0)
    let damage = SyncFailure.badInput(file: DisplayText(path), line: 4)
    await #expect(throws: damage) {
      try await sync(store(scratch), [Account(activities: rides(4))])
    }
    let reader = store(scratch, mode: .readOnly)
    await #expect(throws: damage) { try await reader.holdings(of: .strava) }
    await #expect(throws: damage) { try await reader.activities() }
  }

  @Test func `editors' habits are no damage`() async throws {
    let account = Account(activities: rides(3))
    try await sync(store(scratch), [account])
    let before = try scratch.contents(of: scratch.data)
    // Another order alone is put back.
    try scratch.edit("activities/strava/2026.ndjson") { text in
      text.split(separator: "\n").reversed().joined(separator: "\n") + "\n"
    }
    try await sync(store(scratch), [account])
    try expectEqual(scratch.contents(of: scratch.data), before)
    try scratch.edit("activities/strava/2026.ndjson") { text in
      // Windows line ends, an empty line, no last line end, another order, a double, a `null`.
      let lines = text.split(separator: "\n").map { String($0) }
      return ([lines[2], "", lines[0], lines[1]] + [lines[0]]).joined(separator: "\r\n")
    }
    try scratch.put("activities/strava/notes.txt", "mine")
    let outcome = try await sync(store(scratch), [account])
    expectEqual(outcome.counts.unchanged, 3)
    #expect(!outcome.counts.hasChanges)
    // In order again and once, whatever ends its lines.
    var after = try scratch.contents(of: scratch.data)
      .mapValues { $0.replacing("\r\n", with: "\n") }
    expectEqual(after.removeValue(forKey: "activities/strava/notes.txt"), "mine")
    expectEqual(after, before)
  }

  @Test func `a store has one state, by whatever path and from before it exists`() async throws {
    let files = POSIXFiles()
    try files.makeFolder(scratch.path + "/real", mode: 0o700)
    #expect(link(to: "real", at: scratch.path + "/link"))
    let account = Account(activities: rides(5), pageSize: 2, pagesBeforeFailure: 1)
    let paths = [
      "/real/new/store", "/link/new/store", "/link/./new/x/../store", "//real/new//store/",
    ]
    for path in paths {
      let outcome = try await sync(store(scratch, root: scratch.path + path), [account])
      expectEqual((outcome.ranges[.strava]?.after == nil), (path == paths[0]))
    }
    var whole = account
    whole.pagesBeforeFailure = nil
    try await sync(store(scratch, root: scratch.path + paths[0]), [whole])
    for path in paths where !path.contains("x") {
      let outcome = try await sync(store(scratch, root: scratch.path + path), [whole])
      expectEqual(outcome.counts.unchanged, 5)
    }
    try expectEqual(files.list(scratch.state + "/stores").count, 1)
    try await sync(store(scratch, root: scratch.path + "/real/new/other"), [whole])
    try expectEqual(files.list(scratch.state + "/stores").count, 2)
  }

  @Test func `what is private stays private`() async throws {
    try await sync(store(scratch), [Account(activities: rides(5))])
    let files = POSIXFiles()
    try expectEqual(files.info(scratch.state)?.mode, 0o700)
    for name in try scratch.contents(of: scratch.state).keys {
      try expectEqual(files.info(scratch.state + "/" + name)?.mode, 0o600)
    }
    try expectEqual(files.info(scratch.data)?.mode, 0o700)
  }

  @Test func `a broken cursor costs a full listing and nothing else`() async throws {
    let account = Account(activities: rides(5))
    try await sync(store(scratch), [account])
    for name in try scratch.contents(of: scratch.state).keys where name.contains("cursor") {
      try POSIXFiles().replace(scratch.state + "/" + name, with: Array("{".utf8), mode: 0o600)
    }
    let before = try scratch.stamps(of: scratch.data)
    let outcome = try await sync(store(scratch), [account])
    expectEqual(outcome.ranges[.strava], ListRange())
    expectEqual(outcome.counts.unchanged, 5)
    try expectEqual(scratch.stamps(of: scratch.data), before)
  }
}
