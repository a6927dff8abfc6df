// Runs that can be retried: each attempt is a new run over what the ones before have kept.

import Model
import Pipeline
import Reporting
import Terminal

/// One attempt of a run, and what it keeps of the previous one.
struct Attempt: ~Copyable {
  /// From 1.
  fileprivate(set) var number = 1
  /// The retry option that led to this attempt.
  fileprivate(set) var retryOption: RetryOption?
  /// The report of the previous attempt.
  private(set) var earlier: SyncReport?

  /// Keeps the report of the attempt and sums it up; nil when it was abandoned.
  mutating func end(with report: SyncReport?) -> RunSummary? {
    guard let report else { return nil }
    earlier = report
    return RunSummary(outcome: report.outcome, exit: report.exit, counts: report.counts)
  }
}

extension Session {
  /// Runs, and retries as long as the run fails and the person asks for it.
  ///
  /// - Parameter run: makes one attempt; nil when it was abandoned.
  func runWithRetries(
    _ loop: inout Loop, _ run: (inout Attempt, inout Loop) throws(SyncFailure) -> RunSummary?
  ) -> ExitStatus {
    keepAsLastRun(&loop)
    var attempt = Attempt()
    while true {
      let summary: RunSummary?
      do throws(SyncFailure) {
        summary = try run(&attempt, &loop)
      } catch {
        summary = loop.report(error)
      }
      guard let promptAnswer, let summary, summary.outcome != .ok,
        let retryOption = loop.promptForRetry(summary, answeredBy: promptAnswer)
      else { return loop.finish(summary) }
      attempt.number += 1
      attempt.retryOption = retryOption
    }
  }

  /// How a person can answer a retry prompt; nil when none can be shown.
  private var promptAnswer: PromptAnswer? {
    guard isInteractive, start.capabilities.devices.output.isTerminal else { return nil }
    return switch renderer {
    case .live: .key
    case .accessible: .word
    case .plain, .json, .quiet, .transparent: nil
    }
  }
}
