// What a check of the store finds, and what it leaves alone.

import Platform
import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct InspectionTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Twenty rides, one of each day, with streams of some and wellness.
  private func fill() async throws {
    var morning = WellnessDay(source: .strava, date: today)
    morning.weightKilograms = 70
    try await sync(store(scratch), [Account(activities: rides(20), days: [morning])])
    try scratch.put("streams/strava/7.json", #"{"time":{"data":[0,1]},"watts":{"data":[1,2]}}"#)
  }

  /// What a check finds, by the path below the data folder.
  private func findings() async throws -> [String] {
    try await store(scratch, mode: .readOnly).inspect().findings.map { finding in
      let name = finding.file.description.dropFirst(scratch.data.count + 1)
      let kind = "\(finding.kind)".replacing(scratch.data + "/", with: "")
      return "\(name): \(kind)"
    }
  }

  @Test func `a store as a run leaves it has no problems`() async throws {
    try await fill()
    let stamps = try scratch.stamps(of: scratch.path)
    let files = Gauge()
    let result = try await store(scratch, mode: .readOnly).inspect(progress: files)
    expectEqual(result.findings, [])
    // A year of rides, of days and of scores, and a ride's seconds.
    expectEqual([files.done, files.total], [4, 4])
    expectEqual(result.contents, StoreContents(activities: 20, days: 1, scores: 40, streams: 1))
    try expectEqual(scratch.stamps(of: scratch.path), stamps)
    try await expectEqual(
      store(scratch, mode: .readOnly, root: scratch.path + "/none").inspect().contents,
      StoreContents())
    #expect(try POSIXFiles().info(scratch.path + "/none") == nil)
  }

  @Test func `same_as may name records that are gone`() async throws {
    try await fill()
    try scratch.edit("activities/strava/2026.ndjson") {
      $0.replacing(#""sport":"Ride","#, with: #""sport":"Ride","same_as":["garmin:12"],"#)
    }
    try await expectEqual(findings(), [])
  }

  @Test(arguments: [
    ("activities/strava/2026.ndjson", 3, "[]"), ("activities/strava/2026.ndjson", 1, "{\"id\":"),
    ("activities/strava/2026.ndjson", 20, "\0\0\0"),
    ("activities/strava/2026.ndjson", 2, #"{"id":"wahoo:1","start":"2026-01-01T00:00:00Z"}"#),
    ("wellness/strava/2026.ndjson", 1, #"{"source":"strava","date":"2026-02-30"}"#),
    ("scores/2026.ndjson", 1, #"{"date":"2026-01-01"}"#),
  ])
  func `a line that is no record is named`(file: String, line: Int, text: String) async throws {
    try await fill()
    // Of an activity that cannot be known.
    try scratch.put("streams/strava/999.json", "{}")
    try scratch.edit(file) { content in
      var lines = content.split(separator: "\n").map { String($0) }
      lines[line - 1] = text
      return lines.joined(separator: "\n") + "\n"
    }
    let orphan = file.hasPrefix("activities") ? [] : ["streams/strava/999.json: orphaned"]
    try await expectEqual(
      Set(findings()), Set(["\(file): damaged(line: Optional(\(line)))"] + orphan))
  }

  @Test func `whole files that are damaged`() async throws {
    try await fill()
    let files = ["athletes.json", "format", "prep.json", "routine.json", "streams/strava/7.json"]
    for name in files { try scratch.put(name, "junk") }
    try await expectEqual(findings().sorted(), files.map { "\($0): damaged(line: nil)" })
  }

  @Test func `a record twice, and one in the file of another year`() async throws {
    try await fill()
    let file = "activities/strava/2026.ndjson"
    let lines = try scratch.lines(file)
    try scratch.edit(file) { $0 + "\n" + lines[4] + "\n" }
    try scratch.put("activities/strava/2027.ndjson", lines[9] + "\n")
    try scratch.edit("wellness/strava/2026.ndjson") { $0 + $0 }
    try scratch.put(
      "scores/2025.ndjson", #"{"date":"2024-12-31","recovery":{},"sleep":{},"strain":{}}"#)
    try await expectEqual(
      findings(),
      [
        "\(file): doubled(line: 22, first: \(file), firstLine: 5)",
        "activities/strava/2027.ndjson: doubled(line: 1, first: \(file), firstLine: 10)",
        "wellness/strava/2026.ndjson: doubled(line: 2, first: wellness/strava/2026.ndjson, "
          + "firstLine: 1)",
        "scores/2025.ndjson: misplaced(line: 1, year: 2024.ndjson)",
      ])
  }

  @Test func `what cannot be read is named, and the rest is read`() async throws {
    try await fill()
    try scratch.put("activities/wahoo/2025.ndjson/x", "")
    try scratch.put("streams/intervals", "junk")
    try scratch.put("routine.json", "junk")
    #expect(link(to: "prep.json", at: scratch.data + "/activities/wahoo/2026.ndjson"))
    try await expectEqual(
      Set(findings().map { String($0.prefix { $0 != "(" }) }),
      [
        "activities/wahoo/2025.ndjson: unreadable", "activities/wahoo/2026.ndjson: unreadable",
        "streams/intervals: unreadable", "routine.json: damaged",
      ])
  }

  @Test func `not while another run writes, and none begins meanwhile`() async throws {
    try await fill()
    let writer = store(scratch)
    try await expectEqual(writer.lock(), nil)
    await #expect(
      throws: SyncFailure.locked(LockHolder(process: 4711, since: Timestamp(seconds: now)))
    ) {
      try await store(scratch, mode: .readOnly).inspect()
    }
    await writer.unlock()
    let files = FaultyFiles(failing: -1, with: .killed)
    let format = scratch.data + "/format"
    files.beforeRead = { () throws(FileError) in
      if let lock = try POSIXFiles().lock(format) {
        lock.release()
        throw FileError(path: format, reason: .closed)
      }
    }
    try await expectEqual(
      store(scratch, mode: .readOnly, files: files).inspect().findings, [])
    #expect(files.reads.count > 3)
    try await expectEqual(writer.lock(), nil)
    await writer.unlock()
  }
}
