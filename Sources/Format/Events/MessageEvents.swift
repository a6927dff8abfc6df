// notice, warning and error: what a run tells a person.

package import Model

extension Events {
  package static let notice = EventTable<ExternalMessage>(
    "notice", "Information that needs no action.", from: ExternalMessage(message: ""),
    ExternalMessage.rows
  ) { message, _ in .notice(.reported(message)) }

  package static let warning = EventTable<ExternalMessage>(
    "warning", "A problem that may need action.", from: ExternalMessage(message: ""),
    ExternalMessage.rows + [
      .init("hint", "What to do next.", .displayText.at(\.hint)),
      .init("source", "Source that the message is about.", .word().at(\.source)),
    ]
  ) { message, _ in .warning(.reported(message)) }
}

extension ExternalMessage {
  fileprivate static let rows: [Field<ExternalMessage>] = [
    .init("code", "Short name of the message.", .displayText.at(\.code), isAlways: true),
    .init("message", "Text of the message.", .displayText.at(\.message), isRequired: true),
  ]
}

/// The members of `error`.
package struct FailureMembers: Sendable {
  var code: DisplayText?
  var title: DisplayText?
  var message: DisplayText?
  var hint: DisplayText?
  var source: Source?
  var isRetryable: Bool?
  var retryAt: Timestamp?
  var exitCode: Int?

  fileprivate init() {}

  package init(
    _ failure: SyncFailure, title: DisplayText, message: DisplayText, hint: DisplayText
  ) {
    code = DisplayText(failure.code)
    self.title = title
    self.message = message
    self.hint = hint
    source = failure.source
    isRetryable = failure.isRetryable
    retryAt = failure.retryAt
    exitCode = Int(ExitStatus(failure).code)
  }

  fileprivate var knownCode: FailureCode? { code.flatMap { FailureCode(rawValue: $0.description) } }

  fileprivate var failure: ReportedFailure {
    let code = knownCode ?? .unknown
    return ReportedFailure(
      code: code, title: title, message: message, hint: hint, source: source,
      isRetryable: isRetryable ?? code.isRetryable, retryAt: retryAt,
      exit: exitCode.map { ExitStatus(code: Int32(truncatingIfNeeded: $0)) } ?? code.exit)
  }
}

extension Events {
  package static let failure = EventTable<FailureMembers>(
    "error", "A failure.", from: FailureMembers(),
    [
      .init("code", "Kind of error.", .anyWord(of: FailureCode.self).at(\.code), isAlways: true),
      .init("title", "Title of two or three words.", .displayText.at(\.title), isAlways: true),
      .init("message", "Text of the error.", .displayText.at(\.message), isAlways: true),
      .init("hint", "What to do next.", .displayText.at(\.hint), isAlways: true),
      .init("source", "Source that failed.", .word().at(\.source)),
      .init(
        "retryable", "Whether running again without changes may succeed.",
        .flag.at(\.isRetryable), isAlways: true),
      .init("retry_at", "Time from which a retry may succeed.", .eventTime.at(\.retryAt)),
      .init(
        "exit_code", "Exit code of a run that ends with this error.",
        .exitCode.at(\.exitCode), isAlways: true),
    ]
  ) { members, line throws(EventError) in
    if members.code == nil, members.title == nil, members.message == nil {
      throw line.missing("message")
    }
    // A recording keeps what a later version wrote; a program has our codes or none.
    if members.code != nil, members.knownCode == nil, line.context.ownText != nil {
      line.withhold("code")
    }
    return .failure(.reported(members.failure))
  }
}
