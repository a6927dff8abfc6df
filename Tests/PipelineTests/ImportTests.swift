// The steps of an import: the statuses, their order, and the changes to the store.

import Pipeline
import Support
import Synchronization
import Model
import Testing

/// Files with scripted records.
private struct ScriptedFiles: ImportService, FoundFiles {
  let areHealthExports = true
  let count: Int? = nil
  let name: DisplayText? = "export.zip"
  var records = ImportedRecords(days: [], activities: [])
  var source = Source.appleHealth
  var failure: SyncFailure?
  let visits = Visits()
  var beforeEnd: @Sendable () async -> Void = {}

  func find(except index: FileIndex) async throws(SyncFailure) -> any FoundFiles { self }

  func read(progress: Gauge, files: Gauge, rider: FileRider) async throws(SyncFailure)
    -> ImportedFiles
  {
    _ = visits.add()
    progress.expect(1000)
    progress.set(500)
    await beforeEnd()
    if Task.isCancelled { throw .interrupted }
    if let failure { throw failure }
    progress.set(1000)
    return ImportedFiles(records: [source: records])
  }
}

@Suite struct ImportTests {
  private let disk = MemoryFiles()
  private let recorder = Recorder()
  private let time = ManualTime(day: today)

  private static let records = ImportedRecords(
    days: mornings(90).sorted { $0.date < $1.date }, activities: rides(20, of: .appleHealth))

  private func importing(
    _ files: ScriptedFiles, _ change: (inout SyncSettings) -> Void = { _ in }
  ) -> Sync {
    var settings = SyncSettings(destination: "~/store")
    settings.rider.ftp.undated = 250
    change(&settings)
    disk.forgetChanges()
    return Sync(
      settings: settings, isImport: true, files: files,
      store: disk.store(settings, time: time), time: time, events: recorder)
  }

  private func run(
    _ files: ScriptedFiles, _ change: (inout SyncSettings) -> Void = { _ in }
  ) async -> SyncRecord {
    SyncRecord(report: await importing(files, change).run(), events: recorder.take())
  }

  /// Files may say the rider's FTP: it is in no setting, and rides that have a load need none.
  @Test func `loads that files brought are not missing`() async {
    var rides = rides(20, of: .appleHealth)
    for index in rides.indices {
      (rides[index].ftpWatts, rides[index].from) = (160, FileOrigin(file: "export.xml"))
    }
    let records = ImportedRecords(days: Self.records.days, activities: rides)
    let first = await run(ScriptedFiles(records: records)) { $0.rider.ftp.undated = nil }
    expectEqual(first.shortages, [])
    let again = await run(ScriptedFiles(records: Self.records)) {
      $0.rider.ftp.undated = nil
      $0.listing = Listing(full: true, since: nil)
    }
    expectEqual(again.shortages, [])
  }

  /// A load that nothing gives any more goes, unless a service that is not asked may know an FTP.
  @Test(arguments: [(Source.strava, 0), (.garmin, 1)])
  func `a full import computes the loads of files alone`(_ source: Source, _ shortages: Int) async {
    let rides = ImportedRecords(days: [], activities: rides(3, of: source))
    _ = await run(ScriptedFiles(records: rides, source: source))
    let nights = ImportedRecords(days: Self.records.days, activities: [])
    let again = await run(ScriptedFiles(records: nights)) {
      $0.rider.ftp.undated = nil
      $0.listing = Listing(full: true, since: nil)
    }
    expectEqual(again.shortages.count, shortages)
  }

  private static let all = [
    "fetching_health_data", "processing_data", "computing_zones", "refreshing_scores",
    "building_prep", "saving", "finalizing", "complete",
  ]

