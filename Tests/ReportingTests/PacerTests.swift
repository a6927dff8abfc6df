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
  /// Each text with its first millisecond.
  var changes: [String] = []
  private var last: SyncStatus?
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
      if status != last { changes.append("\(now) \(messages.text(status, now: Show.dawn))") }
      last = status
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
  /// Runs in `pacing.txt`: when a status comes, in milliseconds, and below `until` what is shown
  /// from when on. `rest` is what follows a download; `end` has the length of the work and the
  /// share of the bar, and shows the ending from then on.
  @Test func `statuses are paced as recorded`() throws {
    let text = String(
      decoding: try #require(try Disk.read(Gallery.path(of: "pacing.txt"))), as: UTF8.self)
    let reader = try Player("plain")
    let pages = try text.split(separator: "\n\n").map { page in
      var (play, coming, lines) = (Play(), [(at: Int, status: SyncStatus)](), [String]())
      for line in page.split(separator: "\n").map(String.init) where !line.hasPrefix(" ") {
        lines.append(line)
        let words = line.split(separator: " ").map(String.init)
        let number = words.count > 1 ? Double(words[1]) ?? 0 : 0
        switch words[0] {
        case "#": continue
        case "speed": play = Play(rule: PaceRule(speed: number))
        case "flush": play.pacer.flush()
        case "next":
          let next = play.pacer.nextChange(after: moment(play.now))
          lines.append("  " + (next.map { "\(($0 - moment(0)).milliseconds)" } ?? "never"))
        case "until":
          let before = play.changes.count
          play.run(coming, until: Int(number))
          coming = []
          lines += play.changes[before...].map { "  " + $0 }
        case "end":
          for (at, status) in coming {
            play.pacer.post(status, hold: status.hold ?? .zero, emitted: moment(at))
          }
          let start = play.now
          play.finish(after: Int(number), at: Double(words[2]) ?? 0)
          lines += try play.table(from: start).map { "  " + $0 }
        default:
          let at = Int(words[0]) ?? 0
          if words[1] == "rest" {
            coming += rest.map { (at, $0) }
          } else if case .status(let status) = try reader.event(["status"] + words.dropFirst()) {
            coming.append((at, status))
          }
        }
      }
      return lines.map { $0 + "\n" }.joined()
    }
    try Gallery.compare(pages.joined(separator: "\n"), with: "pacing.txt")
  }

  /// The rule holds for random statuses at random times.
  @Test(arguments: Tier.cases(0..<150, quick: 40))
  func `keeps its promises for any emissions`(_ seed: Int) {
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
  func `the end goes through the stages that are left`(_ seed: Int) throws {
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

  /// A wait takes the line only if it can be read, and gives it back to the newest status.
  @Test func `a wait can be read`() {
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
}
