// The pacing rule, with manual time.

import Reporting
import Support
import Model
import Testing

/// Posts statuses to a pacer in steps of 5 ms and records what was shown when.
private struct Play {
  var pacer: Pacer
  let rule: PaceRule
  var shown: [(status: SyncStatus, from: Int, to: Int)] = []
  var emitted: [String: Int] = [:]
  var now = 0
  var exit: Int?

  init(rule: PaceRule = PaceRule()) {
    self.rule = rule
    pacer = Pacer(rule: rule, at: moment(0))
  }

  /// Runs until `end` (milliseconds) with these statuses posted at these times.
  mutating func run(_ emissions: [(at: Int, status: SyncStatus)], until end: Int) {
    var rest = emissions[...]
    while now <= end {
      while let next = rest.first, next.at <= now {
        rest.removeFirst()
        emitted[next.status.name] = emitted[next.status.name] ?? next.at
        pacer.post(next.status, hold: next.status.hold ?? .zero, emitted: moment(next.at))
      }
      step()
    }
  }

  /// Ends the work now and continues until the exit.
  mutating func finish(after work: Int) {
    let exit = pacer.finish(at: moment(now), after: .milliseconds(work))
    self.exit = Int((exit - moment(0)).milliseconds)
    while moment(now) < exit { step() }
  }

  private mutating func step() {
    pacer.advance(to: moment(now))
    if let status = pacer.current {
      if shown.last?.status.name == status.name {
        shown[shown.count - 1].to = now
        shown[shown.count - 1].status = status
      } else {
        shown.append((status, now, now))
      }
    }
    now += 5
  }

  var names: [String] { shown.map(\.status.name) }
}

private func moment(_ milliseconds: Int) -> Moment {
  Moment(nanoseconds: Int64(milliseconds) * 1_000_000)
}

private let scores = SyncStatus.calculatingScores(
  HealthCoverage(hasHealthData: true, hasSleepData: true))

@Suite(.blocking) struct PacerTests {
  @Test func holdsEachStatusWhileOthersWait() {
    var play = Play()
    play.run(
      [
        (0, .fetchingHealthData), (100, .generatingRoutine), (200, .buildingPrep),
        (5000, .processingData),
      ], until: 6000)
    expectEqual(
      play.names,
      ["fetching_health_data", "generating_routine", "building_prep", "processing_data"])
    // At once when the hold is over.
    expectEqual(play.shown.map(\.from), [0, 800, 1600, 5000])
    var fast = Play(rule: PaceRule(speed: 4))
    fast.run([(0, .fetchingHealthData), (0, .generatingRoutine)], until: 1000)
    expectEqual(fast.shown[1].from, 200)
  }

  @Test func shrinksHoldsInProportionSoThatNothingIsLate() {
    var play = Play()
    // The last one must be on the line within 2 s: 0.8 + 1.2 + 0.8 shrink to fill them.
    play.run(
      [
        (0, .fetchingHealthData), (0, .downloadingActivities(source: .strava, count: nil)),
        (0, .generatingRoutine), (0, .processingData),
      ], until: 4000)
    expectEqual(play.names.count, 4)
    #expect(play.shown[3].from <= 2000)
    #expect(play.shown[3].from >= 1990)
    let lengths = zip(play.shown.dropFirst(), play.shown).map { $0.from - $1.from }
    #expect(abs(lengths[1] * 800 - lengths[0] * 1200) <= 5 * 2000)
    #expect(abs(lengths[2] - lengths[0]) <= 5)
  }

  @Test func leavesOutTheShortestAndOldestButNeverTheNewest() {
    var play = Play()
    let burst: [SyncStatus] = [
      .fetchingHealthData, .contactingIntegrations(sources: [], unavailable: []),
      .downloadingActivities(source: .strava, count: 3), .generatingRoutine, .processingData,
      .computingZones, scores, .buildingPrep, .finalizing,
    ]
    play.run(burst.map { (0, $0) }, until: 4000)
    // Six of 0.33 s fit 2 s before the newest: contacting and routine are the oldest of 0.8 s.
    expectEqual(play.names.first, "fetching_health_data")
    expectEqual(play.names.last, "finalizing")
    let asked = ["contacting_integrations", "downloading_activities", "processing_data"]
    expectEqual(asked.map(play.names.contains), [false, true, true])
  }

  /// The rule holds for random statuses at random times.
  @Test(arguments: Tier.cases(0..<150, quick: 40))
  func keepsItsPromisesForAnyEmissions(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let statuses: [SyncStatus] = [
      .fetchingHealthData, .contactingIntegrations(sources: [.strava], unavailable: []),
      .downloadingActivities(source: .strava, count: nil), .generatingRoutine, .processingData,
      .computingZones, scores, .buildingPrep, .saving(destination: "/x", dryRun: false),
      .finalizing, .complete,
    ]
    var at = 0
    let emissions = statuses.map { status in
      at += random.pick(0...(random.pick(0...2) == 0 ? 1499 : 119))
      return (at: at, status: status)
    }
    var play = Play()
    play.run(emissions, until: at)
    let whileWorking = play.shown
    let duration = play.now
    play.finish(after: duration)
    for (shown, next) in zip(play.shown, play.shown.dropFirst()) {
      #expect(next.from - shown.from >= 330, "seed \(seed): \(shown.status.name) was too short")
    }
    for shown in whileWorking {
      let lag = shown.from - (play.emitted[shown.status.name] ?? 0)
      #expect(lag <= 2005, "seed \(seed): \(shown.status.name) came \(lag) ms late")
    }
    let order = play.names.compactMap { name in statuses.firstIndex { $0.name == name } }
    expectEqual(order, order.sorted())
    let delay = (play.exit ?? 0) - duration
    #expect(delay <= max(330, min(1000, max(0, duration - 1500))))
  }

  /// A run that is too short to linger ends when its last status could be read.
  @Test func theLastStatusCanBeRead() {
    var play = Play()
    play.run([(0, .fetchingHealthData), (0, .generatingRoutine)], until: 800)
    play.finish(after: 805)
    expectEqual(play.shown.map(\.from), [0, 800])
    expectEqual(play.exit, 1130)
  }

  @Test func sameStatusChangesInPlaceAndStartsNoNewHold() {
    var play = Play()
    play.run(
      [
        (0, .downloadingActivities(source: .strava, count: nil)),
        (600, .downloadingActivities(source: .strava, count: 183)), (700, .generatingRoutine),
      ], until: 2000)
    expectEqual(play.shown[0].status, .downloadingActivities(source: .strava, count: 183))
    expectEqual(play.shown[1].from, 1200)
  }

  @Test func anotherSourceIsAnotherStatus() {
    var pacer = Pacer(rule: PaceRule(), at: moment(0))
    for (time, source) in [(0, Source.strava), (10, .wahoo)] {
      pacer.post(
        .downloadingActivities(source: source, count: nil), hold: .seconds(1.2),
        emitted: moment(time))
      pacer.advance(to: moment(time * 2))
      expectEqual(pacer.current?.source, .strava)
    }
    pacer.advance(to: moment(1200))
    expectEqual(pacer.current?.source, .wahoo)
  }

  @Test func errorsAndWaitsJumpTheQueue() {
    var pacer = Pacer(rule: PaceRule(), at: moment(0))
    for status in [SyncStatus.fetchingHealthData, .generatingRoutine, .processingData] {
      pacer.post(status, hold: .seconds(1), emitted: moment(0))
    }
    pacer.advance(to: moment(0))
    pacer.flush(at: moment(50))
    expectEqual(pacer.current, .processingData)
    expectEqual(pacer.nextChange, nil)
  }
}
