// The sample athlete's services, with realistic pauses and simulated failures.

package import Model
import Network
import Synchronization

/// The pauses and failures of the sample athlete.
package struct SampleScript: Sendable {
  private let time: any Time
  private let speed: Double?
  let simulation: Simulation?

  /// - Parameters:
  ///   - speed: divides every pause; nil for no pauses.
  ///   - simulation: what fails, or is slow; nil for nothing.
  package init(time: any Time, speed: Double?, simulation: Simulation?) {
    (self.time, self.speed, self.simulation) = (time, speed, simulation)
  }

  var now: Timestamp { time.wallClock() }

  /// How long every status of the rehearsal is there to be read.
  package var statusPause: Duration { pause(.milliseconds(900)) }

  fileprivate func pause(_ duration: Duration) -> Duration {
    guard let speed else { return .zero }
    return (simulation?.what == .slow ? .seconds(5) : duration) / speed
  }

  func wait(for duration: Duration) async throws(SyncFailure) {
    if duration > .zero { try await time.wait(until: time.moment() + duration) }
  }
}

/// The sample athlete's Strava.
package struct SampleService: ActivityService {
  private static let pageLength = 10

  package let source = Source.strava
  private let athlete: SampleAthlete
  private let activities: [Activity]
  private let script: SampleScript

  package init(_ athlete: SampleAthlete, _ script: SampleScript) {
    self.athlete = athlete
    activities = athlete.activities
    self.script = script
  }

  package func contact() async throws(SyncFailure) -> Athlete {
    if let failure = script.simulation?.failureOnContact(source) { throw failure }
    return athlete.profile
  }

  package func count(in range: ListRange) -> Int? { inside(range).count }

  package func list(
    _ range: ListRange, page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) {
    let listed = inside(range)
    let pages = max(1, (listed.count + Self.pageLength - 1) / Self.pageLength)
    for index in 0..<pages {
      try await script.wait(for: script.pause(.milliseconds(1700)) / pages)
      let first = index * Self.pageLength
      // Halfway, or at the end of what an earlier run has left to do.
      if first * 2 >= listed.count || index == pages - 1,
        let failure = script.simulation?.failureInList(source, at: script.now)
      {
        throw failure
      }
      let last = min(first + Self.pageLength, listed.count)
      try await page(ActivityPage(activities: Array(listed[first..<last])))
    }
  }

  private func inside(_ range: ListRange) -> [Activity] {
    activities.filter { range.contains($0.start) }
  }
}

/// The sample athlete's Apple Health.
package struct SampleHealth: HealthService {
  package let source = Source.appleHealth
  private let athlete: SampleAthlete
  private let script: SampleScript

  package init(_ athlete: SampleAthlete, _ script: SampleScript) {
    (self.athlete, self.script) = (athlete, script)
  }

  package func days() async throws(SyncFailure) -> [WellnessDay] {
    if let failure = script.simulation?.failureOnContact(source)
      ?? script.simulation?.failureInList(source, at: script.now)
    {
      throw failure
    }
    return athlete.nights
  }
}

/// A failure to simulate once.
package final class Simulation: Sendable {
  let what: SimulationCase
  let source: Source
  private let isOver = Mutex(false)

  package init(_ what: SimulationCase, at source: Source?) {
    self.what = what
    self.source = source ?? .strava
  }

  func failureOnContact(_ source: Source) -> SyncFailure? {
    guard source == self.source else { return nil }
    return switch what {
    case .network, .offline: once(.network(source))
    case .timeout: once(.timeout(.answer(source)))
    case .server: once(.server(source))
    case .auth: once(.auth(source))
    case .permission: once(.permission(source, .missingScopes(["activity:read_all"])))
    default: nil
    }
  }

  /// The failure in the middle of a source's list.
  func failureInList(_ source: Source, at now: Timestamp) -> SyncFailure? {
    guard source == self.source else { return nil }
    switch what {
    case .rateLimit:
      let next = Timestamp(seconds: (now.seconds / 900 + 1) * 900)
      return once(.rateLimited(source, RateLimit(window: .quarterHour, retryAt: next)))
    case .badReply: return once(.badReply(source))
    case .internal: return once(.internal("simulated"))
    default: return nil
    }
  }

  /// A failure of the store, if that is what is asked for.
  package func failure(of store: SyncFailure) -> SyncFailure? {
    switch (what, store) {
    case (.locked, .locked), (.diskFull, .storage): once(store)
    default: nil
    }
  }

  /// The failure the first time, then none.
  private func once(_ failure: SyncFailure) -> SyncFailure? {
    isOver.withLock { isOver in
      defer { isOver = true }
      return isOver ? nil : failure
    }
  }
}
