// How fast charts are drawn, and how fast rides are analysed.

import Model
import Training

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A ride of four hours alone, and the real binary over a store of ten years.
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

private func storeFigures() -> [Figure] {
  guard let home = Home(), StoreOfTenYears(home).write() else { return [] }
  defer { home.remove() }
  var figures: [Figure] = []
  for chart in Chart.offered {
    let words = ["chart", chart.rawValue, "--since", "\(StoreOfTenYears.first)"]
    let runs = (0..<15).compactMap { _ in home.run(words, quietly: false) }
    guard !runs.isEmpty else { continue }
    figures.append(
      Figure(
        name: "chart: \(chart.rawValue) of 10 years", value: median(runs.map(\.milliseconds)),
        unit: "ms", bar: .atMost(20)))
    figures.append(
      Figure(
        name: "chart: the same, most memory", value: runs.map(\.megabytes).max() ?? 0, unit: "MB",
        bar: .atMost(25)))
  }
  return figures
}

/// A store of ten years: a row a day, and 5,000 rides with what a service sends of them.
private struct StoreOfTenYears {
  static let first = Day(number: 16_801)  // 2016-01-01
  private static let days = 3_653

  private let folder: String

  init(_ home: Home) { folder = home.path + "/data/velo-sync" }

  func write() -> Bool {
    guard runProgram(["mkdir", "-p", folder + "/scores", folder + "/activities/strava"]) else {
      return false
    }
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
    guard let file = fopen(folder + "/" + name, "w") else { return false }
    defer { fclose(file) }
    return fputs(text, file) >= 0
  }
}
