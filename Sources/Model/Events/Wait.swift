// A wait, as a value.

/// Waiting for a service or for another run.
package struct Wait: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case rateLimit
    /// Try number `attempt` of `of` comes next; nil when the number of tries is unknown.
    case retry(attempt: Int, of: Int?)
    case locked
  }

  package let reason: Reason
  package let source: Source?
  package let until: Timestamp
  /// How long from now.
  package let duration: Duration

  package init(reason: Reason, source: Source?, until: Timestamp, duration: Duration) {
    self.reason = reason
    self.source = source
    self.until = until
    self.duration = duration
  }
}