  @Test func `a first import goes through all steps`() async throws {
    let record = await run(ScriptedFiles(records: Self.records))
    #expect(record.report.exit == .ok && record.report.outcome == .ok)
    expectEqual(record.names, Self.all + ["updated"])
    expectEqual(record.stages, allStages)
    expectEqual(record.results.map(\.source), [.appleHealth])
    expectEqual(record.results.first?.outcome, .ok)
    #expect(record.results.first?.counts.new == 20 && record.results.first?.counts.daysNew == 90)
    expectEqual(record.report.counts.new, 20)
    expectEqual(record.preps.first?.zones.isEmpty, false)
    expectEqual(disk.steps, ["lock", "save", "unlock"])
    let stored = try await disk.stored()
    expectEqual(stored.routine.map(\.reason), .some(nil))
    expectEqual(stored.loads, Array(repeating: 64, count: 20))
    expectEqual(stored.scores.count, 90)
    expectEqual(stored.notes, [.appleHealth: "ok"])
  }

  /// The fraction is that of the bytes: nothing of Prep fills while files are read.
  @Test func `reading is the first stage`() async throws {
    let record = await run(ScriptedFiles(records: Self.records))
    let reading = record.works.filter { $0.stage == .routine }
    expectEqual(reading.map(\.weight), [0.33])
    let told = try #require(reading.first)
    #expect(told.unit == .bytes && told.source == .appleHealth && told.name == "export.zip")
    let saving = record.works.filter { $0.stage == .saving }.reduce(0) { $0 + $1.weight }
    #expect((saving - 0.34).magnitude < 1e-9)
    #expect(record.works.allSatisfy { $0.gauge.total == $0.gauge.done })
  }

  @Test func `an import without news ends after the scores`() async throws {
    _ = await run(ScriptedFiles(records: Self.records))
    let record = await run(ScriptedFiles(records: Self.records))
    expectEqual(record.names, ["fetching_health_data", "refreshing_scores", "updated"])
    expectEqual(record.stages, allStages)
    #expect(record.report.exit == .ok && !record.report.counts.hasChanges)
    expectEqual(record.results.first?.counts.unchanged, 20)
    expectEqual(disk.steps, ["lock", "unlock"])
    // The saved scores are shown first, then the new ones.
    expectEqual(record.scores.map(\.cached), [true, true, true, false, false, false])
  }

  @Test func `an empty export leaves an empty store`() async throws {
    let record = await run(ScriptedFiles())
    expectEqual(record.names, ["fetching_health_data", "refreshing_scores", "updated"])
    expectEqual(disk.files(below: "/data"), [:])
  }

  @Test func `a dry run takes no lock and writes nothing`() async throws {
    let record = await run(ScriptedFiles(records: Self.records)) { $0.dryRun = true }
    expectEqual(record.names, Self.all)
    expectEqual(record.report.counts.new, 20)
    expectEqual(disk.files(below: "/"), [:])
    _ = await run(ScriptedFiles(records: Self.records))
    let again = await run(ScriptedFiles(records: Self.records)) { $0.dryRun = true }
    expectEqual(again.names, ["fetching_health_data", "refreshing_scores", "complete"])
  }

  @Test func `bad files end the run before the store is touched`() async throws {
    for (failure, exit) in [
      (SyncFailure.badExport(file: "export.xml", .damaged(line: 123)), ExitStatus.badInput),
      (.missingInput(file: "export.xml"), .missingInput),
    ] {
      let record = await run(ScriptedFiles(failure: failure))
      expectEqual(record.names, ["fetching_health_data"])
      #expect(record.failures == [failure] && record.report.failures == [failure])
      expectEqual(record.results.map(\.outcome), [.failed])
      #expect(record.report.outcome == .failed && record.report.exit == exit)
      expectEqual(disk.changes, [])
    }
  }

  @Test func `corrected mistakes are a notice`() async throws {
    let record = await run(
      ScriptedFiles(records: ImportedRecords(days: [], activities: [], skipped: 2, corrected: 3)))
    let notices = record.events.compactMap { event -> Notice? in
      if case .notice(let notice) = event { notice } else { nil }
    }
    expectEqual(
      notices,
      [.recordsSkipped(.appleHealth, count: 2), .recordsCorrected(.appleHealth, count: 3)])
  }

