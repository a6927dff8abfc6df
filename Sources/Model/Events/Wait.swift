// Patience, as a value.

/// Waiting for somebody else.
package struct Wait: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case rateLimit
    /// The `attempt`th of `of` tries comes next; nil when nobody said how many there are.
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
