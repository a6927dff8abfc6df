// `velo-sync import PATH...`: reads ride files, archives and exports into the store.

import Flags
import Imports
import Model
import Pipeline

struct ImportCommand {
  let session: Session
  /// As given; at least one.
  let paths: [String]

  /// Imports, and retries as long as that fails and the person asks for it.
  func run(_ loop: inout Loop) -> ExitStatus {
    let (world, options) = (session.world, session.options)
    return session.runWithRetries(&loop) { (attempt, loop) throws(SyncFailure) in
      // Which sources the files have, reading them tells.
      session.begin([], attempt: attempt.number, &loop)
      var absolute: [String] = []
      for path in paths {
        guard !path.isEmpty else { throw .missingInput(file: "''") }
        absolute.append(try world.absolute(path))
      }
      let files = FileImport(absolute, on: world.files, formulas: session.formulas)
      let run = Sync(
        settings: session.syncSettings, isImport: true, files: files,
        store: session.store(readOnly: options.dryRun), time: world.time, events: loop.events)
      let earlier = attempt.earlier
      return attempt.end(
        with: loop.work(timeout: options.timeout) { await run.run(after: earlier) })
    }
  }
}
