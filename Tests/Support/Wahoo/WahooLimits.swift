// The fake Wahoo's rate limits: three windows, one set of headers.

/// The limits of the application and their use. Refused requests count as well.
package struct WahooLimits: Sendable {
  /// One window; it begins with the first request in it.
  package struct Window: Sendable {
    let seconds: Int
    /// Requests.
    package var limit: Int
    package var used = 0
    private var begin: Int?

    init(_ seconds: Int, _ limit: Int) { (self.seconds, self.limit) = (seconds, limit) }

    var left: Int { max(0, limit - used) }

    mutating func count(at now: Int) {
      if let begin, now - begin >= seconds { (self.begin, used) = (nil, 0) }
      begin = begin ?? now
      used += 1
    }

    func reset(at now: Int) -> Int { (begin ?? now) + seconds - now }
  }

  /// How the headers are written.
  package enum Headers: Sendable, CaseIterable {
    case standard, lowercase, uppercase
    /// Without `X-RateLimit-Reset`.
    case withoutReset
    /// No header at all.
    case none
  }

  package var day = Window(86_400, 5000)
  package var hour = Window(3600, 1000)
  package var fiveMinutes = Window(300, 200)
  package var headers = Headers.standard

  package init() {}

  /// Limits that no test reaches by accident.
  package static var generous: WahooLimits {
    var limits = WahooLimits()
    (limits.day.limit, limits.hour.limit, limits.fiveMinutes.limit) = (500_000, 100_000, 20_000)
    return limits
  }

  /// Counts one request at this time, in seconds since 1970; true when it is beyond a limit.
  mutating func count(at now: Int) -> Bool {
    day.count(at: now)
    hour.count(at: now)
    fiveMinutes.count(at: now)
    return windows.contains { $0.used > $0.limit }
  }

  /// The headers of a reply.
  func fields(at now: Int) -> NamedValues {
    func list(_ value: (Window) -> Int) -> String {
      windows.map { "\(value($0))" }.joined(separator: ", ")
    }
    let reset = windows.filter { $0.left == 0 }.map { $0.reset(at: now) }.max() ?? 0
    let all = [
      ("X-RateLimit-Limit", list(\.limit)), ("X-RateLimit-Remaining", list(\.left)),
      ("X-RateLimit-Reset", "\(reset)"),
    ]
    func items(_ pairs: [(String, String)]) -> NamedValues {
      NamedValues(pairs.map { NamedValues.Item(name: $0.0, value: $0.1) })
    }
    return switch headers {
    case .standard: items(all)
    case .lowercase: items(all.map { ($0.0.lowercased(), $0.1) })
    case .uppercase: items(all.map { ($0.0.uppercased(), $0.1) })
    case .withoutReset: items(Array(all.prefix(2)))
    case .none: [:]
    }
  }

  private var windows: [Window] { [day, hour, fiveMinutes] }
}
