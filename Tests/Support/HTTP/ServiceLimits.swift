// The rate limits of a fake service: windows of time, and the headers about them.

/// The limits of an application and their use. Refused requests count as well.
package struct ServiceLimits: Sendable {
  package enum Headers: Sendable, CaseIterable {
    /// As sent today.
    case standard
    case lowercase, uppercase
    /// `X-Ratelimit-Limit`, as Strava's documentation writes them.
    case documented
    /// Only the first two.
    case firstTwo
    case none
  }

  /// A time in which so many requests are allowed.
  package struct Window: Sendable {
    let seconds: Int
    package var limit: Int
    package var used = 0
    private var begin: Int?

    init(_ seconds: Int, _ limit: Int) { (self.seconds, self.limit) = (seconds, limit) }
    var left: Int { max(0, limit - used) }

    mutating func count(at now: Int, isAligned: Bool) {
      // Usage set up before the first request belongs to the window that begins with it.
      if let begin, now - begin >= seconds { (self.begin, used) = (nil, 0) }
      begin = begin ?? (isAligned ? now - now % seconds : now)
      used += 1
    }

    /// The seconds until the next one.
    func rest(at now: Int) -> Int { (begin ?? now) + seconds - now }
  }

  private(set) var windows: [Window]
  package var headers = Headers.standard
  /// Whether windows begin with hours and days of UTC; others begin with the first request.
  private let isAligned: Bool

  /// - Parameter windows: the seconds of each and its requests.
  init(_ windows: [(seconds: Int, limit: Int)], isAligned: Bool) {
    self.windows = windows.map { Window($0.seconds, $0.limit) }
    self.isAligned = isAligned
  }

  /// The window of so many seconds.
  package subscript(seconds: Int) -> Window {
    get { windows[index(of: seconds)] }
    set { windows[index(of: seconds)] = newValue }
  }

  private func index(of seconds: Int) -> Int {
    windows.firstIndex { $0.seconds == seconds } ?? windows.endIndex
  }

  /// Sets limits that no test reaches by accident.
  package mutating func lift() { for index in windows.indices { windows[index].limit *= 1000 } }

  /// Counts one request at this time, in seconds since 1970; true when it is beyond a limit.
  mutating func count(at now: Int) -> Bool {
    for index in windows.indices { windows[index].count(at: now, isAligned: isAligned) }
    return windows.contains { $0.used > $0.limit }
  }

  /// A figure of all windows.
  func list(_ separator: String, _ figure: (Window) -> Int) -> String {
    windows.map { "\(figure($0))" }.joined(separator: separator)
  }

  /// These headers as they are written.
  func written(_ all: NamedValues) -> [NamedValues.Item] {
    all.items.prefix(headers == .none ? 0 : headers == .firstTwo ? 2 : .max).map { item in
      var item = item
      switch headers {
      case .lowercase: item.name = item.name.lowercased()
      case .uppercase: item.name = item.name.uppercased()
      case .documented: item.name = item.name.replacing("RateLimit", with: "Ratelimit")
      case .standard, .firstTwo, .none: break
      }
      return item
    }
  }
}
