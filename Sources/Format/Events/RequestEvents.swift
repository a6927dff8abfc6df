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

  fileprivate init() { reason = .retry }

  package init(_ wait: Wait) {
    reason = wait.reason.name
    source = wait.source
    until = wait.until
    duration = wait.duration
    if case .retry(let attempt, let tries) = wait.reason {
      (self.attempt, self.tries) = (attempt, tries)
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
      case .retry: .retry(attempt: attempt ?? 1, of: tries)
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
      .init(
        "reason", "Reason for waiting.", .word({ $0.reason }, { $0.reason = $1 ?? $0.reason }),
        isRequired: true),
      .init("source", "Source that causes the wait.", .word({ $0.source }, { $0.source = $1 })),
      .init(
        "until", "Time when the run continues.",
        .time(within: EventRange.times, { $0.until }, { $0.until = $1 }), isAlways: true),
      .init(
        "seconds", "Seconds from ts to until.",
        .seconds({ $0.duration }, { $0.duration = $1 }), isAlways: true),
      .init(
        "attempt", "retry: number of the next attempt.",
        .ordinal({ $0.attempt }, { $0.attempt = $1 })),
      .init(
        "tries", "retry: number of attempts in total.",
        .ordinal({ $0.tries }, { $0.tries = $1 })),
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
      .init(
        "source", "Service to sign in to.", .word({ $0.source }, { $0.source = $1 ?? $0.source }),
        isRequired: true),
      .init(
        "url", "Address of the page.", .displayText({ $0.url }, { $0.url = $1 ?? "" }),
        isRequired: true),
      .init(
        "until", "Time when the sign-in expires.",
        .time(within: EventRange.times, { $0.until }, { $0.until = $1 }), isAlways: true),
    ]
  ) { members, line in
    .signIn(
      SignIn(source: members.source, url: members.url, until: members.until ?? line.stamp))
  }
}

// MARK: request and log

extension Events {
  package static let request = EventTable<RequestTrace>(
    "request", "One request to a service, with --verbose.",
    from: RequestTrace(
      source: .strava, method: "", url: "", status: nil, bytes: nil, attempt: 1, duration: .zero),
    [
      .init(
        "source", "The service.", .word({ $0.source }, { $0.source = $1 ?? $0.source }),
        isRequired: true),
      .init(
        "method", "HTTP method.",
        .displayText({ DisplayText($0.method) }, { $0.method = $1?.description ?? "" }),
        isRequired: true),
      .init(
        "url", "URL, without secrets.", .displayText({ $0.url }, { $0.url = $1 ?? "" }),
        isRequired: true),
      .init(
        "status", "HTTP status; absent if there was no answer.",
        .count({ $0.status }, { $0.status = $1 })),
      .init("bytes", "Size of the answer in bytes.", .count({ $0.bytes }, { $0.bytes = $1 })),
      .init(
        "attempt", "Number of the attempt.", .ordinal({ $0.attempt }, { $0.attempt = $1 ?? 1 }),
        isAlways: true),
      .init(
        "duration_ms", "Duration of the request.",
        .milliseconds({ $0.duration }, { $0.duration = $1 ?? .zero }), isAlways: true),
    ]
  ) { trace, _ in .request(trace) }

  package static let log = EventTable<LogLine>(
    "log", "A line of a wrapped command's output.",
    from: LogLine(stream: .standardOutput, text: ""),
    [
      .init(
        "stream", "Output stream.", .word({ $0.stream }, { $0.stream = $1 ?? $0.stream }),
        isAlways: true),
      .init(
        "text", "The line, without control characters.",
        .displayText({ $0.text }, { $0.text = $1 ?? "" }), isRequired: true),
    ]
  ) { line, _ in .log(line) }
}
