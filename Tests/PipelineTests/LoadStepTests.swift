// Loads: their origin, when they are computed, and the notice when they are out of date.

import Pipeline
import Model
import Support
import Testing

extension SyncScene {
  /// Changes all rides of the first service.
  fileprivate mutating func changeRides(_ change: (inout Activity) -> Void) {
    for index in services[0].pages[0].indices { change(&services[0].pages[0][index]) }
  }
}

struct LoadStepTests {
  private func twenty(_ load: Double?) -> [Double?] { Array(repeating: load, count: 20) }

  @Test func `loads are computed once and kept`() async throws {
    var scene = await SyncScene.first.filled()
    try await expectEqual(scene.disk.stored().loads, twenty(64))
    scene.settings.rider.ftp.undated = 200
    scene.services[0].pages[0][0].name = "Renamed"
    expect(await scene.run().names.contains("saving"))
    try await expectEqual(scene.disk.stored().loads, twenty(64))
    // Computed anew, they need no notice.
    scene.settings.listing = Listing(full: true, since: nil)
    #expect(await !scene.run().saysLoadsAreOutdated)
    try await expectEqual(scene.disk.stored().loads, twenty(100))
  }

  @Test func `a services load is used until power can be`() async throws {
    var scene = SyncScene.first
    scene.services[0].athlete = Athlete(id: "1")
    scene.changeRides { ($0.load, $0.loadFrom) = (150, .service) }
    await expectEqual(scene.run().scores.last?.score.value, 50)
    try await expectEqual(scene.disk.stored().loads, twenty(150))
    scene.disk = MemoryFiles()
    scene.settings.rider.ftp.undated = 250
    await expectEqual(scene.run().scores.last?.score.value, 30)
  }

  /// An hour at the threshold heart rate is 100, as one at the threshold power is.
  @Test func `heart rate is used without power`() async throws {
    var scene = SyncScene.first
    scene.changeRides { ($0.measuredPower, $0.averageHeartRate) = (false, 170) }
    scene.settings.rider = .heartRate(.female)
    _ = await scene.run()
    let rides = try await scene.disk.stored().rides
    expectEqual(rides.map(\.load), twenty(100))
    expectEqual(Set(rides.map(\.loadFrom)), [.heartRate])
  }

  /// Another record may bring one later, and go.
  @Test func `a load follows the power meter of a ride`() async throws {
    var scene = SyncScene(services: [ScriptedService(source: .strava, pages: [rides(5)])])
    scene.settings.rider = .heartRate(.female)
    scene.settings.rider.ftp.undated = 250
    let metered = rides(5).map { ride in
      var twin = ride
      twin.id = ActivityID(source: .intervals, sourceID: ride.id.sourceID)
      return twin
    }
    scene.changeRides { ($0.measuredPower, $0.averageHeartRate) = (false, 170) }
    _ = await scene.run()
    scene.services.append(ScriptedService(source: .intervals, pages: [metered]))
    func origins() async throws -> Set<LoadOrigin?> {
      let rides = try await scene.disk.stored().rides.filter { $0.id.source == .strava }
      return Set(rides.map(\.loadFrom))
    }
    try await expectEqual(origins(), [.heartRate])
    _ = await scene.run()
    try await expectEqual(origins(), [.power])
    await expectEqual(scene.run().recomputed, [])
    scene.services[1].pages = []
    scene.settings.listing = Listing(full: false, since: nil, allowDeletions: true)
    _ = await scene.run()
    try await expectEqual(origins(), [.heartRate])
  }

  @Test func `the services heart rates complete the riders`() async throws {
    var scene = SyncScene.first
    scene.services[0].athlete = Athlete(
      id: "1", rider: RiderSettings(maxHeartRate: 190, restingHeartRate: 50, sex: .male))
    scene.changeRides { $0.averageHeartRate = 170 }
    _ = await scene.run()
    try await expectEqual(scene.disk.stored().loads, twenty(nil))
    scene.disk = MemoryFiles()
    scene.settings.rider.thresholdHeartRate.undated = 170
    _ = await scene.run()
    try await expectEqual(scene.disk.stored().loads, twenty(100))
  }

