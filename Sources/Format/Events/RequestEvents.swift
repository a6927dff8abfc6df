// waiting, sign_in, request and log: what a run does with services, and a command's own output.

package import Model

// MARK: waiting

/// The members of `waiting`.
package struct WaitMembers: Sendable {
  var reason: Wait.Reason.Name
  var source: Source?
  var until: Timestamp?
  var duration: Duration?
  var attempt: Int?
  var tries: Int?
  var answered: Bool?

  fileprivate init() { reason = .retry }

  package init(_ wait: Wait) {
    reason = wait.reason.name
    source = wait.source
    until = wait.until
    duration = wait.duration
    if case .retry(let attempt, let tries, let isAnswered) = wait.reason {
      (self.attempt, self.tries, answered) = (attempt, tries, isAnswered ? nil : false)
    }
  }

  /// nil without a time.
  ///
  /// - Parameter stamp: when the wait began.
  fileprivate func wait(from stamp: Timestamp) -> Wait? {
    if until == nil, duration == nil { return nil }
    let left = duration ?? until.map { .seconds(max(0, $0.seconds - stamp.seconds)) } ?? .zero
    let reason: Wait.Reason =
      switch reason {
      case .rateLimit: .rateLimit
      case .retry: .retry(attempt: attempt, of: tries, isAnswered: answered ?? true)
      case .locked: .locked
      }
    return Wait(reason: reason, source: source, until: until ?? stamp + left, duration: left)
  }
}

extension Events {
  package static let waiting = EventTable<WaitMembers>(
    "waiting", "The run waits: for a rate limit, before a retry, or for another run.",
    from: WaitMembers(),
    [
      .init("reason", "Reason for waiting.", .word().at(\.reason), isRequired: true),
      .init("source", "Source that causes the wait.", .word().at(\.source)),
      .init("until", "Time when the run continues.", .eventTime.at(\.until), isAlways: true),
      .init("seconds", "Seconds from ts to until.", .seconds.at(\.duration), isAlways: true),
      .init("attempt", "retry: number of the next attempt.", .ordinal.at(\.attempt)),
      .init("tries", "retry: number of attempts in total.", .ordinal.at(\.tries)),
      .init("answered", "retry: false after an attempt without an answer.", .flag.at(\.answered)),
    ]
  ) { members, line throws(EventError) in
    guard let wait = members.wait(from: line.stamp) else { throw line.missing("until") }
    return .waiting(wait)
  }
}

// MARK: sign_in

/// The members of `sign_in`.
package struct SignInMembers: Sendable {
  var source: Source
  var url: DisplayText = ""
  var until: Timestamp?

  fileprivate init() { source = .strava }

  package init(_ signIn: SignIn) {
    (source, url, until) = (signIn.source, signIn.url, signIn.until)
  }
}

extension Events {
  package static let signIn = EventTable<SignInMembers>(
    "sign_in", "A person must open a page to sign in.", from: SignInMembers(),
    [
      .init("source", "Service to sign in to.", .word().at(\.source), isRequired: true),
      .init("url", "Address of the page.", .displayText.at(\.url), isRequired: true),
      .init("until", "Time when the sign-in expires.", .eventTime.at(\.until), isAlways: true),
    ]
  ) { members, line in
    .signIn(SignIn(source: members.source, url: members.url, until: members.until ?? line.stamp))
  }
}

// MARK: request and log

extension Events {
  package static let request = EventTable<RequestTrace>(
    "request", "One request to a service, with --verbose.",
    from: RequestTrace(
      source: .strava, method: "", url: "", status: nil, bytes: nil, attempt: 1, duration: .zero),
    [
      .init("source", "The service.", .word().at(\.source), isRequired: true),
      .init(
        "method", "HTTP method.",
        .displayText.at({ DisplayText($0.method) }, { $0.method = $1?.description ?? "" }),
        isRequired: true),
      .init("url", "URL, without secrets.", .displayText.at(\.url), isRequired: true),
      .init("status", "HTTP status; absent if there was no answer.", .count.at(\.status)),
      .init("bytes", "Size of the answer in bytes.", .count.at(\.bytes)),
      .init("attempt", "Number of the attempt.", .ordinal.at(\.attempt), isAlways: true),
      .init(
        "duration_ms", "Duration of the request.", .milliseconds.at(\.duration), isAlways: true),
    ]
  ) { trace, _ in .request(trace) }

  package static let log = EventTable<LogLine>(
    "log", "A line of a wrapped command's output.",
    from: LogLine(stream: .standardOutput, text: ""),
    [
      .init("stream", "Output stream.", .word().at(\.stream), isAlways: true),
      .init(
        "text", "The line, without control characters.", .displayText.at(\.text), isRequired: true),
    ]
  ) { line, _ in .log(line) }
}
