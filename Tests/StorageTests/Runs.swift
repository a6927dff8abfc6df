// Whole runs of the pipeline over the real store, as the commands make them.

import Pipeline
import Storage
import Support
import Model

/// One run of one command.
typealias Run = @Sendable (Scratch, any FileSystem) async -> SyncReport

/// The runs that tests make.
enum Runs {
  /// When and where a run is made, and what the rider has set.
  struct Place: Sendable {
    var clock = now
    /// The state folder; another computer has another one.
    var state = "state"
    var ftp = 250
    /// Rides that this run leaves out, or counts again.
    var exclusions: [ActivityID: Bool] = [:]

    fileprivate func store(
      _ scratch: Scratch, _ files: any FileSystem, _ time: ManualTime
    ) async -> Store {
      let store = Store(
        root: scratch.data, stateFolder: scratch.path + "/" + state, files: files, time: time,
        process: 4711)
      for (id, isExcluded) in exclusions { await store.exclude([id], isExcluded) }
      return store
    }
  }

  /// A sync of these accounts.
  ///
  /// A run that the disk has failed is tried once more, as a person would.
  ///
  /// - Parameter power: the power of activities, second by second; without any, no streams are
  ///   asked for.
  static func syncing(
    _ accounts: [Account], power: [ActivityID: [Int]] = [:], full: Bool = false,
    _ place: Place = Place()
  ) -> Run {
    { scratch, files in
      var settings = SyncSettings(destination: "~/store")
      settings.listing = Listing(full: full, since: nil)
      settings.rider.ftp.undated = place.ftp
      settings.streams = !power.isEmpty
      // Pages are flushed one by one.
      let time = ManualTime(.leap, at: place.clock, step: .milliseconds(200))
      func attempt(after earlier: SyncReport? = nil) async -> SyncReport {
        await Sync(
          settings: settings, services: accounts.map { AccountService(account: $0, power: power) },
          store: await place.store(scratch, files, time), time: time, events: Nobody()
        ).run(after: earlier)
      }
      let first = await attempt()
      return first.exit == .storage ? await attempt(after: first) : first
    }
  }

  /// An import of these records.
  static func importing(_ records: ImportedRecords, _ place: Place = Place()) -> Run {
    { scratch, files in
      var settings = SyncSettings(destination: "~/store")
      settings.rider.ftp.undated = place.ftp
      let time = ManualTime(.leap, at: place.clock)
      return await Sync(
        settings: settings, isImport: true, files: RecordsInFiles(records: records),
        store: await place.store(scratch, files, time), time: time, events: Nobody()
      ).run()
    }
  }

  /// Rides with weighted power, the newest a day ago.
  ///
  /// - Parameter days: from one to the next; 24 rides every 17 days are of two local years.
  static func history(_ source: Source, count: Int = 24, every days: Int64 = 3) -> [Activity] {
    (0..<count).map { index in
      let start = now - day - Int64(count - 1 - index) * days * day
      var activity = ride(index + 1, at: start, source: source)
      activity.weightedPowerWatts = 200
      activity.averageHeartRate = nil
      return activity
    }
  }

  /// Nights in order, the last today.
  static func nights(_ source: Source, count: Int) -> [WellnessDay] {
    (0..<count).reversed().map { ago in
      var night = WellnessDay(source: source, date: today.advanced(by: -ago))
      night.restingHeartRate = 50 + Double(ago % 3)
      night.hrvSDNN = 60 + Double(ago % 5)
      night.sleepSeconds = 25_000
      return night
    }
  }
}

/// An account as the pipeline asks for it.
private struct AccountService: StreamService {
  let account: Account
  /// What `streams` answers; nil for an activity without any.
  var power: [ActivityID: [Int]] = [:]

  var source: Source { account.source }
  var allowance: RequestAllowance? { nil }

  func contact() async throws(SyncFailure) -> Athlete {
    account.athlete
  }

  func list(
    _ range: ListRange, page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) {
    for activities in account.pages(range) { try await page(activities) }
  }

  func wellness(
    _ range: ListRange
  ) async throws(SyncFailure) -> (days: [WellnessDay], skipped: Int) {
    (account.days, 0)
  }

  func streams(of id: ActivityID) async throws(SyncFailure) -> [UInt8]? {
    power[id].map { watts in
      let list = watts.map { String($0) }.joined(separator: ",")
      return Array(#"{"watts":{"data":[\#(list)]}}"#.utf8)
    }
  }
}

/// Files that hold these records.
private struct RecordsInFiles: ImportService, FoundFiles {
  let areHealthExports = true
  let count: Int? = nil
  let name: DisplayText? = "export.zip"
  let records: ImportedRecords

  func find(except index: FileIndex) async throws(SyncFailure) -> any FoundFiles { self }

  func read(progress: Gauge, files: Gauge, rider: FileRider) async throws(SyncFailure)
    -> ImportedFiles
  {
    ImportedFiles(records: [.appleHealth: records])
  }
}

private struct Nobody: EventSink {
  func post(_ kind: SyncEvent.Kind) {}
}
