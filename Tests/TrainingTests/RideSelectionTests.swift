// Which rides a list has, and what they add up to.

import Model
import Support
import Testing
import Training

@Suite struct RideSelectionTests {
  private let today = Day("2026-11-20") ?? Day(number: 0)

  /// A ride of 20 km in an hour, so many days before today.
  private func ride(
    _ ago: Int, sport: String? = "Ride", gear: String? = nil, of source: Source = .strava
  ) -> Activity {
    let start = Timestamp(seconds: Int64(today.number - ago) * 86_400 + 36_000)
    var ride = Activity(id: ActivityID(source: source, sourceID: "\(ago)"), start: start)
    (ride.sport, ride.gear) = (sport, gear)
    (ride.distanceMetres, ride.durationSeconds) = (20_000, 3600)
    (ride.elevationGainMetres, ride.load) = (100.5, 50.25)
    return ride
  }

  @Test func `the newest come first within days`() {
    var selection = RideSelection()
    (selection.first, selection.last) = (today.advanced(by: -9), today.advanced(by: -1))
    let found = selection.select([0, 9, 10, 1, 5].map { ride($0) })
    expectEqual(found.rides.map(\.id.sourceID), ["1", "5", "9"])
    expectEqual(found.others, 0)
  }

  @Test(
    arguments: [
      (nil, ["GravelRide", nil, "cycling"]), ("ride", ["GravelRide", nil, "cycling"]),
      ("all", ["GravelRide", nil, "cycling", "TrailRun", "Yoga"]), ("run", ["TrailRun"]),
      ("other", ["Yoga"]), ("swim", []), ("gravelride", ["GravelRide"]),
      ("Ride", ["GravelRide", nil, "cycling"]),
      ("YOGA", ["Yoga"]), ("é", []),
    ] as [(String?, [String?])])
  func `a sport is a kind or a sources word`(_ sport: String?, _ expected: [String?]) {
    let words: [String?] = ["GravelRide", nil, "cycling", "TrailRun", "Yoga"]
    var selection = RideSelection()
    selection.sport = sport
    let found = selection.select(words.enumerated().map { ride($0, sport: $1) })
    expectEqual(found.rides.map(\.sport), expected)
    expectEqual(found.others, words.count - expected.count)
  }

  @Test func `a source is that of any record`() {
    var shared = ride(1)
    shared.sameAs = [ActivityID(source: .garmin, sourceID: "7")]
    var selection = RideSelection()
    selection.sources = [.garmin]
    let found = selection.select([shared, ride(2), ride(3, of: .garmin)])
    expectEqual(found.rides.map(\.id.sourceID), ["1", "3"])
    expectEqual(found.others, 0)
  }

  @Test(
    arguments: [
      (nil, "2026-10-10"), (.week, "2026-08-31"), (.month, "2025-12-01"), (.year, nil),
      (.gear, nil),
    ] as [(RideGrouping?, String?)])
  func `lists begin where nobody says`(_ grouping: RideGrouping?, _ day: String?) {
    expectEqual(RideSelection.usualFirst(by: grouping, today: today)?.description, day)
    let silvester = Day("2026-12-31") ?? today
    let first = RideSelection.usualFirst(by: .month, today: silvester)
    expectEqual(first?.description, "2026-01-01")
  }

  @Test func `rides add up`() {
    var left = ride(3)
    left.isExcluded = true
    var empty = ride(30)
    (empty.distanceMetres, empty.durationSeconds, empty.elapsedSeconds) = (nil, nil, 60)
    (empty.elevationGainMetres, empty.load) = (nil, nil)
    // Today is a Friday.
    let rides = [ride(0), ride(4), ride(5), empty, left]
    let weeks = RideTotal.totals(of: rides, by: .week)
    expectEqual(weeks.map(\.label), ["2026-11-16", "2026-11-09", "2026-10-19"])
    expectEqual(weeks.map(\.rides), [2, 1, 1])
    expectEqual(weeks.map(\.distanceMetres), [40_000, 20_000, nil])
    expectEqual(weeks.map(\.durationSeconds), [7200, 3600, 60])
    expectEqual(weeks.map(\.elevationGainMetres), [201, 100.5, nil])
    expectEqual(weeks.map(\.load), [100.5, 50.25, nil])
    expectEqual(RideTotal.totals(of: rides, by: .month).map(\.label), ["2026-11", "2026-10"])
    expectEqual(RideTotal.totals(of: rides, by: .year).map(\.rides), [4])
  }

