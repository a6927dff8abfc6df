// Scores, coverage and the prep sheet as events.

import Pipeline
import Model
import Support
import Testing

struct ScoreEventTests {
  @Test func `a first sync posts three scores with bands`() async {
    let record = await SyncScene.first.run()
    expectEqual(record.scores.map(\.kind), [.recovery, .sleep, .strain])
    #expect(record.scores.allSatisfy { !$0.cached && $0.date == today && $0.score.band != nil })
  }

  @Test func `saved scores come before everything else`() async {
    let record = await SyncScene.first.filled().run()
    let first = record.events.prefix(3).map { event -> ScoreKind? in
      if case .score(let score) = event { score.kind } else { nil }
    }
    expectEqual(first, ScoreKind.allCases)
    expectEqual(record.scores.map(\.cached), [true, true, true, false, false, false])
    expectEqual(Set(record.scores.map(\.date)), [today])
  }

  @Test func `the status says what is missing after reading it`() async {
    for (days, hasData, hasSleep) in [
      (mornings(3), true, true), ([], false, false), (Array(mornings(3).dropFirst()), true, false),
    ] {
      var scene = SyncScene.first
      scene.health = [ScriptedHealth(record: days)]
      let coverage = HealthCoverage(hasHealthData: hasData, hasSleepData: hasSleep)
      await expectEqual(
        scene.run().statuses.first { $0.name == "calculating_scores" },
        .calculatingScores(coverage))
    }
  }

  /// An hour at 200 W, with the service's threshold and with the rider's own.
  @Test(arguments: [(nil, 250, 30), (200, 200, 40)])
  func `the prep sheet has zones and a suggestion`(_ own: Int?, _ ftp: Int, _ strain: Int)
    async throws
  {
    var scene = SyncScene.first
    scene.settings.rider.ftp = DatedSetting(own)
    let record = await scene.run()
    let prep = try #require(record.preps.first)
    #expect(prep.ftpWatts == ftp && prep.zones.count == 7 && prep.scores.date == today)
    #expect(prep.suggestedStrain.range != nil)
    expectEqual(record.scores.last?.score.value, strain)
  }

  /// What to do next is said once, by the first run that stores anything: not by a dry run, and not
  /// again after a failure.
  @Test func `the first steps are said once`() async {
    var scene = SyncScene.first
    scene.settings.dryRun = true
    await expectEqual(scene.run().steps, [])
    scene.settings.dryRun = false
    scene.disk.fill()
    await expectEqual(scene.run().steps, [])
    scene.disk.work()
    await expectEqual(scene.run().steps, [.rides])
    scene.services[0].pages[0] += rides(21).prefix(1)
    await expectEqual(scene.run().steps, [])
    scene.disk = MemoryFiles()
    scene.health = []
    await expectEqual(scene.run().steps, [.rides])
    scene.disk = MemoryFiles()
    scene.services[0].pages = [[]]
    await expectEqual(scene.run().steps, [])
  }

  /// A rider without health data sees fitness, form and the latest ride from the first frame on.
  @Test func `without health data the latest ride is shown`() async throws {
    var scene = SyncScene.first
    await expectEqual(scene.run().latestRides, [])
    scene.disk = MemoryFiles()
    scene.health = []
    let days = rides(20).map(\.day)
    await expectEqual(scene.run().latestRides, [days[19]])
    // A walk is no ride, and a ride that the rider left out does not count.
    scene.services[0].pages[0][19].sport = "Walk"
    _ = await scene.run()
    let second = await scene.run()
    expectEqual(second.latestRides, [days[18]])
    let fitness = second.events.firstIndex { if case .fitness = $0 { true } else { false } }
    let status = second.events.firstIndex { if case .status = $0 { true } else { false } }
    #expect(try #require(fitness) < #require(status))
  }

  /// Up to three new rides are posted as such; of a first sync, and of more, none.
  @Test func `few new rides are named`() async {
    var scene = SyncScene.first
    let all = scene.services[0].pages[0]
    scene.services[0].pages[0] = Array(all.prefix(12))
    await expectEqual(scene.run().newRides, [])
    for count in [1, 4, 0, 3] {
      let stored = scene.services[0].pages[0].count
      scene.services[0].pages[0] = Array(all.prefix(stored + count))
      let new = all[stored..<(stored + count)].map(\.id.sourceID)
      await expectEqual(scene.run().newRides, count > 3 ? [] : new)
    }
  }

  @Test func `every day from the first record has a row`() async throws {
    let scene = SyncScene.first
    _ = await scene.run()
    try await expectEqual(
      scene.disk.stored().scores.map(\.date), Array(today.advanced(by: -89)...today))
  }
}

extension SyncRecord {
  fileprivate var steps: [Advice] {
    events.compactMap { if case .notice(.nextStep(let step)) = $0 { step } else { nil } }
  }

  fileprivate var newRides: [String] {
    events.compactMap {
      if case .activity(let ride) = $0, ride.isNew { ride.activity.id.sourceID } else { nil }
    }
  }

  fileprivate var latestRides: [Day] {
    events.compactMap { if case .activity(let ride) = $0 { ride.activity.day } else { nil } }
  }
}
