// waiting, sign_in, request and log: what a run does with services, and a command's own output.

package import Codec
package import Model

enum WaitingEvent {
  static let reason = EventRow<Wait.Reason.Name>(required: "reason", "Reason for waiting.")
  static let source = EventRow<Source>("source", "Source that causes the wait.")
  static let until = EventRow<Timestamp>(required: "until", "Time when the run continues.")
  static let seconds = EventRow<Seconds>(required: "seconds", "Seconds from ts to until.")
  static let attempt = EventRow<Ordinal>("attempt", "retry: number of the next attempt.")
  static let tries = EventRow<Ordinal>("tries", "retry: number of attempts in total.")

  static let type = EventType(
    "waiting", "The run waits: for a rate limit, before a retry, or for another run.",
    entries(reason, source, until, seconds, attempt, tries)
  ) { fields throws(EventError) in
    let name = try fields.required(reason)
    let source = try fields.read(source)
    let until = try fields.read(until)
    let seconds = try fields.read(seconds)
    let attempt = try fields.read(attempt) ?? 1
    let tries = try fields.read(tries)
    if until == nil, seconds == nil { throw fields.missing(Self.until) }
    let stamp = fields.stamp
    let left = seconds ?? until.map { .seconds(max(0, $0.seconds - stamp.seconds)) } ?? .zero
    let reason: Wait.Reason
    switch name {
    case .rateLimit: reason = .rateLimit
    case .retry: reason = .retry(attempt: attempt, of: tries)
    case .locked: reason = .locked
    case nil: return fields.foreign
    }
    return .waiting(
      Wait(reason: reason, source: source, until: until ?? stamp + left, duration: left))
  }
}

enum SignInEvent {
  static let source = EventRow<Source>(required: "source", "Service to sign in to.")
  static let url = EventRow<DisplayText>(required: "url", "Address of the page.")
  static let until = EventRow<Timestamp>(required: "until", "Time when the sign-in expires.")

  static let type = EventType(
    "sign_in", "A person must open a page to sign in.", entries(source, url, until)
  ) { fields throws(EventError) in
    let source = try fields.required(source)
    let url = try fields.required(url)
    let until = try fields.read(until) ?? fields.stamp
    guard let source else { return fields.foreign }
    return .signIn(SignIn(source: source, url: url, until: until))
  }
}

enum RequestEvent {
  static let source = EventRow<Source>(required: "source", "The service.")
  static let method = EventRow<DisplayText>(required: "method", "HTTP method.")
  static let url = EventRow<DisplayText>(required: "url", "URL, without secrets.")
  static let status = EventRow<Int>("status", "HTTP status; absent if there was no answer.")
  static let bytes = EventRow<Int>("bytes", "Size of the answer in bytes.")
  static let attempt = EventRow<Ordinal>(required: "attempt", "Number of the attempt.")
  static let duration = EventRow<Milliseconds>(
    required: "duration_ms", "Duration of the request.")

  static let type = EventType(
    "request", "One request to a service, with --verbose.",
    entries(source, method, url, status, bytes, attempt, duration)
  ) { fields throws(EventError) in
    let source = try fields.read(source)
    let method = try fields.required(method).description
    let url = try fields.required(url)
    let status = try fields.read(status)
    let bytes = try fields.read(bytes)
    let attempt = try fields.read(attempt) ?? 1
    let duration = try fields.read(duration) ?? .zero
    guard let source else { return fields.foreign }
    return .request(
      RequestTrace(
        source: source, method: method, url: url, status: status, bytes: bytes, attempt: attempt,
        duration: duration))
  }
}

enum LogEvent {
  static let stream = EventRow<OutputStream>(required: "stream", "Output stream.")
  static let text = EventRow<DisplayText>(
    required: "text", "The line, without control characters.")

  static let type = EventType("log", "A line of a wrapped command's output.", entries(stream, text))
  {
    fields throws(EventError) in
    let stream = try fields.read(stream) ?? .standardOutput
    return .log(LogLine(stream: stream, text: try fields.required(text)))
  }
}

// MARK: Writing

extension JSONWriter {
  /// Writes the members of `waiting`.
  package mutating func members(of wait: Wait) {
    put(WaitingEvent.reason, wait.reason.name)
    put(WaitingEvent.source, wait.source)
    put(WaitingEvent.until, wait.until)
    put(WaitingEvent.seconds, wait.duration)
    if case .retry(let attempt, let tries) = wait.reason {
      put(WaitingEvent.attempt, attempt)
      put(WaitingEvent.tries, tries)
    }
  }

  /// Writes the members of `sign_in`.
  package mutating func members(of signIn: SignIn) {
    put(SignInEvent.source, signIn.source)
    put(SignInEvent.url, signIn.url)
    put(SignInEvent.until, signIn.until)
  }

  /// Writes the members of `request`.
  package mutating func members(of trace: RequestTrace) {
    put(RequestEvent.source, trace.source)
    put(RequestEvent.method, trace.method)
    put(RequestEvent.url, trace.url)
    put(RequestEvent.status, trace.status)
    put(RequestEvent.bytes, trace.bytes)
    put(RequestEvent.attempt, trace.attempt)
    put(RequestEvent.duration, trace.duration)
  }

  /// Writes the members of `log`.
  package mutating func members(of line: LogLine) {
    put(LogEvent.stream, line.stream)
    put(LogEvent.text, line.text)
  }
}
