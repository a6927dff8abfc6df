// Locks, full disks and stops: nothing that was downloaded is lost.

import Pipeline
import Model
import Support
import Testing

struct StoreTroubleTests {
  private let full = MemoryFiles.isFull
  private let holder = LockHolder(process: 4711, since: nil)

  @Test func `a store that cannot be written outweighs the sources`() async {
    var scene = SyncScene.first
    scene.services.append(ScriptedService(source: .intervals, contactFailure: .auth(.intervals)))
    scene.disk.fill()
    let record = await scene.run()
    #expect(record.report.exit == .storage && record.report.outcome == .failed)
    expectEqual(record.failures, [.auth(.intervals), full])
    #expect(!record.names.contains("complete"))
    expectEqual(scene.disk.suspended, [.strava])
    expectEqual(scene.disk.changes.last?.operation, .unlock)
  }

  /// Whoever writes cannot see the lock, or there are no locks: nothing is replaced, and the next
  /// run goes on from what was received.
  @Test(arguments: [false, true]) func `nothing is replaced that another computer writes`(
    hasLocks: Bool
  )
    async throws
  {
    var scene = await SyncScene.first.filled()
    let disk = scene.disk
    let id = ActivityID(source: .strava, sourceID: "99")
    let evening = Timestamp(seconds: today.startOfDayUTC.seconds + 64_800)
    scene.services[0].pages[0].append(Activity(id: id, start: evening))
    let path = "/data/activities/intervals/2024.ndjson"
    let line = #"{"id":"intervals:i1","start":"2024-09-01T08:00:00Z"}"# + "\n"
    var other = scene
    other.act = { if $0.name == "saving" { disk.put(line, at: path) } }
    if !hasLocks { disk.forgetLocks() }
    var before = disk.files(below: "/data/")
    let record = await other.run()
    if hasLocks { before[path] = Array(line.utf8) }
    expectEqual(record.failures, [.locked(.elsewhere)])
    expectEqual(record.report.exit, .temporary)
    expectEqual(disk.files(below: "/data/"), before)
    expectEqual(disk.suspended, hasLocks ? [.strava] : [])
    disk.forgetLocks(false)
    await expectEqual(scene.run().report.exit, .ok)
    let stored = try await disk.stored().rides.map(\.id.description)
    expectEqual(
      ["strava:99", "intervals:i1"].map { stored.contains($0) }, [true, hasLocks])
  }

  /// The weeks at the ends of the years that have dates begin or end outside.
  @Test(arguments: [0, 2, 84_003, 84_005]) func `what is written on any day can be read`(_ day: Int)
    async throws
  {
    var scene = SyncScene.first
    scene.day = Day(number: day)
    // Beside it: every day from the first ride to this one has a row.
    let last = max(scene.day, today)
    scene.services[0].pages = [rides(20, until: last)]
    scene.health = [ScriptedHealth(record: mornings(90, until: last))]
    let record = await scene.run()
    expectEqual(record.report.exit, .ok)
    let stored = try await scene.disk.stored()
    #expect(stored.routine != nil)
    expectEqual(stored.prep?.scores.date, scene.day)
  }

  /// A run that was killed while saving leaves its work to the next one, even if that one finds
  /// nothing new.
  @Test func `an interrupted save is repeated by the next run`() async {
    let scene = await SyncScene.first.filled()
    await expectEqual(scene.run().names.contains("saving"), false)
    scene.disk.interruptSave()
    let record = await scene.run()
    #expect(record.report.exit == .ok && record.names.contains("saving"))
    await expectEqual(scene.run().names.contains("saving"), false)
  }

  /// What the first attempt stored still counts when the second one fails.
  @Test func `a failed retry keeps the first attempts counts`() async {
    var scene = SyncScene.first
    scene.services.append(
      ScriptedService(source: .intervals, contactFailure: .server(.intervals), worksFrom: 2))
    scene.services[1].pages = [rides(3, of: .intervals)]
    var attempts = Attempts(of: scene)
    let first = await attempts.next().report
    #expect(first.outcome == .partial && first.counts.new == 20)
    scene.disk.fail([.read], on: "cursor-intervals")
    let second = await attempts.next().report
    expectEqual(second.exit, .storage)
    #expect(second.counts.new == 20 && second.counts.daysNew == 90)
  }

  @Test func `a checkpoint that cannot be written ends the run too`() async {
    var scene = SyncScene.first
    scene.services.append(ScriptedService(source: .intervals))
    // Long enough for a page to be written at once.
    scene.step = .milliseconds(300)
    scene.disk.fail([.replace], on: "checkpoint-strava")
    let record = await scene.run()
    expectEqual(record.report.exit, .storage)
    expectEqual(record.failures.map(\.code), [full.code])
    expectEqual(scene.disk.steps, ["lock", "unlock"])
  }

  @Test func `a lock is not awaited by default`() async {
    let scene = SyncScene.first
    scene.disk.keepLocked(calls: 1)
    let record = await scene.run()
    expectEqual(record.report.exit, .temporary)
    expectEqual(record.failures, [.locked(holder)])
    #expect(record.waits.isEmpty)
    #expect(record.statuses.isEmpty)
    // Nothing of the other run is touched.
    #expect(scene.disk.changes.allSatisfy { $0.operation == .makeFolder })
  }

  @Test func `the lock is awaited`() async throws {
    var scene = SyncScene.first
    scene.settings.lockWait = .seconds(60)
    scene.disk.keepLocked(calls: 5)
    let record = await scene.run()
    expectEqual(record.report.exit, .ok)
    let until = Timestamp(seconds: today.startOfDayUTC.seconds + 6 * 3600 + 60)
    expectEqual(
      record.waits, [Wait(reason: .locked, source: nil, until: until, duration: .seconds(60))])
  }

  /// The same row is not reported twice.
  @Test func `scores saved by another run are shown`() async throws {
    var scene = await SyncScene.first.filled()
    scene.settings.lockWait = .seconds(2)
    scene.disk.keepLocked(calls: 1)
    await expectEqual(scene.run().scores.count { $0.cached }, 3)
  }

  @Test func `a dry run touches nothing`() async {
    var scene = SyncScene.first
    scene.settings.dryRun = true
    scene.disk.keepLocked(calls: 1)
    let good = await scene.run().report
    #expect(good.exit == .ok && good.counts.new == 20)
    scene.services[0].listFailure = .network(.strava)
    await expectEqual(scene.run().report.exit, .network)
    expectEqual(scene.disk.changes, [])
    expectEqual(scene.disk.files(below: "/"), [:])
  }

  @Test func `a stopped run keeps what arrived from every source`() async {
    let latch = Latch()
    var scene = SyncScene.first
    scene.services.append(
      ScriptedService(
        source: .intervals, pages: [rides(3, of: .intervals)],
        beforeEnd: {
          await latch.open()
          // Ends with the cancellation, long before the hour. Nothing is ever posted: the loop ends
          // when the task is cancelled.
          for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
        }))
    let stopped = scene
    let task = Task { await stopped.run() }
    await latch.pass()
    task.cancel()
    let record = await task.value
    expectEqual(record.report.outcome, .interrupted)
    expectEqual(record.report.exit, .signal(2))
    #expect(record.failures.isEmpty)
    expectEqual(scene.disk.suspended, [.strava, .intervals])
    expectEqual(scene.disk.steps, ["lock", "unlock"])
  }
}
