// `velo-sync import PATH...`: reads ride files, archives and exports into the store.

import Flags
import Imports
import Model
import Pipeline
import Services
import Storage

extension Session {
  /// Imports, and retries as long as that fails and the person asks for it.
  ///
  /// - Parameter paths: as given; at least one.
  func importFiles(_ paths: [String], _ loop: inout Loop) -> ExitStatus {
    // One store for all attempts, so that received records are kept.
    let store = store(readOnly: options.dryRun)
    return runWithRetries(&loop) { (attempt, loop) throws(SyncFailure) in
      // Which sources the files have, reading them tells.
      begin([], isSample: false, attempt: attempt.number, &loop)
      var absolute: [String] = []
      for path in paths {
        guard !path.isEmpty else { throw .missingInput(file: "") }
        absolute.append(try Folders.absolute(path, from: world.currentFolder))
      }
      let files = FileImport(absolute, on: world.files, formulas: formulas)
      var wished = settings
      wished.streams = options.streams
      let (settings, earlier) = (wished, attempt.earlier)
      // If the thresholds cannot be read, the import itself fails when it reads them again.
      let (time, events) = (world.time, loop.events)
      return attempt.end(
        with: loop.work(timeout: options.timeout) {
          await Import(
            settings: settings.completed(by: try? await store.thresholds()), files: files,
            store: store, time: time, events: events
          ).run(after: earlier)
        })
    }
  }
}

extension SyncSettings {
  /// Adds the thresholds of the last sync where the rider has set none, because no service is
  /// asked.
  fileprivate func completed(by stored: Thresholds?) -> SyncSettings {
    var settings = self
    settings.rider = rider.completed(
      by: RiderSettings(
        ftpWatts: stored?.ftpWatts, thresholdHeartRate: stored?.heartRate))
    return settings
  }
}
