// A notice or a warning reported by another program or by an earlier run.

/// A notice or a warning with its text already written.
package struct ExternalMessage: Hashable, Sendable {
  /// A short name for the message.
  package let code: DisplayText?
  package let message: DisplayText
  package let hint: DisplayText?
  package let source: Source?

  package init(
    code: DisplayText? = nil, message: DisplayText, hint: DisplayText? = nil,
    source: Source? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.source = source
  }
}
