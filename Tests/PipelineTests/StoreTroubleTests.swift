// Locks, full disks and stops: nothing that was downloaded is lost.

import Pipeline
import Model
import Support
import Testing

struct StoreTroubleTests {
  private let full = SyncFailure.storage(StorageTrouble(path: "~/store", reason: .diskFull))
  private let holder = LockHolder(process: 4711, since: nil)

  @Test func aStoreThatCannotBeWrittenOutweighsTheSources() async {
    var scene = SyncScene.first
    scene.services.append(
      ScriptedService(source: .intervals, contactFailure: .auth(.intervals)))
    await scene.store.set(saveFailure: full)
    let record = await scene.run()
    expectEqual(record.report.exit, .storage)
    expectEqual(record.report.outcome, .failed)
    expectEqual(record.failures, [.auth(.intervals), full])
    #expect(!record.names.contains("complete"))
    let calls = await scene.store.calls
    #expect(calls.contains(.suspend(.strava)))
    expectEqual(calls.last, .unlock)
  }

  /// Records are counted only once they are stored.
  @Test func onlyStoredRecordsCount() async {
    let scene = SyncScene.first
    await scene.store.set(saveFailure: full)
    var attempts = Attempts(of: scene)
    let failed = await attempts.next().report.counts
    #expect(failed.new == 0 && failed.daysNew == 0)
    await scene.store.set(saveFailure: nil)
    let saved = await attempts.next().report.counts
    #expect(saved.new == 20 && saved.daysNew == 90)
  }

  /// A run whose records can no longer be read at its end is not a success.
  @Test func recordsThatCannotBeReadAgainFailTheRun() async {
    let scene = await SyncScene.first.filled()
    let damage = SyncFailure.badInput(file: "2026.ndjson", line: 3)
    await scene.store.set(countsFailure: damage)
    let record = await scene.run()
    #expect(record.report.exit == .badInput && record.failures == [damage])
  }

  /// A run that was killed while saving leaves its work to the next one, even if that one finds
  /// nothing new.
  @Test func anInterruptedSaveIsRepeatedByTheNextRun() async {
    let scene = await SyncScene.first.filled()
    await expectEqual(scene.run().names.contains("saving"), false)
    var left = Unfinished()
    left.needsDeriving = true
    await scene.store.set(unfinished: left)
    let record = await scene.run()
    #expect(record.report.exit == .ok && record.names.contains("saving"))
    await expectEqual(scene.run().names.contains("saving"), false)
  }

  /// Some files may have been written before the disk was full.
  @Test func filesWrittenBeforeAFullDiskCount() async {
    let scene = SyncScene.first
    var part = Counts()
    part.new = 7
    await scene.store.set(saveFailure: full)
    await scene.store.set(savedInPart: part)
    await expectEqual(scene.run().report.counts.new, 7)
  }

  /// What the first attempt stored still counts when the second one fails.
  @Test func aFailedRetryKeepsTheFirstAttemptsCounts() async {
    var scene = SyncScene.first
    scene.services.append(
      ScriptedService(
        source: .intervals, contactFailure: .server(.intervals), worksFrom: 2))
    scene.services[1].pages = [rides(3, of: .intervals)]
    var attempts = Attempts(of: scene)
    let first = await attempts.next().report
    #expect(first.outcome == .partial && first.counts.new == 20)
    await scene.store.set(beginFailure: full, of: .intervals)
    let second = await attempts.next().report
    expectEqual(second.exit, .storage)
    #expect(second.counts.new == 20 && second.counts.daysNew == 90)
  }

  @Test func aDryRunCountsWhatItWouldStore() async {
    var scene = SyncScene.first
    scene.settings.dryRun = true
    await expectEqual(scene.run().report.counts.new, 20)
  }

  @Test func aCheckpointThatCannotBeWrittenEndsTheRunToo() async {
    var scene = SyncScene.first
    scene.services.append(ScriptedService(source: .intervals))
    await scene.store.set(receiveFailure: full)
    let record = await scene.run()
    expectEqual(record.report.exit, .storage)
    expectEqual(record.failures, [full])
    #expect(await !scene.store.calls.contains(.save))
  }

  @Test func aLockIsNotAwaitedByDefault() async {
    let scene = SyncScene.first
    await scene.store.set(holders: [holder])
    let record = await scene.run()
    expectEqual(record.report.exit, .temporary)
    expectEqual(record.failures, [.locked(holder)])
    #expect(record.waits.isEmpty)
    #expect(record.statuses.isEmpty)
    // Nothing of the other run is touched.
    #expect(await scene.store.calls.isEmpty)
  }

  @Test func theLockIsAwaited() async throws {
    var scene = SyncScene.first
    scene.settings.lockWait = .seconds(60)
    await scene.store.set(holders: Array(repeating: holder, count: 5))
    let record = await scene.run()
    expectEqual(record.report.exit, .ok)
    let wait = try #require(record.waits.first)
    expectEqual(record.waits.count, 1)
    expectEqual(wait.reason, .locked)
    expectEqual(wait.duration, .seconds(60))
    expectEqual(wait.until.seconds, today.startOfDayUTC.seconds + 6 * 3600 + 60)
  }

  @Test func theWaitForTheLockEnds() async {
    var scene = SyncScene.first
    scene.settings.lockWait = .seconds(2)
    await scene.store.set(holders: Array(repeating: holder, count: 100))
    let record = await scene.run()
    expectEqual(record.report.exit, .temporary)
    expectEqual(record.failures, [.locked(holder)])
  }

  @Test func scoresSavedByAnotherRunAreShown() async throws {
    var scene = await SyncScene.first.filled()
    scene.settings.lockWait = .seconds(2)
    await scene.store.set(holders: [holder])
    let record = await scene.run()
    // The same row is not reported twice.
    expectEqual(record.scores.count { $0.cached }, 3)
  }

  @Test func aDryRunTouchesNothing() async {
    var scene = SyncScene.first
    scene.settings.dryRun = true
    await scene.store.set(holders: [holder])
    let good = await scene.run()
    expectEqual(good.report.exit, .ok)
    expectEqual(good.report.counts.new, 20)
    scene.services[0].listFailure = .network(.strava)
    await expectEqual(scene.run().report.exit, .network)
    #expect(await scene.store.calls.isEmpty)
  }

  @Test(arguments: Step.allCases)
  func aFailureInAnyStepEndsTheRunAndKeepsTheDownload(step: Step) async {
    var scene = SyncScene.first
    scene.rehearsal = ScriptedRehearsal(failing: step)
    let record = await scene.run()
    expectEqual(record.report.exit, .internal)
    expectEqual(record.failures, [.internal("on purpose")])
    #expect(!record.names.contains("complete"))
    let calls = await scene.store.calls
    // Before the lock is taken there is nothing to release.
    expectEqual(calls.first, (step == .open ? nil : .lock))
    expectEqual(calls.last, (step == .open ? nil : .unlock))
    let isSaved = calls.contains(.save)
    expectEqual(isSaved, (step == .finalize))
    let isDownloaded = ![.open, .fetchHealthData, .contact].contains(step)
    expectEqual(calls.contains(.suspend(.strava)), (isDownloaded && !isSaved))
    #expect(calls.count { $0 == .suspend(.strava) } <= 1)
  }

  @Test func aStoppedRunKeepsWhatArrivedFromEverySource() async {
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
    let calls = await scene.store.calls
    #expect(calls.contains(.suspend(.intervals)))
    #expect(calls.contains(.suspend(.strava)))
    #expect(!calls.contains(.save))
    expectEqual(calls.last, .unlock)
  }
}
