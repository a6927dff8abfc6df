// What a person edits in the store, above all rides that are left out, is taken up by the next run.

import Pipeline
import Model
import Support
import Testing

extension SyncScene {
  fileprivate func edit(_ name: String, _ change: (String) -> String) {
    let path = "/data/" + name
    disk.put(change(disk.text(path) ?? ""), at: path)
  }

  /// Leaves out the ride of a day, or counts it again, as with an editor.
  fileprivate func leaveOut(_ day: Day, _ isExcluded: Bool = true) {
    edit("activities/strava/\(day.year).ndjson") { text in
      text.split(separator: "\n").map { line in
        let plain = line.replacing(#","excluded":true"#, with: "")
        let isMeant = isExcluded && line.contains(#""id":"strava:\#(day.number)""#)
        return (isMeant ? plain.dropLast() + #","excluded":true}"# : plain) + "\n"
      }.joined()
    }
  }

  /// All files of the store.
  fileprivate var contents: [String: String] {
    disk.files(below: "/data/").mapValues { String(decoding: $0, as: UTF8.self) }
  }
}

struct EditedStoreTests {
  private let ridden = today.advanced(by: -8)

  /// What follows from it is the same as after `--full`: neither its day nor the week of the
  /// routine keeps it. Today's scores alone do not tell: 30 days later they are those of before.
  @Test func `a ride that is left out with an editor is in nothing`() async throws {
    for isLate in [false, true] {
      var scene = await SyncScene.first.filled()
      if isLate {
        scene.day = today.advanced(by: 30)
        _ = await scene.run()
      }
      let before = try await scene.disk.stored()
      scene.leaveOut(ridden)
      let record = await scene.run()
      expectEqual(record.report.exit, .ok)
      let stored = try await scene.disk.stored()
      expectEqual(stored.rides.count, before.rides.count - 1)
      expectEqual(before.scores.first { $0.date == ridden }?.load, 64)
      expectEqual(stored.scores.first { $0.date == ridden }?.load, 0)
      let contents = scene.contents
      scene.settings.listing = Listing(full: true, since: nil)
      _ = await scene.run()
      expectEqual(scene.contents, contents)
      // The next run finds nothing to do.
      scene.settings.listing = Listing(full: false, since: nil)
      expect(await !scene.run().names.contains("saving"))
      scene.leaveOut(ridden, false)
      _ = await scene.run()
      try await expectEqual(scene.disk.stored().scores, before.scores)
    }
  }

  /// Whatever was edited or removed: scores of earlier days, and what they follow from.
  @Test func `scores follow what was edited`() async throws {
    let edits: [(name: String, change: (String) -> String)] = [
      ("scores/2024.ndjson", { $0.replacing(#""load":64"#, with: #""load":65"#) }),
      ("scores/2024.ndjson", { _ in "" }), ("routine.json", { _ in "{}\n" }),
      ("prep.json", { $0.replacing(#""zones""#, with: #""notes":1,"zones""#) }),
    ]
    for (name, change) in edits {
      let scene = await SyncScene.first.filled()
      let before = scene.contents
      scene.edit(name, change)
      expect(scene.contents != before, "\(name)")
      await expectEqual(scene.run().report.exit, .ok, "\(name)")
      expectEqual(scene.contents, before, "\(name)")
    }
  }

  /// The rides of the last days have no night, so that today's scores stay the same.
  @Test func `another need of sleep changes all days`() async throws {
    var scene = SyncScene.first
    scene.health[0].record.removeFirst(3)
    scene = await scene.filled()
    scene.settings.sleepNeed = .seconds(9 * 3600)
    _ = await scene.run()
    let contents = scene.contents
    scene.settings.listing = Listing(full: true, since: nil)
    _ = await scene.run()
    expectEqual(scene.contents, contents)
  }

  /// The record of a ride does not depend on whether it was left out meanwhile.
  @Test func `a ride that is left out gets the load of the others`() async throws {
    var scene = await SyncScene.first.filled()
    let plain = await SyncScene.first.filled()
    scene.leaveOut(ridden)
    for isFull in [true, false] {
      for disk in [scene.disk, plain.disk] {
        var run = scene
        run.disk = disk
        run.settings.rider.ftp.undated = 200
        run.settings.listing = Listing(full: isFull, since: nil)
        if !isFull, disk === scene.disk { run.leaveOut(ridden, false) }
        _ = await run.run()
      }
      scene.settings.listing = Listing(full: false, since: nil)
    }
    try await expectEqual(Set(scene.disk.stored().loads), [100])
    expectEqual(scene.contents, plain.contents)
  }

  /// Nobody is asked for settings that only such a ride would need.
  @Test func `a ride that is left out lacks nothing`() async throws {
    var scene = SyncScene.first
    scene.services[0].athlete = Athlete(id: "1")
    scene.services[0].pages[0] = [rides(20)[15]]
    scene = await scene.filled()
    await expectEqual(scene.run().shortages.count, 1)
    scene.leaveOut(ridden)
    await expectEqual(scene.run().shortages.count, 0)
  }
}
