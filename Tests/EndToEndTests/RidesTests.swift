// `rides`: a list of the stored rides, and what they add up to.

import Codec
import Support
import Testing

@Suite(.blocking) struct RidesTests {
  private let importer: Importer
  private let rider: Rider

  /// Rides of half an hour some days ago, two of them of last year.
  init() throws {
    importer = try Importer()
    rider = importer.rider
    let rides = [3, 10, 17, 60, 400, 410].map { days in
      let start = Int64(Importer.today - days) * 86_400 + 36_000
      return (name: "\(days).fit", bytes: TrueRide(start: start, seconds: 1800).fit())
    }
    let folder = try importer.write(rides, under: "rides")
    try expectEqual(importer.run(folder, "--ftp", "160").status, .exited(0))
  }

  private func rides(_ arguments: String..., environment: [String: String] = [:]) throws
    -> ProgramResult
  {
    try rider.run(["rides"] + arguments, environment: environment)
  }

  /// What a hint advises works as it stands, with all that was typed.
  @Test func hintsKeepWhatWasTyped() throws {
    let lines = try rides("--since", "200d", "--until", "100d").outputLines
    expect(lines.first?.hasPrefix("None from ") == true, "\(lines)")
    let words = try #require(lines.last).split(separator: " ").map(String.init)
    expectEqual(
      words.prefix(2) + words.filter { $0 == "--until" }, ["velo-sync", "rides", "--until"])
    try expectEqual(rider.events(Array(words.dropFirst())).of("activity").count, 1)
    guard Disk.exists("/dev/full") else { return }
    let failed = try rider.run(["ride", "latest", "--svg", "/dev/full"])
    expectEqual(failed.status, .exited(74))
    expect(
      failed.errors.contains("run velo-sync ride latest --svg /dev/full again"), "\(failed.errors)")
  }