  /// The lock is not held while files are read, so a sync need not wait.
  @Test func `the lock is taken after reading`() async throws {
    let disk = disk
    let seen = Mutex<[MemoryFiles.Change]?>(nil)
    _ = await run(ScriptedFiles(records: Self.records) { seen.withLock { $0 = disk.changes } })
    expectEqual(seen.withLock(\.self), [])
  }

  /// A retry reads the files again, and takes in what others have stored meanwhile.
  @Test(arguments: [false, true]) func `a retry is a new import`(isLocked: Bool) async throws {
    if isLocked { disk.keepLocked(calls: 1) } else { disk.fill() }
    let files = ScriptedFiles(records: Self.records)
    let first = await importing(files).run()
    let holder = LockHolder(process: 4711, since: nil)
    expectEqual(first.failures, [isLocked ? .locked(holder) : MemoryFiles.isFull])
    disk.work()
    disk.put("", at: "/data/activities/strava/2024.ndjson")
    _ = recorder.take()
    let second = SyncRecord(
      report: await importing(files).run(after: first), events: recorder.take())
    expectEqual(second.names, Self.all + ["updated"])
    #expect(second.report.counts.new == 20 && files.visits.count == 2)
    try await expectEqual(disk.stored().rides.count, 20)
  }

  @Test func `a cancelled import leaves the store as it was`() async throws {
    let begun = Latch()
    let held = Latch()
    let files = ScriptedFiles(records: Self.records) {
      await begun.open()
      await held.pass()
    }
    let run = importing(files)
    let task = Task { await run.run() }
    await begun.pass()
    task.cancel()
    await held.open()
    let report = await task.value
    #expect(report.outcome == .interrupted && report.failures.isEmpty)
    #expect(recorder.events.allSatisfy { if case .failure = $0 { false } else { true } })
    expectEqual(disk.changes, [])
  }

  /// An import contacts no service: what a sync of the same day knew about today still counts.
  @Test func `coverage of today from a sync is kept`() async throws {
    var scene = SyncScene(
      services: [ScriptedService(source: .strava, pages: [Array(rides(20).dropLast())])])
    scene.disk = disk
    let synced = await scene.run()
    #expect(synced.scores.last { $0.kind == .strain }?.score.value != nil)
    let days = ImportedRecords(days: mornings(3), activities: [])
    let scores = await [run(ScriptedFiles(records: days)), synced].map { record in
      record.scores.last { $0.kind == .strain }?.score
    }
    expectEqual(scores[0], scores[1])
  }

  @Test func `what a service said of the rider counts for files`() async throws {
    var scene = SyncScene(services: [ScriptedService(source: .strava)], disk: disk)
    scene.services[0].athlete = Athlete(
      id: "1",
      rider: RiderSettings(
        maxHeartRate: 190, restingHeartRate: 50, thresholdHeartRate: 170, sex: .male))
    _ = await scene.run()
    var rides = rides(1, of: .appleHealth)
    (rides[0].measuredPower, rides[0].averageHeartRate) = (false, 170)
    let record = await run(ScriptedFiles(records: ImportedRecords(days: [], activities: rides)))
    expectEqual(record.shortages, [])
    try await expectEqual(disk.stored().loads, [100])
  }

  /// No service lists them again.
  @Test(arguments: [false, true])
  func `a full sync computes loads of imported rides anew`(_ isFull: Bool) async throws {
    _ = await run(ScriptedFiles(records: Self.records))
    var scene = SyncScene(services: [ScriptedService(source: .strava)], disk: disk)
    scene.settings.rider.ftp.undated = 200
    scene.settings.listing = Listing(full: isFull, since: nil)
    _ = await scene.run()
    try await expectEqual(Set(disk.stored().loads), [isFull ? 100 : 64])
  }
}
