// How fast charts are drawn, and how fast rides are analysed.

import Model
import Training
import Support

/// A ride of four hours alone, and the real binary over a store of ten years: charts and lists.
func chartFigures() -> [Figure] {
  analysisFigures() + storeFigures()
}

private func analysisFigures() -> [Figure] {
  let seconds = 4 * 3600
  let streams = ActivityStreams(
    power: ActivityStream(everySecond: (0..<seconds).map { Double(150 + $0 * 7 % 211) }),
    heartRate: ActivityStream(everySecond: (0..<seconds).map { Double(110 + $0 * 3 % 71) }))
  let rider = RiderSettings(ftpWatts: 250, thresholdHeartRate: 165)
  let time = nanoseconds(each: 1) {
    use(RideAnalysis(of: streams, isMeasured: true, rider: rider))
  }
  return [
    Figure(
      name: "chart: bests and zones of a 4-hour ride", value: time / 1e6, unit: "ms",
      bar: .atMost(2))
  ]
}

/// What is measured: its name, the command, the bars of its time and of its memory.
private typealias Case = (name: String, words: [String], bar: Double, memory: Figure.Bar?)

private func storeFigures() -> [Figure] {
  guard let home = Home(), StoreOfTenYears(home).write() else { return [] }
  let (first, last) = (StoreOfTenYears.first, StoreOfTenYears.last)
  let since = "\(first)"
  let charts = Chart.offered.map { chart -> Case in
    let words = ["chart", chart.rawValue, "--since", since]
    return ("chart: \(chart.rawValue) of 10 years", words, 20, .atMost(25))
  }
  let lists: [Case] = [
    (
      "rides: six weeks of 10 years", ["rides", "--since", "\(last.advanced(by: -42))"], 40,
      .atMost(25)
    ),
    ("rides: all of 10 years", ["rides", "--since", since], 80, nil),
    ("ride: the latest", ["ride"], 30, nil),
  ]
  return (charts + lists).flatMap { name, words, bar, memory -> [Figure] in
    let runs = (0..<15).compactMap { _ in home.run(words, quietly: false) }
    guard !runs.isEmpty else { return [] }
    let (time, peak) = (median(runs.map(\.milliseconds)), runs.map(\.megabytes).max() ?? 0)
    return [
      Figure(name: name, value: time, unit: "ms", bar: .atMost(bar)),
      Figure(name: "\(name), most memory", value: peak, unit: "MB", bar: memory),
    ]
  }
}

/// A store of ten years: a row a day, and 5,000 rides with what a service sends of them.
private struct StoreOfTenYears {
  static let first = Day(number: 16_801)  // 2016-01-01
  private static let days = 3_653
  static let last = first.advanced(by: days - 1)

  private let folder: String

  init(_ home: Home) { folder = home.path + "/data/velo-sync" }

  func write() -> Bool {
    var scores: [Int: String] = [:]
    var rides: [Int: String] = [:]
    for offset in 0..<Self.days {
      let day = Self.first.advanced(by: offset)
      scores[day.year, default: ""] += row(day, offset)
      for number in 0..<(offset % 8 < 3 ? 2 : 1) {
        rides[day.year, default: ""] += ride(day, 2 * offset + number)
      }
    }
    return write("1\n", to: "format")
      && scores.allSatisfy { write($0.value, to: "scores/\($0.key).ndjson") }
      && rides.allSatisfy { write($0.value, to: "activities/strava/\($0.key).ndjson") }
  }

  private func row(_ day: Day, _ offset: Int) -> String {
    let fitness = 50 + offset % 31
    func score(_ value: Int) -> String {
      #"{"value":\#(value),"band":"good","inputs_used":3,"inputs_total":3,"at_least":false}"#
    }
    return """
      {"date":"\(day)","recovery":\(score(60 + offset % 40)),"sleep":\(score(50 + offset % 50)),\
      "strain":\(score(offset % 90)),"load":\(offset % 120),"fitness":\(fitness).5,\
      "fatigue":\(fitness + offset % 9).25,"form":-\(offset % 9).75}

      """
  }

  private func ride(_ day: Day, _ number: Int) -> String {
    let bests = RideAnalysis.durations.enumerated().map { index, seconds in
      "\"\(seconds)\":\(900 - 40 * index + number % 50)"
    }
    let raw = String(repeating: #""key_of_the_service":"a value of some length","#, count: 30)
    return """
      {"id":"strava:\(number)","source":"strava","source_id":"\(number)","name":"Morning ride",\
      "sport":"Ride","start":"\(day)T0\(number % 10):00:00Z","start_local":"\(day)T09:00:00",\
      "duration_s":\(3600 + number % 3600),"elapsed_s":7300,"distance_m":\(30_000 + number % 9000),\
      "average_power_w":201.5,"weighted_power_w":220,"measured_power":true,\
      "average_heart_rate_bpm":141.5,"load":\(40 + number % 80).25,"load_from":"power",\
      "best_power_w":{\(bests.joined(separator: ","))},\
      "power_zone_s":[600,1800,700,300,100,\(number % 60),5],\
      "heart_rate_zone_s":[600,1800,700,300,100],"raw":{\(raw)"id":\(number)}}

      """
  }

  private func write(_ text: String, to name: String) -> Bool {
    let path = folder + "/" + name
    return (try? Disk.makeFolders(above: path)) != nil
      && (try? Disk.write(Array(text.utf8), to: path)) != nil
  }
}
