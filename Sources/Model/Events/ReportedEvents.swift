// Statuses, progress, messages and failures reported by another program or by an earlier run.

/// A notice or a warning with its text already written.
package struct ExternalMessage: Hashable, Sendable {
  /// A short name for the message.
  package var code: DisplayText?
  package var message: DisplayText
  package var hint: DisplayText?
  package var source: Source?

  package init(
    code: DisplayText? = nil, message: DisplayText, hint: DisplayText? = nil,
    source: Source? = nil
  ) {
    (self.code, self.message, self.hint, self.source) = (code, message, hint, source)
  }
}

/// What another program says it is doing.
package struct FreeStatus: Hashable, Sendable {
  /// Identifies the status while its text changes; nil when the text is the identity.
  package let name: DisplayText?
  package let text: DisplayText
  /// The text for screen readers.
  package let spoken: DisplayText
  package let stage: Stage?

  package init(
    name: DisplayText? = nil, text: DisplayText, spoken: DisplayText, stage: Stage? = nil
  ) {
    (self.name, self.text, self.spoken, self.stage) = (name, text, spoken, stage)
  }
}

/// Progress as events report it.
package struct ReportedProgress: Hashable, Sendable {
  /// 0…1 over the run; nil when only units were counted.
  package var fraction: Double?
  package var stage: Stage?
  /// 0…1 over the stage.
  package var stageFraction: Double?
  /// nil for the run as a whole.
  package var source: Source?
  package var done: Int?
  package var total: Int?
  package var unit: Work.Unit?
  /// The time left.
  package var left: Duration?

  package init(
    fraction: Double? = nil, stage: Stage? = nil, stageFraction: Double? = nil,
    source: Source? = nil, done: Int? = nil, total: Int? = nil, unit: Work.Unit? = nil,
    left: Duration? = nil
  ) {
    (self.fraction, self.stage, self.stageFraction) = (fraction, stage, stageFraction)
    (self.source, self.done, self.total) = (source, done, total)
    (self.unit, self.left) = (unit, left)
  }

  /// 0…1, from the units alone; nil while the total is unknown.
  package var share: Double? {
    guard let done, let total, total > 0 else { return nil }
    return min(1, Double(done) / Double(total))
  }
}

/// The line that an event was read from, when another program or an earlier run reported it.
package final class Received: Sendable {
  /// The line as received.
  package let line: [UInt8]
  /// Whether all members that the format requires are present.
  package let isComplete: Bool
  /// The names of members that were out of range, and that nothing replaces.
  package let absent: [String]
  /// The wall-clock time of the recording; nil for a live event.
  package let stamp: Timestamp?
  /// The time since the beginning of the recorded run; nil for a live event.
  package let elapsed: Duration?

  package init(
    line: [UInt8], isComplete: Bool, absent: [String] = [], stamp: Timestamp? = nil,
    elapsed: Duration? = nil
  ) {
    (self.line, self.isComplete, self.absent) = (line, isComplete, absent)
    (self.stamp, self.elapsed) = (stamp, elapsed)
  }
}

/// A failure with its texts already written. Absent texts are replaced by our own.
package struct ReportedFailure: Hashable, Sendable {
  package let code: FailureCode
  package let title: DisplayText?
  package let message: DisplayText?
  package let hint: DisplayText?
  package let source: Source?
  package let isRetryable: Bool
  package let retryAt: Timestamp?
  /// The exit status of a run that fails for this reason alone.
  package let exit: ExitStatus

  package init(
    code: FailureCode = .unknown, title: DisplayText? = nil, message: DisplayText? = nil,
    hint: DisplayText? = nil, source: Source? = nil, isRetryable: Bool = true,
    retryAt: Timestamp? = nil, exit: ExitStatus = .failed
  ) {
    (self.code, self.title, self.message, self.hint) = (code, title, message, hint)
    (self.source, self.isRetryable, self.retryAt, self.exit) = (source, isRetryable, retryAt, exit)
  }
}
