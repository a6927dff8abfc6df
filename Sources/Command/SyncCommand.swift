// `velo-sync [sync]`: runs a sync, and again when that failed and the person at the keyboard says so.

import Flags
import Pipeline
import SyncModel

/// One try of a sync and what it takes over from the one before.
private struct Attempt {
  /// From 1.
  var number = 1
  /// What led here.
  var remedy: Remedy?
  var plan: SyncPlan?
  /// What the attempt before came to.
  var earlier: SyncReport?
}

extension Session {
  /// Syncs the connected services, or the sample athlete.
  func sync(_ loop: inout Loop) -> ExitStatus {
    keepAsLastRun(&loop)
    var attempt = Attempt()
    while true {
      let report = perform(&attempt, &loop)
      guard let reply, let report, report.outcome != .ok,
        let remedy = loop.offer(report, answeredBy: reply)
      else { return loop.finish(report) }
      attempt.number += 1
      attempt.remedy = remedy
    }
  }

  /// nil when it was given up.
  private func perform(_ attempt: inout Attempt, _ loop: inout Loop) -> RunSummary? {
    do throws(SyncFailure) {
      let plan: SyncPlan
      if let known = attempt.plan {
        begin(known.sources, isSample: known.isSample, attempt: attempt.number, &loop)
        plan = known
      } else {
        plan = try self.plan(attempt: attempt.number, &loop)
        attempt.plan = plan
      }
      if case .signIn(let source) = attempt.remedy, !plan.isSample {
        let report = signIn(to: source, &loop)
        guard report?.outcome == .ok else { return report }
      }
      let (sync, earlier) = (plan.sync, attempt.earlier)
      guard
        let report = loop.work(timeout: options.timeout, { await sync.run(after: earlier) })
      else { return nil }
      attempt.earlier = report
      return RunSummary(outcome: report.outcome, exit: report.exit, counts: report.counts)
    } catch {
      return loop.report(error)
    }
  }
}
