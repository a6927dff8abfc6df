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
  var exit: Moment?

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
  mutating func finish(after work: Int, at fraction: Double = 0) {
    let exit = pacer.end(
      at: moment(now), after: .milliseconds(work), from: fraction, stages: Stage.allCases)
    self.exit = exit
    while moment(now) < exit { step() }
  }

  private mutating func step() {
    pacer.advance(to: moment(now))
    if let status = pacer.status(at: moment(now)) {
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

  /// What the ending shows at each change of its text and of the full bar, in milliseconds.
  func table(from end: Int) throws -> [String] {
    let exit = try #require(exit)
    var rows: [String] = []
    for at in stride(from: end, to: Int((exit - moment(0)).milliseconds) + 1, by: 5) {
      let isFull = pacer.fraction(at: moment(at)) == 1
      let name = pacer.status(at: moment(at))?.name ?? ""
      let row = name + (isFull ? " 100 %" : "")
      if rows.last.map({ $0.hasSuffix(" " + row) }) != true { rows.append("\(at - end) \(row)") }
    }
    return rows + ["\(Int(((exit - moment(end)).inSeconds * 1000).rounded())) exit"]
  }
}

private func moment(_ milliseconds: Int) -> Moment {
  Moment(nanoseconds: Int64(milliseconds) * 1_000_000)
}

/// What follows a download.
private let rest: [SyncStatus] = [
  .generatingRoutine, .processingData, .computingZones, scores, .buildingPrep,
  .saving(destination: "/x", dryRun: false), .finalizing, .complete,
]

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
    play.finish(after: duration, at: 0.3)
    for (shown, next) in zip(play.shown, play.shown.dropFirst()) {
      #expect(next.from - shown.from >= 330, "seed \(seed): \(shown.status.name) was too short")
    }
    for shown in whileWorking {
      let lag = shown.from - (play.emitted[shown.status.name] ?? 0)
      #expect(lag <= 2005, "seed \(seed): \(shown.status.name) came \(lag) ms late")
    }
    let order = play.names.compactMap { name in statuses.firstIndex { $0.name == name } }
    expectEqual(order, order.sorted())
    for shown in play.shown {
      #expect(shown.to - shown.from >= 325, "seed \(seed): \(shown.status.name) was too short")
    }
  }

  /// From the end of the work the bar goes to 100 % without a leap, and the texts follow it.
  @Test(arguments: Tier.cases(0..<300, quick: 60))
  func theEndGoesThroughTheStagesThatAreLeft(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let work = random.pick(0...1) == 0 ? random.pick(310...1490) : random.pick(1500...20_000)
    let end = (work - 300) / 5 * 5
    // The rest of the run comes at once, as in a real one.
    let burst = max(0, end - 5 * random.pick(0...6))
    var play = Play()
    play.run(
      [(0, .contactingIntegrations(sources: [.strava], unavailable: []))]
        + [(burst / 2, .downloadingActivities(source: .strava, count: nil))]
        + rest.map { (burst, $0) }, until: end)
    let before = play.names
    let from = Double(random.pick(0...32)) / 100
    let now = play.now
    play.finish(after: work, at: from)
    let exit = try #require(play.exit)
    let delay = (exit - moment(now)).milliseconds
    #expect(delay <= (work < 1500 ? 500 : 1000), "seed \(seed)")
    for (shown, next) in zip(play.shown, play.shown.dropFirst()) {
      #expect(next.from - shown.from >= 330, "seed \(seed): \(shown.status.name) was too short")
    }
    var last = from
    for at in stride(from: now + random.pick(0...49), through: now + Int(delay), by: 50) {
      let fraction = try #require(play.pacer.fraction(at: moment(at)))
      #expect(
        fraction >= last && fraction - last <= 0.2, "seed \(seed): from \(last) to \(fraction)")
      last = fraction
    }
    expectEqual(play.pacer.fraction(at: exit - .milliseconds(99)), 1)
    try #expect(#require(play.pacer.fraction(at: exit - .milliseconds(350))) < 1)
    for name in ["calculating_scores", "saving"] where work >= 1500 && !before.contains(name) {
      #expect(play.names.contains(name), "seed \(seed): \(play.names)")
    }
  }

  /// The table of the documentation. `Downloading` came 0.1 s before the end, or half a second.
  @Test(arguments: [
    (400, ["0 downloading_activities", "400 downloading_activities 100 %", "500 exit"]),
    (
      1000,
      [
        "0 downloading_activities", "135 calculating_scores", "400 calculating_scores 100 %",
        "500 exit",
      ]
    ),
    (
      3000,
      [
        "0 generating_routine", "330 calculating_scores", "660 saving", "900 saving 100 %",
        "1000 exit",
      ]
    ),
    (
      20_000,
      [
        "0 generating_routine", "330 calculating_scores", "660 saving", "900 saving 100 %",
        "1000 exit",
      ]
    ),
  ]) func theEndIsThatOfTheTable(_ work: Int, _ table: [String]) throws {
    var play = Play()
    let end = work - 300
    play.run([(0, .downloadingActivities(source: .strava, count: nil))], until: end - 5)
    play.run(rest.map { (end, $0) }, until: end - 1)
    for status in rest {
      play.pacer.post(status, hold: status.hold ?? .zero, emitted: moment(end))
    }
    play.now = end
    play.finish(after: work, at: 0.05)
    try expectEqual(play.table(from: end), table)
  }

  /// A frame between the last statuses and the end of the work passes over nothing.
  @Test func scoresAreReadAtTheEndWhateverTheirHold() {
    let refreshing = SyncStatus.refreshingScores(
      HealthCoverage(hasHealthData: true, hasSleepData: true))
    var play = Play()
    play.run([(0, .downloadingActivities(source: .strava, count: 3))], until: 3000)
    let last = rest.map { $0 == scores ? refreshing : $0 }
    play.run(last.map { (3005, $0) }, until: 3040)
    play.finish(after: 3040)
    expectEqual(
      play.names,
      ["downloading_activities", "generating_routine", "refreshing_scores", "saving"])
  }

  @Test func whatIsEmittedAgainIsTheNewest() {
    func downloading(_ source: Source, _ count: Int?) -> SyncStatus {
      .downloadingActivities(source: source, count: count)
    }
    var play = Play()
    let burst: [SyncStatus] = [
      .fetchingHealthData, downloading(.strava, nil), .generatingRoutine, .processingData, scores,
      .computingZones, .buildingPrep, .saving(destination: "/x", dryRun: false),
    ]
    play.run(burst.map { (0, $0) } + [(300, .generatingRoutine)], until: 4000)
    expectEqual(play.names.last, "generating_routine")
  }

  @Test func whereTheBarIsInPrepAllSetFollows() throws {
    var play = Play()
    play.run([(0, .processingData)], until: 19_695)
    for status in rest.dropFirst(3) {
      play.pacer.post(status, hold: status.hold ?? .zero, emitted: moment(19_700))
    }
    play.now = 19_700
    play.finish(after: 20_000, at: 0.5)
    try expectEqual(
      play.table(from: 19_700),
      ["0 calculating_scores", "330 saving", "660 complete 100 %", "990 exit"])
  }

  /// A rehearsal that is twenty times as fast ends in a twentieth of the time.
  @Test func speedDividesTheEnd() throws {
    var play = Play(rule: PaceRule(speed: 20))
    play.run([(0, .processingData)] + rest.map { (400, $0) }, until: 500)
    let end = play.now
    play.finish(after: end + 300)
    try #expect((#require(play.exit) - moment(end)).milliseconds <= 50)
  }

  /// A wait takes the line only if it can be read, and gives it back to the newest status.
  @Test func aWaitCanBeRead() {
    var pacer = Pacer(rule: PaceRule(), at: moment(0))
    pacer.post(.fetchingHealthData, hold: .seconds(1), emitted: moment(0))
    pacer.advance(to: moment(0))
    let wait = Wait(
      reason: .retry(attempt: 2, of: 3, isAnswered: false), source: .strava, until: Show.dawn,
      duration: .seconds(5))
    func isShown() -> Bool { pacer.wait(at: moment(0)) != nil }
    pacer.follow(wait, left: .seconds(5), at: moment(320))
    #expect(!isShown(), "the status has not been read")
    pacer.follow(wait, left: .milliseconds(320), at: moment(330))
    #expect(!isShown(), "too short")
    pacer.follow(wait, left: .seconds(5), at: moment(330))
    #expect(isShown())
    pacer.post(.generatingRoutine, hold: .seconds(1), emitted: moment(400))
    pacer.post(.processingData, hold: .seconds(1), emitted: moment(450))
    pacer.follow(nil, left: .zero, at: moment(650))
    #expect(isShown())
    pacer.follow(nil, left: .zero, at: moment(660))
    expectEqual(pacer.status(at: moment(660)), .processingData)
    #expect(!isShown())
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

  /// Nor does a text change before it was read, and the hold of both is that of one.
  @Test func aTextIsReadBeforeItChanges() {
    var play = Play()
    play.run(
      [
        (0, .downloadingActivities(source: .strava, count: nil)),
        (100, .downloadingActivities(source: .strava, count: 183)), (200, .generatingRoutine),
      ], until: 320)
    expectEqual(play.shown[0].status, .downloadingActivities(source: .strava, count: nil))
    play.run([], until: 2000)
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
      expectEqual(pacer.status(at: moment(0))?.source, .strava)
    }
    pacer.advance(to: moment(1200))
    expectEqual(pacer.status(at: moment(0))?.source, .wahoo)
  }

  @Test func errorsAndWaitsJumpTheQueue() {
    var pacer = Pacer(rule: PaceRule(), at: moment(0))
    for status in [SyncStatus.fetchingHealthData, .generatingRoutine, .processingData] {
      pacer.post(status, hold: .seconds(1), emitted: moment(0))
    }
    pacer.advance(to: moment(0))
    pacer.flush()
    expectEqual(pacer.status(at: moment(0)), .fetchingHealthData)
    expectEqual(pacer.nextChange(after: moment(0)), moment(330))
    pacer.advance(to: moment(330))
    expectEqual(pacer.status(at: moment(0)), .processingData)
    expectEqual(pacer.nextChange(after: moment(0)), nil)
  }
}
