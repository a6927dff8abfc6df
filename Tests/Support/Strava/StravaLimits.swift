// Strava's rate limits: two windows, two pairs of headers.

/// The limits of the application and their use. Windows are quarter hours and days of UTC by the
/// fake's clock. Refused requests count as well.
package struct StravaLimits: Sendable {
  /// Requests per quarter hour and per day.
  package struct Pair: Sendable, Equatable {
    package var quarter: Int
    package var day: Int

    package init(_ quarter: Int, _ day: Int) {
      self.quarter = quarter
      self.day = day
    }

    var text: String { "\(quarter),\(day)" }
  }

  /// How the headers are written.
  package enum Headers: Sendable {
    /// `X-RateLimit-Limit` and so on, both pairs, as sent today.
    case standard
    /// `X-Ratelimit-Limit`, as the documentation writes them.
    case documented
    /// In lower case, as in HTTP/2.
    case lowercase
    /// Only the overall pair.
    case withoutReadPair
    /// No header at all.
    case none
  }

  /// All requests; the default is that of a new application.
  package var overall = Pair(200, 2000)
  /// Read requests.
  package var read = Pair(100, 1000)
  /// Requests used; both pairs are equal, because the fake only reads.
  package var used = Pair(0, 0)
  package var headers = Headers.standard
  private var window = Pair(-1, -1)

  /// Limits that no test reaches by accident.
  package static var generous: StravaLimits {
    var limits = StravaLimits()
    (limits.overall, limits.read) = (Pair(100_000, 1_000_000), Pair(100_000, 1_000_000))
    return limits
  }

  /// Counts one request at this time, in seconds since 1970; true when it is beyond a limit.
  mutating func count(at now: Int) -> Bool {
    let current = Pair(now.floorDivided(by: 900), now.floorDivided(by: 86400))
    // Usage set up before the first request belongs to the window that begins with it.
    if window.quarter != -1, window.quarter != current.quarter { used.quarter = 0 }
    if window.day != -1, window.day != current.day { used.day = 0 }
    window = current
    used.quarter += 1
    used.day += 1
    return used.quarter > min(overall.quarter, read.quarter)
      || used.day > min(overall.day, read.day)
  }

  /// The pair that limits a client: the stricter one, if the headers show it.
  var shown: Pair {
    if case .withoutReadPair = headers { overall } else { read }
  }

  /// The headers of a reply.
  var fields: NamedValues {
    let pairs = [
      ("X-RateLimit-Limit", overall), ("X-RateLimit-Usage", used),
      ("X-ReadRateLimit-Limit", read), ("X-ReadRateLimit-Usage", used),
    ].map { NamedValues.Item(name: $0.0, value: $0.1.text) }
    switch headers {
    case .standard: return NamedValues(pairs)
    case .withoutReadPair: return NamedValues(Array(pairs.prefix(2)))
    case .none: return [:]
    case .lowercase:
      return NamedValues(pairs.map { .init(name: $0.name.lowercased(), value: $0.value) })
    case .documented:
      return NamedValues(
        pairs.map {
          .init(name: $0.name.replacing("RateLimit", with: "Ratelimit"), value: $0.value)
        })
    }
  }
}
