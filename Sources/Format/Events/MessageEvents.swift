// notice, warning and error: what a run tells a person.

package import Codec
package import Model

enum MessageEvent {
  static let code = EventRow<DisplayText>(required: "code", "Short name of the message.")
  static let message = EventRow<DisplayText>(required: "message", "Text of the message.")
  static let hint = EventRow<DisplayText>("hint", "What to do next.")
  static let source = EventRow<Source>("source", "Source that the message is about.")

  static let notice = EventType(
    "notice", "Information that needs no action.", entries(code, message)
  ) { fields throws(EventError) in
    .notice(
      .reported(
        ExternalMessage(code: try fields.read(code), message: try fields.required(message))))
  }

  static let warning = EventType(
    "warning", "A problem that may need action.", entries(code, message, hint, source)
  ) { fields throws(EventError) in
    .warning(
      .reported(
        ExternalMessage(
          code: try fields.read(code), message: try fields.required(message),
          hint: try fields.read(hint), source: try fields.read(source))))
  }
}

enum ErrorEvent {
  static let code = EventRow<FailureCode>(required: "code", "Kind of error.")
  static let title = EventRow<DisplayText>(required: "title", "Title of two or three words.")
  static let message = EventRow<DisplayText>(required: "message", "Text of the error.")
  static let hint = EventRow<DisplayText>(required: "hint", "What to do next.")
  static let source = EventRow<Source>("source", "Source that failed.")
  static let retryable = EventRow<Bool>(
    required: "retryable", "Whether running again without changes may succeed.")
  static let retryAt = EventRow<Timestamp>("retry_at", "Time from which a retry may succeed.")
  static let exitCode = EventRow<ExitCode>(
    required: "exit_code", "Exit code of a run that ends with this error.")

  static let type = EventType(
    "error", "A failure.",
    entries(code, title, message, hint, source, retryable, retryAt, exitCode)
  ) { fields throws(EventError) in
    let known = try fields.read(code)
    let hasCode = fields.has(code)
    // A recording keeps what a later version wrote; a program has our codes or none.
    if hasCode, known == nil, fields.context.ownText != nil { fields.withhold(code) }
    let title = try fields.read(title)
    let message = try fields.read(message)
    if !hasCode, title == nil, message == nil { throw fields.missing(Self.message) }
    let code = known ?? .unknown
    return .failure(
      .reported(
        ReportedFailure(
          code: code, title: title, message: message, hint: try fields.read(hint),
          source: try fields.read(source),
          isRetryable: try fields.read(retryable) ?? code.isRetryable,
          retryAt: try fields.read(retryAt),
          exit: try fields.read(exitCode).map { ExitStatus(code: Int32(truncatingIfNeeded: $0)) }
            ?? code.exit)))
  }
}

// MARK: Writing

extension JSONWriter {
  /// Writes the members of `notice`.
  package mutating func noticeMembers(code: String, message: DisplayText) {
    put(MessageEvent.code, code)
    put(MessageEvent.message, message)
  }

  /// Writes the members of `warning`.
  package mutating func warningMembers(
    code: String, message: DisplayText, hint: DisplayText?, source: Source?
  ) {
    noticeMembers(code: code, message: message)
    put(MessageEvent.hint, hint)
    put(MessageEvent.source, source)
  }

  /// Writes the members of `error`.
  package mutating func members(
    of failure: SyncFailure, title: DisplayText, message: DisplayText, hint: DisplayText
  ) {
    put(ErrorEvent.code, text: failure.code)
    put(ErrorEvent.title, title)
    put(ErrorEvent.message, message)
    put(ErrorEvent.hint, hint)
    put(ErrorEvent.source, failure.source)
    put(ErrorEvent.retryable, failure.isRetryable)
    put(ErrorEvent.retryAt, failure.retryAt)
    put(ErrorEvent.exitCode, Int(ExitStatus(failure).code))
  }
}
