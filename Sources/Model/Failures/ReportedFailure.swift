// A failure in the words of another program, or of an earlier run.

/// A failure as somebody else tells it. What is absent is said in our own words.
package struct ReportedFailure: Hashable, Sendable {
  /// One of our codes, or `unknown`.
  package let code: String
  package let title: DisplayText?
  package let message: DisplayText?
  package let hint: DisplayText?
  package let source: Source?
  package let isRetryable: Bool
  package let retryAt: Timestamp?
  /// How a run that fails by it alone ends.
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
