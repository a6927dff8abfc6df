// `velo-sync [sync]`: syncs the connected services, or the sample athlete.

import Flags
import Pipeline
import Model

extension Session {
  /// Syncs, and retries as long as that fails and the person asks for it.
  func sync(_ loop: inout Loop) -> ExitStatus {
    var known: SyncPlan?
    return untilDone(&loop) { (attempt, loop) throws(SyncFailure) in
      let plan: SyncPlan
      if let known {
        begin(known.sources, isSample: known.isSample, attempt: attempt.number, &loop)
        plan = known
      } else {
        plan = try self.plan(attempt: attempt.number, &loop)
        known = plan
      }
      if case .signIn(let source) = attempt.remedy, !plan.isSample {
        let report = signIn(to: source, after: attempt.earlier?.failures ?? [], &loop)
        guard report?.outcome == .ok else { return report }
      }
      let (sync, earlier) = (plan.sync, attempt.earlier)
      return attempt.end(
        with: loop.work(timeout: options.timeout) { await sync.run(after: earlier) })
    }
  }
}
