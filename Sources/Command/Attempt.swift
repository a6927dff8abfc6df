// A run that may be tried again, from where it failed.

import Pipeline
import Reporting
import Model

/// One try of a run and what it takes over from the one before.
struct Attempt {
  /// From 1.
  fileprivate(set) var number = 1
  /// What led here.
  fileprivate(set) var remedy: Remedy?
  /// What the attempt before came to.
  private(set) var earlier: SyncReport?

  /// Keeps what the attempt came to, and sums it up; nil when it was given up.
  mutating func end(with report: SyncReport?) -> RunSummary? {
    guard let report else { return nil }
    earlier = report
    return RunSummary(outcome: report.outcome, exit: report.exit, counts: report.counts)
  }
}

extension Session {
  /// Runs, and again for as long as that fails and the person at the keyboard says so.
  ///
  /// - Parameter run: makes one attempt; nil when it was given up.
  func untilDone(
    _ loop: inout Loop, _ run: (inout Attempt, inout Loop) throws(SyncFailure) -> RunSummary?
  ) -> ExitStatus {
    keepAsLastRun(&loop)
    var attempt = Attempt()
    while true {
      let report: RunSummary?
      do throws(SyncFailure) {
        report = try run(&attempt, &loop)
      } catch {
        report = loop.report(error)
      }
      guard let reply, let report, report.outcome != .ok,
        let remedy = loop.offer(report, answeredBy: reply)
      else { return loop.finish(report) }
      attempt.number += 1
      attempt.remedy = remedy
    }
  }
}