  @Test func `gear and sports are in order of distance`() {
    let rides = [
      ride(0, gear: "Canyon"), ride(1, gear: "Canyon"), ride(2, sport: nil),
      ride(3, sport: "Walk", gear: "Boots"),
    ]
    let gear = RideTotal.totals(of: rides, by: .gear)
    expectEqual(gear.map(\.label), ["Canyon", nil, "Boots"])
    expectEqual(gear.map(\.rides), [2, 1, 1])
    expectEqual(RideTotal.totals(of: rides, by: .sport).map(\.label), ["ride", nil, "walk"])
  }

  // MARK: One ride

  private func found(_ word: String?, _ rides: [Activity]) throws(SyncFailure) -> String {
    try RideSelection.find(word, among: rides, today: today).id.sourceID
  }

  @Test func `a ride is found by ID by its beginning and by day`() throws {
    var shared = ride(20)
    shared.sameAs = [ActivityID(source: .garmin, sourceID: "777")]
    let rides = [ride(1), ride(12), ride(3), shared, ride(0, sport: "Run")]
    try expectEqual(found(nil, rides), "1")
    try expectEqual(found("latest", rides), "1")
    // A whole id is no beginning of another one.
    try expectEqual(found("strava:1", rides), "1")
    try expectEqual(found("strava:12", rides), "12")
    try expectEqual(found("12", rides), "12")
    try expectEqual(found("garmin:7", rides), "20")
    try expectEqual(found(today.advanced(by: -3).description, rides), "3")
    try expectEqual(found("3d", rides), "3")
    var named = ride(9)
    named.id = ActivityID(source: .strava, sourceID: "3d7")
    try expectEqual(found("3d", [ride(3), named]), "3d7")
    try expectEqual(found(nil, [ride(4, sport: "Run")]), "4")
    // Of a ride and a run on one day the ride; a run that is alone is found.
    var run = ride(3, sport: "Run")
    run.id = ActivityID(source: .strava, sourceID: "99")
    try expectEqual(found(today.advanced(by: -3).description, rides + [run]), "3")
    try expectEqual(found(today.description, rides), "0")
  }

  @Test func `what is no ride or several is said`() {
    let rides = [ride(1), ride(12), ride(30)]
    let day = today.advanced(by: -5)
    #expect(
      throws: SyncFailure.missingRide(
        DisplayText(day.description),
        near: [today.advanced(by: -12), today.advanced(by: -1)])
    ) { try found(day.description, rides) }
    #expect(throws: SyncFailure.noRides(isConnected: false)) { try found(nil, []) }
    #expect(throws: SyncFailure.missingRide("9", near: [])) { try found("9", rides) }
    for word in ["", "17.02.2019", "2019/02/17", "2019-02-31"] {
      #expect(
        throws: SyncFailure.usage(
          .badValue(
            option: "ride", value: word.isEmpty ? "''" : DisplayText(word),
            expected: "an ID, a date like 2026-01-31, a number of days like 30d, or latest",
            fault: word.isEmpty ? .unknown : .notADate))
      ) { try found(word, rides) }
    }
    #expect(
      throws: SyncFailure.usage(.severalRides("strava:", [rides[0].id, rides[1].id, rides[2].id]))
    ) { try found("strava:", rides) }
  }

  @Test func `a best power has its rank`() {
    func ride(_ ago: Int, _ bests: [Int]) -> Activity {
      var ride = self.ride(ago)
      ride.analysis = RideAnalysis(bestPowers: bests)
      return ride
    }
    var excluded = ride(5, [2000, 2000, 2000, 2000])
    excluded.isExcluded = true
    let mine = ride(10, [900, 500, 400, 300])
    // Six weeks end with the ride.
    let others = [
      ride(9, [100, 501]), ride(51, [100, 100, 401]), ride(52, [100, 100, 100, 301]),
    ]
    expectEqual(
      ListedRide(mine, among: others + [mine, excluded]).ranks,
      [.allTime, .sixWeeks, nil, .sixWeeks])
    expectEqual(ListedRide(excluded, among: others).ranks, [])
  }
}