  /// Second-by-second data is preferred to the service's weighted power.
  @Test func `streams are preferred`() async throws {
    let scene = SyncScene.first
    let id = scene.services[0].pages[0][0].id.sourceID
    let watts = Array(repeating: "250", count: 3600).joined(separator: ",")
    scene.disk.put(#"{"watts":{"data":[\#(watts)]}}"#, at: "/data/streams/strava/\(id).json")
    _ = await scene.run()
    try await expectEqual(scene.disk.stored().loads, [100] + twenty(64).dropLast())
  }

  // MARK: Missing settings

  /// Neither fitness nor a suggestion is made from rides without a load.
  @Test func `without loads there is no fitness and no suggestion`() async throws {
    var scene = SyncScene.first
    scene.services[0].athlete = Athlete(id: "1")
    let prep = try #require(await scene.run().preps.first)
    #expect(prep.scores.fitness == nil && prep.scores.fatigue == nil && prep.scores.form == nil)
    #expect(prep.scores.recovery.value != nil)
    expectEqual(prep.suggestedStrain.reason, .noFitness)
    let rows = try await scene.disk.stored().scores
    expectEqual(rows.count, 90)
    #expect(rows.allSatisfy { $0.fitness == nil && $0.form == nil })
  }

  @Test func `missing settings are reported once an attempt`() async {
    var scene = SyncScene.first
    scene.services[0].athlete = Athlete(id: "1", rider: RiderSettings(maxHeartRate: 190))
    for index in scene.services[0].pages[0].indices {
      if index > 0 { scene.services[0].pages[0][index].averageHeartRate = 150 }
      if index > 3 { scene.services[0].pages[0][index].measuredPower = false }
    }
    var attempts = Attempts(of: scene)
    scene.disk.fill()
    await expectEqual(
      attempts.next().shortages,
      [
        LoadShortage(
          activities: 20, withPower: 4, withHeartRate: 19,
          settings: [.sex, .restingHeartRate, .thresholdHeartRate])
      ])
    scene.disk.work()
    // It is still what would help most.
    await expectEqual(attempts.next().shortages.count, 1)
  }

  /// One old ride with a load says nothing about the others: only an FTP ends the notice, whether a
  /// run finds anything new or not.
  @Test func `the FTP is missing until there is one`() async {
    var scene = SyncScene.first
    scene.services[0].athlete = Athlete(id: "1")
    scene.services[0].pages[0][0].averageHeartRate = 150
    scene.services[0].pages[0][0].measuredPower = false
    scene.services[0].pages[0][5].analysis = RideAnalysis(
      bestPowers: Array(repeating: 240, count: 11))
    scene.settings.rider = .heartRate(.female)
    let ride = scene.services[0].pages[0][5]
    let missing = LoadShortage(
      activities: 19, withPower: 19,
      power: PowerReport(bestWatts: 240, date: ride.day, ftpWatts: nil, weightKilograms: nil))
    for _ in 1...2 { await expectEqual(scene.run().shortages, [missing]) }
    scene.settings.rider.ftp.undated = 228
    await expectEqual(scene.run().shortages, [])
  }

  /// With some loads; with rides that no setting can help; if a silent service may know the
  /// setting.
  private static let withoutNotice: [@Sendable (inout SyncScene) -> Void] = [
    { _ in },
    { scene in
      scene.services[0].pages[0][3].measuredPower = nil
      scene.services[0].pages[0][3].averageHeartRate = 150
    },
    { scene in
      scene.services[0].athlete = Athlete(id: "1")
      scene.changeRides { $0.measuredPower = false }
    },
    { scene in
      scene.services[0].athlete = Athlete(id: "1")
      scene.services.append(
        ScriptedService(source: .intervals, contactFailure: .network(.intervals)))
    },
  ]

  @Test(arguments: withoutNotice.indices)
  func `settings that cannot help are not mentioned`(_ index: Int) async {
    var scene = SyncScene.first
    Self.withoutNotice[index](&scene)
    #expect(await scene.run().shortages.isEmpty)
  }

  // MARK: Dated thresholds

  @Test func `the threshold of a rides day counts`() async throws {
    var scene = SyncScene.first
    // The service's value of a day comes after the rider's own of that day, and before the
    // athlete's.
    scene.changeRides { $0.ftpWatts = 160 }
    let days = scene.services[0].pages[0].map(\.day).sorted()
    scene.settings.rider.ftp.set(200, from: days[10])
    scene.settings.rider.ftp.set(400, from: days[15])
    _ = await scene.run()
    let loads: [Double?] = try await scene.disk.stored().rides.sorted { $0.start < $1.start }
      .map(\.load)
    expectEqual(
      loads,
      Array(repeating: 156.25, count: 10) + Array(repeating: 100, count: 5)
        + Array(repeating: 25, count: 5))
  }

  @Test func `a dated threshold is noticed only by rides of its days`() async {
    var scene = await SyncScene.first.filled()
    let newest = scene.services[0].pages[0].map(\.day).max() ?? .init(number: 0)
    scene.settings.rider.ftp.set(200, from: newest.advanced(by: 1))
    #expect(await !scene.run().saysLoadsAreOutdated)
    scene.settings.rider.ftp.set(200, from: newest)
    #expect(await scene.run().saysLoadsAreOutdated)
    #expect(await !scene.run().saysLoadsAreOutdated)
  }

  // MARK: Changed thresholds

  /// What is recomputed with a first FTP may have been right: it is said whose FTP it was.
  @Test func `loads of a recorders FTP are not those of the riders`() async {
    var scene = SyncScene.first
    scene.services[0].athlete = Athlete(id: "1")
    scene.changeRides { $0.ftpWatts = 160 }
    _ = await scene.run()
    for (ftp, isFirst) in [(200, true), (210, false)] {
      scene.settings.rider.ftp.undated = ftp
      let events = await scene.run().events
      let notices: [Notice] = events.compactMap {
        if case .notice(let notice) = $0 { notice } else { nil }
      }
      #expect(notices.contains(.loadsOutdated(.ftp, isFirst: isFirst)))
    }
  }

  @Test func `a new threshold is noticed once and its zones are saved`() async throws {
    var scene = await SyncScene.first.filled()
    #expect(await !scene.run().saysLoadsAreOutdated)
    scene.settings.rider.ftp.undated = 200
    #expect(await scene.run().saysLoadsAreOutdated)
    let stored = try await scene.disk.stored()
    expectEqual(stored.prep?.ftpWatts, 200)
    expectEqual(stored.loads, twenty(64))
    let third = await scene.run()
    #expect(!third.saysLoadsAreOutdated)
    #expect(!third.names.contains("saving"))
    // Back to the FTP that the loads were computed with.
    scene.settings.rider.ftp.undated = 250
    #expect(await !scene.run().saysLoadsAreOutdated)
  }

  /// Where no service is asked, the service's own value holds; loads that were computed stay.
  @Test(arguments: [250, nil])
  func `a threshold that was set for one run ends with it`(_ known: Int?) async throws {
    var scene = SyncScene.first
    scene.services[0].athlete = Athlete(id: "1", rider: RiderSettings(ftpWatts: known))
    scene.settings.rider.ftp.undated = 200
    _ = await scene.run()
    scene.settings.rider.ftp.undated = nil
    scene.services = []
    expectEqual(await scene.run().saysLoadsAreOutdated, known != nil)
    let stored = try await scene.disk.stored()
    expectEqual(stored.prep?.ftpWatts, known)
    expectEqual(stored.loads, twenty(100))
    #expect(await !scene.run().saysLoadsAreOutdated)
  }

  /// The value from the silent service stays: nothing has changed.
  @Test func `a silent service changes no threshold`() async {
    var scene = SyncScene.first
    scene.services.append(ScriptedService(source: .intervals))
    scene.services[1].athlete = Athlete(id: "2", rider: RiderSettings(ftpWatts: 240))
    scene = await scene.filled()
    scene.services[0].contactFailure = .network(.strava)
    #expect(await !scene.run().saysLoadsAreOutdated)
    scene.services[0].contactFailure = nil
    #expect(await !scene.run().saysLoadsAreOutdated)
  }

  /// Neither `--full` while it is silent, nor with the other one alone, takes a load away.
  @Test(arguments: [false, true])
  func `what a silent service said of the rider still holds`(_ isAsked: Bool) async throws {
    var scene = SyncScene.first
    scene.settings.rider.ftp.undated = nil
    scene.services[0].athlete = Athlete(id: "1")
    scene.services.append(ScriptedService(source: .intervals))
    scene.services[1].athlete = Athlete(id: "2", rider: RiderSettings(ftpWatts: 250))
    _ = await scene.run()
    let loads = try await scene.disk.stored().loads
    #expect(!loads.contains(nil))
    scene.settings.listing = Listing(full: true, since: nil)
    if isAsked {
      scene.services[1].contactFailure = .network(.intervals)
    } else {
      scene.services.removeLast()
      scene.settings.sourcesNotAsked = [.intervals]
    }
    await expectEqual(scene.run().shortages, [])
    try await expectEqual(scene.disk.stored().loads, loads)
  }

  /// `--full` says how many loads it has computed again; a first sync computes none again.
  @Test func `loads computed again are counted`() async {
    var scene = SyncScene.first
    scene.settings.listing = Listing(full: true, since: nil)
    await expectEqual(scene.run().recomputed, [])
    scene.settings.rider.ftp.undated = 300
    let record = await scene.run()
    expectEqual(record.recomputed, [scene.services[0].pages[0].count])
    expectEqual(record.report.counts.hasChanges, false)
  }

  /// Who has set something for heart rate is told the one setting that is missing, also if other
  /// rides have loads.
  @Test func `the one setting that is missing is named`() async {
    var scene = SyncScene.first
    scene.services[0].pages[0][3].measuredPower = nil
    scene.services[0].pages[0][3].averageHeartRate = 150
    await expectEqual(scene.run().shortages, [])
    scene.settings.listing = Listing(full: true, since: nil)
    scene.settings.rider = .heartRate(nil)
    await expectEqual(scene.run().shortages.map(\.settings), [[.sex]])
  }

  @Test func `loads from heart rate do not age with the power`() async {
    var scene = SyncScene.first
    scene.changeRides { ($0.measuredPower, $0.averageHeartRate) = (nil, 150) }
    scene.settings.rider = .heartRate(.male)
    scene = await scene.filled()
    scene.settings.rider.ftp.undated = 200
    #expect(await !scene.run().saysLoadsAreOutdated)
    scene.settings.rider.thresholdHeartRate.undated = 160
    #expect(await scene.run().saysLoadsAreOutdated)
    scene.settings.rider.maxHeartRate = 199
    #expect(await scene.run().saysLoadsAreOutdated)
    #expect(await !scene.run().saysLoadsAreOutdated)
    // Without one there is nothing to compute them with.
    scene.settings.rider.thresholdHeartRate.undated = nil
    #expect(await !scene.run().saysLoadsAreOutdated)
  }

  @Test func `loads from heart rate age where a first FTP makes them loads from power`() async {
    var scene = SyncScene.first
    scene.services[0].athlete = Athlete(id: "1")
    scene.changeRides { $0.averageHeartRate = 150 }
    scene.settings.rider = .heartRate(.male)
    scene = await scene.filled()
    scene.settings.rider.ftp.undated = 200
    #expect(await scene.run().saysLoadsAreOutdated)
    #expect(await !scene.run().saysLoadsAreOutdated)
  }
}

extension SyncRecord {
  var shortages: [LoadShortage] {
    events.compactMap {
      if case .notice(.loadsMissing(let shortage)) = $0 { shortage } else { nil }
    }
  }

  fileprivate var recomputed: [Int] {
    events.compactMap {
      if case .notice(.loadsRecomputed(let count)) = $0 { count } else { nil }
    }
  }

  fileprivate var saysLoadsAreOutdated: Bool {
    events.contains { if case .notice(.loadsOutdated) = $0 { true } else { false } }
  }
}

extension RiderProfile {
  /// What loads from heart rate need, the same on all days.
  fileprivate static func heartRate(_ sex: Sex?) -> RiderProfile {
    var rider = RiderProfile()
    rider.thresholdHeartRate.undated = 170
    (rider.maxHeartRate, rider.restingHeartRate, rider.sex) = (190, 50, sex)
    return rider
  }
}
