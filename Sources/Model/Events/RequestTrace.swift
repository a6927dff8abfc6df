// A network request, as `--verbose` reports it.

/// One request and its answer.
package struct RequestTrace: Hashable, Sendable {
  package var source: Source
  package var method: String
  /// Without secrets.
  package var url: DisplayText
  /// nil when no answer came.
  package var status: Int?
  package var bytes: Int?
  /// From 1.
  package var attempt: Int
  package var duration: Duration
  /// When the decision to send it was made; nil when it was reported from outside.
  package let began: Moment?
  /// Why no answer came; nil when one did, or the reason is not known.
  package let failure: TransportFailure?

  package init(
    source: Source, method: String, url: DisplayText, status: Int?, bytes: Int?, attempt: Int,
    duration: Duration, began: Moment? = nil, failure: TransportFailure? = nil
  ) {
    self.source = source
    self.method = method
    self.url = url
    self.status = status
    self.bytes = bytes
    self.attempt = attempt
    self.duration = duration
    self.began = began
    self.failure = failure
  }
}
