// The sample athlete's services, and the time they take.

package import Model
import Network

/// How long the sample athlete takes for everything.
package struct SamplePace: Sendable {
  private let time: any Time
  private let speed: Double?
  private let isSlow: Bool

  /// - Parameters:
  ///   - speed: divides every pause; nil leaves them all out.
  ///   - isSlow: pauses last 5 s.
  package init(time: any Time, speed: Double?, isSlow: Bool = false) {
    self.time = time
    self.speed = speed
    self.isSlow = isSlow
  }

  var now: Timestamp { time.wallClock() }

  /// Sleeps for a part of a pause.
  func pause(_ duration: Duration, part: Double = 1) async throws(SyncFailure) {
    guard let speed else { return }
    let whole = isSlow ? Duration.seconds(5) : duration
    do {
      try await time.sleep(for: whole * part / speed)
    } catch {
      throw .interrupted
    }
  }
}

extension Step {
  /// How long the step takes on the sample athlete: long enough to read its status.
  package var samplePause: Duration {
    switch self {
    case .open: .zero
    case .fetchHealthData, .contact, .generateRoutine, .computeZones, .buildPrep, .save:
      .milliseconds(800)
    case .download: .milliseconds(1700)
    case .processData, .scoreDay: .milliseconds(1050)
    case .finalize: .milliseconds(500)
    }
  }
}

/// Strava, as the sample athlete has it.
package struct SampleService: ActivityService {
  private static let pageLength = 10

  package let source = Source.strava
  private let athlete: SampleAthlete
  private let activities: [Activity]
  private let pace: SamplePace
  private let simulation: Simulation?

  package init(_ athlete: SampleAthlete, pace: SamplePace, simulation: Simulation?) {
    self.athlete = athlete
    activities = athlete.activities
    self.pace = pace
    self.simulation = simulation
  }

  package func contact() async throws(SyncFailure) -> Athlete {
    if let failure = simulation?.failureOnContact(source) { throw failure }
    return athlete.profile
  }

  package func count(in range: ListRange) -> Int? {
    inside(range).count
  }

  package func list(
    _ range: ListRange, page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) {
    let listed = inside(range)
    let pages = max(1, (listed.count + Self.pageLength - 1) / Self.pageLength)
    for index in 0..<pages {
      try await pace.pause(Step.download.samplePause, part: 1 / Double(pages))
      let first = index * Self.pageLength
      // Halfway, or at the end of what an earlier run has left of it.
      if first * 2 >= listed.count || index == pages - 1,
        let failure = simulation?.failureInList(source, at: pace.now)
      {
        throw failure
      }
      let last = min(first + Self.pageLength, listed.count)
      try await page(ActivityPage(activities: Array(listed[first..<last])))
    }
  }

  private func inside(_ range: ListRange) -> [Activity] {
    activities.filter { activity in
      range.after.map { activity.start > $0 } ?? true
        && range.before.map { activity.start < $0 } ?? true
    }
  }
}

/// Apple Health, as the sample athlete has it.
package struct SampleHealth: HealthService {
  package let source = Source.appleHealth
  private let athlete: SampleAthlete
  private let pace: SamplePace
  private let simulation: Simulation?

  package init(_ athlete: SampleAthlete, pace: SamplePace, simulation: Simulation?) {
    self.athlete = athlete
    self.pace = pace
    self.simulation = simulation
  }

  package func days() async throws(SyncFailure) -> [WellnessDay] {
    if let failure = simulation?.failureOnContact(source)
      ?? simulation?.failureInList(source, at: pace.now)
    {
      throw failure
    }
    return athlete.nights
  }
}

/// Gives every step its pause and its failure.
package struct SampleRehearsal: Rehearsal {
  private let pace: SamplePace
  private let simulation: Simulation?
  private let store: DisplayText
  private let process: Int32?

  /// - Parameters:
  ///   - store: the folder that a simulated full disk is at.
  ///   - process: who holds a lock that is simulated.
  package init(
    pace: SamplePace, simulation: Simulation?, store: DisplayText, process: Int32? = nil
  ) {
    self.pace = pace
    self.simulation = simulation
    self.store = store
    self.process = process
  }

  package func rehearse(_ step: Step) async throws(SyncFailure) {
    // Without a status there is nothing to read, and the pages have pauses of their own.
    if step != .open, step != .download { try await pace.pause(step.samplePause) }
    let holder = LockHolder(process: process, since: pace.now)
    if let failure = simulation?.failure(in: step, store: store, holder: holder) { throw failure }
  }
}
