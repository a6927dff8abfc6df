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
      let run = Sync(
        importing: files, settings: settings, store: store, time: world.time, events: loop.events)
      let earlier = attempt.earlier
      return attempt.end(
        with: loop.work(timeout: options.timeout) { await run.run(after: earlier) })
    }
  }
}
