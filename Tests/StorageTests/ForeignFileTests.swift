// Files in the folders of the store that are none of its own.

import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct ForeignFileTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func `what velo-sync writes, and what is hidden, is not foreign`() async throws {
    try await sync(store(scratch), [Account(activities: rides(3))])
    for name in [
      "sample", "athletes.json", "streams/strava/1-a.json", ".git/HEAD", ".stfolder",
      "activities/strava/.2026.ndjson.swp", "wellness/apple-health/2026.ndjson",
    ] {
      try scratch.put(name, "")
    }
    let store = store(scratch, mode: .readOnly)
    for amongStreams in [false, true] {
      try await expectEqual(store.foreignFiles(amongStreams: amongStreams), [])
    }
  }

  @Test func `copies and backups are foreign in every folder`() async throws {
    let foreign = [
      "format~", "notes.txt", "routine.sync-conflict-20261126.json", "activities/2025.ndjson",
      "activities/zwift", "activities/strava/2026 (Anna's conflicted copy).ndjson",
      "activities/strava/2026.ndjson.orig", "wellness/intervals/26.ndjson", "scores/2026.json",
    ]
    let streams = [
      "streams/strava/1.json.gz", "streams/strava/1_2.json", "streams/strava/notes.json",
      "streams/strava/.json",
    ]
    for name in foreign + streams {
      try scratch.put(name == "activities/zwift" ? name + "/2026.ndjson" : name, "")
    }
    let store = store(scratch, mode: .readOnly)
    try await expectEqual(Set(store.foreignFiles(amongStreams: false)), Set(foreign))
    try await expectEqual(
      Set(store.foreignFiles(amongStreams: true)), Set(foreign + streams.prefix(3)))
  }

  /// What a sync program or a person has put there stays, whatever its name ends in.
  @Test func `purging a source leaves foreign files alone`() async throws {
    try await sync(store(scratch), [Account(activities: rides(3))])
    let own = ["streams/strava/1.json", "streams/strava/2-a.json", "wellness/strava/2026.ndjson"]
    let foreign = [
      "activities/strava/2026 (Anna's conflicted copy).ndjson", "activities/strava/notes.json",
      "activities/strava/2026.sync-conflict-20261126.ndjson", "activities/strava/26.ndjson",
      "streams/strava/1 (1).json", "streams/strava/notes.json", "wellness/strava/weight.json",
      "activities/strava/.2026.ndjson.swp.json",
    ]
    for name in own + foreign { try scratch.put(name, "") }
    try await store(scratch).purge(.strava)
    let left = try scratch.contents(of: scratch.data).keys.filter { $0.contains("/strava/") }
    expectEqual(Set(left), Set(foreign))
  }
}
