// What went over the network.

/// One request, for `--verbose`.
package struct RequestTrace: Hashable, Sendable {
  package let source: Source
  package let method: String
  /// Without secrets.
  package let url: DisplayText
  /// nil when no answer came.
  package let status: Int?
  package let bytes: Int?
  /// From 1.
  package let attempt: Int
  package let duration: Duration
  /// When it was decided to send it; nil when an earlier run or another program told of it.
  package let began: Moment?
  /// What was wrong with the connection when no answer came.
  package let trouble: DisplayText?

  package init(
    source: Source, method: String, url: DisplayText, status: Int?, bytes: Int?, attempt: Int,
    duration: Duration, began: Moment? = nil, trouble: DisplayText? = nil
  ) {
    self.source = source
    self.method = method
    self.url = url
    self.status = status
    self.bytes = bytes
    self.attempt = attempt
    self.duration = duration
    self.began = began
    self.trouble = trouble
  }
}