  @Test func theListIsInEveryMode() throws {
    let before = try Disk.snapshot(of: importer.store)
    let list = try rides().outputLines
    // A header, three rides, a blank and the sum.
    expectEqual(list.count, 6)
    expectEqual(list.first?.hasPrefix("Day"), true)
    expectEqual(list.last?.hasPrefix("3 rides - "), true, "\(list)")
    let ascii = try rides("--since", "500d", environment: ["LC_ALL": "C"])
    expectEqual(ascii.outputBytes.filter { $0 >= 0x80 }, [])
    expectEqual(ascii.outputLines.count, 9)
    let spoken = try rides("--output", "accessible").outputLines
    expectEqual([spoken.count, spoken.count { $0.hasSuffix(".") }], [4, 4])
    try expectEqual(rides("--quiet").output, "")
    for width in [20, 40, 55, 80, 200] {
      let lines = try rides(environment: ["COLUMNS": "\(width)"]).outputLines
      expectEqual(lines.filter { $0.count > width }, [], "\(width)")
      if width >= 40 { expectEqual(lines.first?.contains("load"), true) }
    }
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  /// A day with its year and a long name leave room for the distance.
  @Test func fortyColumnsHaveDayNameDistanceAndLoad() throws {
    var ride = TrueRide(start: 1_600_000_000, seconds: 1800)
    ride.name = "Once around the lake and home again"
    let path = try importer.write(ride.gpx().utf8, to: "long.gpx")
    try expectEqual(importer.run(path, "--ftp", "160").status, .exited(0))
    let lines = try rides("--since", "2020-01-01", environment: ["COLUMNS": "40"]).outputLines
    expectEqual(
      lines.first?.split(separator: " ").map(String.init), ["Day", "Name", "km", "load"])
    expectEqual(lines.filter { $0.count > 40 }, [])
    expect(lines.contains { $0.contains(" Once around") && $0.contains("... ") }, "\(lines)")
  }

  @Test func eventsAreTheStoredFields() throws {
    let stored = try rider.records("activities/garmin").reversed()
    let listed = try rider.events(["rides", "--since", "500d"]).of("activity")
    expectEqual(listed.map { $0["id"]?.string }, stored.map { $0["id"]?.string })
    for (event, record) in zip(listed, stored) {
      let members = (record.members ?? []).filter { $0.name != "raw" }
      expectEqual(
        members.filter { event[$0.name]?.literal != $0.value.literal }.map(\.name), [])
    }
  }

  /// The totals are those of the store, of the list and of the chart.
  @Test func totalsAgree() throws {
    let totals = try rider.events(["rides", "--by", "year"]).of("total")
    expectEqual(totals.reduce(0) { $0 + ($1["rides"]?.double ?? 0) }, 6)
    let stored = try rider.records("activities/garmin").compactMap { $0["distance_m"]?.double }
    let sum = totals.compactMap { $0["distance_m"]?.double }.reduce(0, +)
    expectEqual((sum * 10).rounded(), (stored.reduce(0, +) * 10).rounded())
    let week = try rider.events(["rides", "--by", "week"]).of("total")
    let chart = try rider.events(["chart", "load"]).of("chart").first?["points"]?.elements ?? []
    for total in week {
      let point = chart.first { $0.elements?.first?.string == total["label"]?.string }
      expectEqual(point?.elements?.last?.double, total["load"]?.double)
    }
    let gear = try rider.events(["rides", "--by", "gear"]).of("total")
    expectEqual(gear.map { $0["label"]?.isNull }, [true])
  }

  @Test func commaSeparatedValuesAreReadBack() throws {
    let result = try rides("--csv", "--since", "500d", "--json")
    expectEqual(result.brief, "exit 0")
    let lines = result.outputLines
    expectEqual(lines.count, 7)
    let names = lines[0].split(separator: ",").map { String($0) }
    let cells = lines[1].split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    expectEqual(names.count, cells.count)
    let newest = try #require(rider.records("activities/garmin").last)
    for (name, cell) in zip(names, cells).dropLast() where name != "same_as" {
      let value = newest[name]
      expectEqual(cell, value?.string ?? value?.literal ?? "", "\(name)")
    }
    // Half an hour at 8 m/s.
    expectEqual([names.last, cells.last], ["average_speed_kmh", "28.8"])
    let years = try rides("--csv", "--by", "year").outputLines
    expectEqual(years.first, "by,label,rides,distance_m,duration_s,elevation_gain_m,load")
    expectEqual(years.count, 3)
  }

  /// 14.4 km at 28.8 km/h: 8.9 mi at 17.9 mph; everything for machines stays as it is.
  @Test func unitsAreThoseOfTheReader() throws {
    try importer.write("--units imperial\n".utf8, to: "units")
    let ways: [(arguments: [String], environment: [String: String])] = [
      (["--units", "imperial"], ["VELO_SYNC_UNITS": "metric"]),
      ([], ["VELO_SYNC_UNITS": "imperial"]),
      (["--config", rider.home / "units"], [:]),
    ]
    for (arguments, environment) in ways {
      let list = try rider.run(["rides"] + arguments, environment: environment).output
      expectEqual(
        [" mi ", " mph ", " ft ", " 8.9 ", " 17.9 ", " - 27 mi - ", "km"].map(list.contains),
        [true, true, true, true, true, true, false], "\(list)")
      let page = try rider.run(["ride"] + arguments, environment: environment).output
      expect(page.contains(" 8.9 mi ") && page.contains("average 17.9 mph"), "\(page)")
      for command in [["rides", "--csv"], ["rides", "--by", "year", "--csv"]] {
        try expectEqual(
          rider.run(command + arguments, environment: environment).output, rider.run(command).output
        )
      }
      let events = try rider.run(["rides", "--json"] + arguments, environment: environment).output
      expect(events.contains("\"distance_m\":14400") && !events.contains(" mi"), "\(events)")
    }
    try expectEqual(rides("--units", "nautical").status, .exited(64))
  }

  /// Of six days with 14.4 km each, six have six.
  @Test func yearsEndWithTheEddingtonNumber() throws {
    let years = try rider.run(["rides", "--by", "year"], environment: ["LANG": "C.UTF-8"])
    let days = try rides("--by", "day", "--csv", "--all").outputLines.dropFirst()
    expectEqual(days.count, 6)
    let thisYear = days.count { $0.hasPrefix("day,\(Civil(epoch: Rider.now).text.prefix(4))-") }
    expectEqual(
      years.outputLines.last,
      "Eddington number 6 km (this year \(thisYear)) · 1 more day of 7 km")
    let notices = try rider.events(["rides", "--by", "year"]).of("notice")
    expectEqual(notices.map { $0["code"]?.string }, ["eddington_number"])
    let spoken = try rides("--by", "year", "--units", "imperial", "-o", "accessible").outputLines
    expect(
      spoken.last?.hasPrefix("The Eddington number is 6 miles, this year") == true, "\(spoken)")
    // A day has one row, whatever was ridden; the newest comes first.
    let labels = try rider.events(["rides", "--by", "day"]).of("total").compactMap {
      $0["label"]?.string
    }
    expectEqual(labels, labels.sorted(by: >))
    expectEqual(labels.count, 6)
  }

  /// Two rides with nothing but a time, in a year of their own, and one that has figures.
  @Test func whatNoRideHasIsNotZero() throws {
    let rider = try Rider()
    func line(_ day: String, _ more: String = "") -> String {
      #"{"id":"files:\#(day)","source":"files","source_id":"\#(day)","start":"\#(day)T08:00:00Z"\#(more)}"#
        + "\n"
    }
    let figures =
      #","duration_s":0,"distance_m":0,"elevation_gain_m":0,"load":0,"load_from":"service""#
    for (year, lines) in [
      "2020": line("2020-01-01") + line("2020-01-02"), "2021": line("2021-01-01", figures),
    ] {
      let path = "\(rider.store)/activities/files/\(year).ndjson"
      try Disk.makeFolders(above: path)
      try Disk.write(Array(lines.utf8), to: path)
    }
    let names = ["distance_m", "duration_s", "elevation_gain_m", "load"]
    let totals = try rider.events(["rides", "--by", "year"]).of("total")
    expectEqual(
      totals.map { total in names.map { total[$0]?.literal } },
      [
        Array(repeating: "0", count: 4), Array(repeating: nil, count: 4),
      ])
    let cells = try rider.run("rides", "--by", "year", "--csv").outputLines.dropFirst()
    expectEqual(Array(cells), ["year,2021,1,0,0,0,0", "year,2020,2,,,,"])
    func lines(_ arguments: String...) throws -> [String] {
      try rider.run(["rides"] + arguments, environment: ["LANG": "C.UTF-8"]).outputLines
    }
    let table = try lines("--by", "year").map { $0.split(separator: " ").map(String.init) }
    expectEqual(table[1].prefix(6), ["2021", "1", "0.0", "0:00", "0", "0"])
    expectEqual(table[2].prefix(6), ["2020", "2", "–", "–", "–", "–"])
    expectEqual(try lines("--by", "gear")[1].split(separator: " ").first, "–")
    // No Eddington number either.
    for last in [
      try lines("--until", "2020-12-31", "--since", "2020-01-01"),
      try lines("--by", "year", "--until", "2020-12-31"),
    ] {
      expectEqual(last.last?.replacing("·", with: "-"), "2 rides - – km - – h - load –")
    }
    let spoken = try lines("--by", "year", "--until", "2020-12-31", "--output", "accessible")
    expectEqual(spoken, ["2020: 2 activities.", "All rides: 2 activities."])
  }

  /// RFC 4180, and nothing that a spreadsheet would compute.
  @Test func textsWithMarksAreQuoted() throws {
    for (index, name) in ["Round, \"long\"", "=1+1", "-2", "@x", "+3, 4"].enumerated() {
      var ride = TrueRide.daysAgo(index + 1)
      ride.name = name
      try importer.write(ride.gpx().utf8, to: "named/\(index).gpx")
    }
    try expectEqual(importer.run(rider.home / "named").status, .exited(0))
    let text = try rides("--csv", "--since", "6d").output
    let names = ["\"Round, \"\"long\"\"\"", "'=1+1", "'-2", "'@x", "\"'+3, 4\""]
    expectEqual(names.filter { !text.contains(",\($0),") }, [], "\(text)")
    expect(!text.contains("\r") && text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    expect(text.contains(",true,"))
  }

  @Test func nothingFoundSaysWhatWouldHelp() throws {
    let none = try rides("--store", rider.home.path + "/none", environment: ["COLUMNS": "300"])
    expectEqual([none.brief, "\(none.outputLines.count)"], ["exit 0", "1"])
    expectEqual(none.output.contains("velo-sync import"), true)
    let late = try rides("--since", "2d").output
    expectEqual(late.contains("velo-sync rides --since "), true, "\(late)")
    // There are others, but none of these: what was given stays in the advice.
    let swims = try rides("--sport", "swim", "--by", "gear").output
    expectEqual(swims.contains("other activities"), false, "\(swims)")
    expectEqual(swims.contains("velo-sync rides --by gear --all --sport all"), true, "\(swims)")
    let months = try rides("--by", "month", "--since", "2d").output
    expectEqual(months.contains("velo-sync rides --by month --since "), true, "\(months)")
    let notice = try rider.events(["rides", "--since", "2d"]).of("notice")
    expectEqual(notice.map { $0["code"]?.string }, ["nothing_listed"])
  }

  @Test func withoutRidesOfSixWeeksTheLatestAreListed() throws {
    let rider = try Rider()
    let lines = (1...12).map { day in
      let id = "2020-03-\(day < 10 ? "0" : "")\(day)"
      return
        #"{"id":"files:\#(id)","source":"files","source_id":"\#(id)","start":"\#(id)T08:00:00Z"}"#
    }
    let path = "\(rider.store)/activities/files/2020.ndjson"
    try Disk.makeFolders(above: path)
    try Disk.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
    let events = try rider.events("rides")
    expectEqual(
      events.of("activity").map { $0["source_id"]?.string?.suffix(2) },
      ["12", "11", "10", "09", "08", "07", "06", "05", "04", "03"])
    expectEqual(events.of("notice").map { $0["code"]?.string }, ["latest_listed"])
    try expectEqual(rider.events("rides", "--all").of("activity").count, 12)
    for (since, until, count) in [
      ("2020", "2020", 12), ("2020-03", "2020-03", 12), ("1970", "2019", 0),
    ] {
      let found = try rider.events("rides", "--since", since, "--until", until)
      expectEqual(found.of("activity").count, count, "\(since)")
    }
    // Of a month there are several, of an hour and without a name they are called so.
    try expectEqual(rider.run("ride", "2020-03").brief, "exit 64 (usage)")
    try expectEqual(rider.run("ride", "2019-02").errors.contains(" 2020-03-01"), true)
    let list = try rider.run("rides").output
    expectEqual(list.contains("Morning ride") && !list.contains("files:"), true, "\(list)")
  }

  /// A sync would read them, an import is not needed.
  @Test func withAFolderTheNextStepIsASync() throws {
    let rider = try Rider()
    try expectEqual(rider.run("connect", "files", rider.home.path).status, .exited(0))
    let output = try rider.run("rides").output
    expectEqual(output.contains("velo-sync") && !output.contains("import"), true, "\(output)")
  }

  @Test func cellsHaveThreeDecimalsAtMost() throws {
    let rider = try Rider()
    let line =
      #"{"id":"files:1","source":"files","source_id":"1","start":"2020-01-01T08:00:00Z","average_heart_rate_bpm":141.2345678901234,"max_heart_rate_bpm":150}"#
    let path = "\(rider.store)/activities/files/2020.ndjson"
    try Disk.makeFolders(above: path)
    try Disk.write(Array((line + "\n").utf8), to: path)
    let text = try rider.run("rides", "--csv", "--all").output
    expectEqual(text.contains(",141.235,150,"), true, "\(text)")
  }

  @Test(arguments: [
    ["--by", "decade"], ["--until", "2199-01"], ["--since", "2020-13"], ["extra"], ["--full"],
    ["--sport"],
  ])
  func mistakesAreUsageErrors(_ arguments: [String]) throws {
    try expectEqual(rider.run(["rides"] + arguments).status, .exited(64))
  }
}
