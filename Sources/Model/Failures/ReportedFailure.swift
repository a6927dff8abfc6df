// A failure reported by another program or by an earlier run.

/// A failure with its texts already written. Absent texts are replaced by our own.
package struct ReportedFailure: Hashable, Sendable {
  /// One of our codes, or `unknown`.
  package let code: String
  package let title: DisplayText?
  package let message: DisplayText?
  package let hint: DisplayText?
  package let source: Source?
  package let isRetryable: Bool
  package let retryAt: Timestamp?
  /// The exit status of a run that fails for this reason alone.
  package let exit: ExitStatus

  package init(
    code: String = "unknown", title: DisplayText? = nil, message: DisplayText? = nil,
    hint: DisplayText? = nil, source: Source? = nil, isRetryable: Bool = true,
    retryAt: Timestamp? = nil, exit: ExitStatus = .failed
  ) {
    self.code = code
    self.title = title
    self.message = message
    self.hint = hint
    self.source = source
    self.isRetryable = isRetryable
    self.retryAt = retryAt
    self.exit = exit
  }
}
