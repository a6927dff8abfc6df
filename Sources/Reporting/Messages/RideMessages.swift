// The texts of `rides`: figures of rides, sums and what is left out.

import Model

extension Messages {
  /// "2:41": hours and minutes.
  func hours(_ seconds: Int) -> DisplayText {
    // Rounded to the minute.
    let minutes = (seconds + 30) / 60
    return "\(number(minutes / 60)):\(twoDigits(minutes % 60))"
  }

  /// The name of a ride in a list.
  func listed(_ ride: Activity) -> DisplayText {
    ride.isExcluded ? "(not counted) \(name(of: ride))" : name(of: ride)
  }

  /// The name of a ride; one without is called by its hour and kind: "Morning ride".
  func name(of ride: Activity) -> DisplayText {
    if let name = ride.name.map({ DisplayText($0) }), !name.isBlank { return name }
    let part =
      switch hour(of: ride) {
      case 5..<12: "Morning"
      case 12..<17: "Afternoon"
      case 17..<22: "Evening"
      default: "Night"
      }
    let kind =
      switch ride.kind {
      case .strength: "strength training"
      case .other: "activity"
      case let kind?: kind.rawValue
      case nil: "ride"
      }
    return "\(part) \(kind)"
  }

  /// On the clock where the ride was, or else on that of this machine.
  private func hour(of ride: Activity) -> Int {
    let local = ride.startLocal?.secondsSince1970
    let seconds = local ?? ride.start.seconds + Int64(offset(ride.start))
    return Int((seconds % 86_400 + 86_400) % 86_400) / 3600
  }

  /// "Strava, Garmin".
  func sources(of ride: Activity) -> DisplayText {
    DisplayText(ride.records.map(\.source).sorted().map { name($0) }.joined(separator: ", "))
  }

  /// What no ride has, in a table or a sum.
  var none: DisplayText { "–" }

  /// "32 rides", "1,204 km", "41 h 12 min", "load 2,310"; "– km" without any distance.
  func sum(_ total: RideTotal, areRides: Bool) -> [DisplayText] {
    let minutes = total.durationSeconds.map { ($0 + 30) / 60 }
    return [
      DisplayText(
        areRides
          ? count(total.rides, "ride") : count(total.rides, "activity", "activities")),
      "\(total.distanceMetres.map(wholeDistance) ?? none) \(mark(.distance))",
      minutes.map { "\(number($0 / 60)) h \($0 % 60) min" } ?? "\(none) h",
      "load \(total.load.map(rounded) ?? none)",
    ]
  }

  /// The header of the first column of totals.
  func header(_ grouping: RideGrouping?) -> DisplayText {
    grouping == .week ? "Week of" : DisplayText(capitalized((grouping ?? .year).rawValue))
  }

  func text(_ note: RideListNote) -> DisplayText {
    let isSpoken = voice == .spoken
    let none = isSpoken ? "There are no rides" : "None"
    let (next, run) = isSpoken ? ("Next, run", ", run") : ("Next:", ":")
    func date(_ day: Day) -> String { isSpoken ? inWords(day, true) : dateWithYear(day) }
    /// What the reader may do, with the command at the end.
    func to(_ what: String, _ words: String) -> String { "To \(what)\(run) \(command(words))" }
    switch note {
    case .otherSports(let number):
      let others = count(number, "other activity", "other activities")
      return isSpoken
        ? "There \(number == 1 ? "is" : "are") \(others). To list all, add --sport all."
        : "\(others): --sport all"
    case .nothingStored(isConnected: true): return "No rides are stored yet. \(next) \(command())"
    case .nothingStored(isConnected: false):
      return "No rides are stored yet. \(to("read ride files", "import PATH"))"
    case .latest(let count, let day):
      let these = count == 1 ? "This is the latest." : "These are the latest \(count)."
      return "\(none) since \(date(day)). \(these)"
    case .noneSince(let day, let until, let latest, let options):
      let span = until.map { "from \(date(day)) to \(date($0))" } ?? "since \(date(day))"
      let words = "rides\(options) --since \(latest)"
      let how = isSpoken ? to("list the latest", words) : "The latest: \(command(words))"
      return "\(none) \(span). \(how)"
    case .noneToDraw(let chart, let latest, let until):
      let picture = settings.first { $0.name == "--svg" }.map { " --svg \(shellPath($0.path))" }
      let end = until.map { " --until \($0)" }
      let words = "chart \(chart.rawValue)\(end ?? "")\(picture ?? "")"
      return
        "\(isSpoken ? "There is nothing" : "Nothing") to draw: the latest \(having(chart)) is from "
        + "\(date(latest)). \(next) \(command(words))"
    case .loadsMissing(let shortage): return "No load to draw. \(text(shortage))"
    case .zonesMissing(let power, areOfFiles: true):
      let how = takingFTP(power, with: "import PATH ")
      return "No power zones to draw: files must be read with an FTP. \(how)"
    case .zonesMissing(let power, areOfFiles: false):
      let how = takingFTP(power, with: "--full --streams ")
      return "No power zones to draw: they need --streams and an FTP. \(how)"
    case .powerMissing: return "No power to draw: no ride was recorded with it."
    case .nothingCounts(let ride, let chart):
      let these = "rides\(chart.map { having($0).dropFirst("ride".count) } ?? "")"
      return "All \(these) are left out. \(to("count one again", "ride \(ride) --include"))"
    case .noneFound(let options):
      let words = "rides\(options) --all --sport all"
      return isSpoken
        ? "No rides match. \(to("list all", words))" : "None match. \(to("list everything", words))"
    case .eddington(let numbers): return eddington(numbers)
    }
  }

  /// What a ride must have to be in a chart.
  private func having(_ chart: Chart) -> String {
    switch chart {
    case .fitness, .load: "ride with a load"
    case .power: "ride with power"
    case .zones: "ride with power zones"
    case .scores: "score"
    case .hours, .trace: "activity"
    }
  }

  /// "Eddington number 64 km (this year 38) · 3 more days of 65 km".
  private func eddington(_ numbers: [Units: EddingtonNumber]) -> DisplayText {
    guard let found = numbers[units] else { return "" }
    let days = count(found.missing, "more day")
    func distance(_ value: Int) -> String {
      "\(number(value)) \(voice == .spoken ? word(.distance, isOne: value == 1) : mark(.distance))"
    }
    if voice == .spoken {
      return """
        The Eddington number is \(distance(found.number)), this year \(number(found.thisYear)). \
        \(days) of \(distance(found.number + 1)) \(found.missing == 1 ? "makes" : "make") it \
        \(number(found.number + 1)).
        """
    }
    return """
      Eddington number \(distance(found.number)) (this year \(number(found.thisYear))) · \(days) of \
      \(distance(found.number + 1))
      """
  }

  // MARK: Spoken

  /// A sentence for each ride or total, then their sum.
  func spoken(_ list: RideList, today: Day) -> [DisplayText] {
    let rides = list.rides.map { ride in
      let year = ride.day.year == today.year ? "" : " \(ride.day.year)"
      let parts = [
        ride.distanceMetres.map { text($0, .distance) },
        (ride.durationSeconds ?? ride.elapsedSeconds).map { inWords(.seconds($0)) },
        ride.averageSpeed.map { text($0, .speed) },
        ride.elevationGainMetres.map { "\(text($0, .height)) of climb" },
        ride.averagePowerWatts.map { "\(rounded($0)) watts" },
        ride.averageHeartRate.map { "\(rounded($0)) beats per minute" },
        ride.load.map { "load \(rounded($0))" },
      ].compactMap { $0 }
      let what = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
      return DisplayText("\(dateInWords(ride.day))\(year), \(listed(ride))\(what)")
    }
    let totals = list.totals.map { spoken($0, $0.label.map { spokenLabel($0, list) } ?? "none") }
    if rides.isEmpty, totals.isEmpty { return list.notes.map { text($0) } }
    let noun = list.areRides ? "All rides" : "All activities"
    return rides + totals + [spoken(list.sum, DisplayText(noun))] + list.notes.map { text($0) }
  }

  private func spokenLabel(_ label: DisplayText, _ list: RideList) -> DisplayText {
    let isWeek = list.totals.first?.by == .week
    guard isWeek || list.totals.first?.by == .day, let day = Day(label.description) else {
      return label
    }
    return "\(isWeek ? "Week of " : "")\(dateInWords(day)) \(day.year)"
  }

  private func spoken(_ total: RideTotal, _ label: DisplayText) -> DisplayText {
    let parts = [
      count(total.rides, "activity", "activities"),
      total.distanceMetres.map { text($0, .distance) },
      total.durationSeconds.map { inWords(.seconds($0)) },
      total.elevationGainMetres.map { "\(text($0, .height)) of climb" },
      total.load.map { "load \(rounded($0))" },
    ]
    return DisplayText("\(label): \(parts.compactMap { $0 }.joined(separator: ", "))")
  }
}

// MARK: A page for a ride

extension Messages {
  /// "1:04:09", "4:09": a duration as a clock shows it.
  func clock(_ seconds: Int) -> DisplayText {
    let (hours, rest) = seconds.quotientAndRemainder(dividingBy: 3600)
    let (minutes, seconds) = (rest / 60, twoDigits(rest % 60))
    if hours == 0 { return "\(minutes):\(seconds)" }
    return "\(number(hours)):\(twoDigits(minutes)):\(seconds)"
  }

  /// "19 Nov 2026, 07:15".
  func begin(of ride: Activity) -> DisplayText {
    let second = ride.startLocal.map { Int($0.secondsSince1970 - $0.day.startOfDayUTC.seconds) }
    let clock = second.map { "\(twoDigits($0 / 3600)):\(twoDigits($0 / 60 % 60))" }
    return DisplayText("\(dateWithYear(ride.day)), \(clock ?? time(ride.start))")
  }

  /// The id, what recorded it, the gear, the sources.
  func origin(of ride: Activity) -> [DisplayText] {
    [
      ride.id.description, ride.device, ride.gear, sources(of: ride).description,
    ].compactMap { $0.map { DisplayText($0) } }
  }

  typealias RideRow = (label: DisplayText, parts: [DisplayText])

  /// The figures in rows; what is unknown is left out.
  func rows(of listed: ListedRide) -> [RideRow] {
    let ride = listed.activity
    func figure(_ value: Double?, _ lead: String, _ unit: String) -> DisplayText? {
      value.map { DisplayText("\(lead) \(rounded($0)) \(self.unit(unit))") }
    }
    func row(_ label: DisplayText, _ parts: DisplayText?...) -> RideRow {
      (label, parts.compactMap { $0 })
    }
    let rows = [
      row(
        "Distance", ride.distanceMetres.map { DisplayText(text($0, .distance)) },
        ride.elevationGainMetres.map { DisplayText("climb \(text($0, .height))") }),
      row(
        "Time", ride.durationSeconds.map { "moving \(length($0))" },
        ride.elapsedSeconds.map { "elapsed \(length($0))" }),
      row("Speed", ride.averageSpeed.map { DisplayText("average \(text($0, .speed))") }),
      row(
        "Power", figure(ride.averagePowerWatts, "average", "W"),
        figure(ride.weightedPowerWatts, "normalized", "W"),
        figure(ride.maxPowerWatts, "maximum", "W"), figure(ride.energyKilojoules, "work", "kJ")),
      effort(listed.effort),
      row(
        "Heart rate", figure(ride.averageHeartRate, "average", "bpm"),
        figure(ride.maxHeartRate, "maximum", "bpm")),
      row("Cadence", figure(ride.averageCadence, "average", "rpm")),
      row("Load", ride.load.map { "\(rounded($0))\(self.origin(of: ride.loadFrom))" }),
    ]
    return (rows + bests(of: listed)).filter { !$0.parts.isEmpty }
  }

  /// "intensity 0.84", "variability 1.05", "efficiency 1.52", "decoupling 4.8 %".
  private func effort(_ effort: RideEffort) -> RideRow {
    let ratios = [
      ("intensity", effort.intensity), ("variability", effort.variability),
      ("efficiency", effort.efficiency),
    ].compactMap { name, value in
      value.map { DisplayText("\(name) \(decimal($0, places: 2))") }
    }
    let decoupling = effort.decoupling.map { percent in
      let figure = oneDecimal(percent)
      return DisplayText(
        voice == .spoken ? "decoupling \(heard(figure)) percent" : "decoupling \(figure) %")
    }
    return ("Effort", ratios + [decoupling].compactMap { $0 })
  }

  private func length(_ seconds: Int) -> String {
    voice == .spoken ? inWords(.seconds(seconds)) : clock(seconds).description
  }

  /// A unit, as a word where it is spoken.
  private func unit(_ unit: String) -> String {
    let words = [
      "W": "watts", "kJ": "kilojoules", "bpm": "beats per minute", "rpm": "revolutions per minute",
    ]
    return voice == .spoken ? words[unit] ?? unit : unit
  }

  private func origin(of load: LoadOrigin?) -> String {
    switch load {
    case .power: ", from power"
    case .heartRate: ", from heart rate"
    case .service: ", the service's figure"
    case nil: ""
    }
  }

  /// "5 s 812 W", "20 min 268 W*", and what the marks mean.
  private func bests(of listed: ListedRide) -> [RideRow] {
    let bests = listed.activity.analysis?.bestPowers ?? []
    var marked: [ListedRide.Rank: [DisplayText]] = [:]
    let parts = bests.indices.map { index in
      let seconds = Duration.seconds(RideAnalysis.durations[index])
      let length = voice == .spoken ? inWords(seconds) : duration(seconds)
      let rank = index < listed.ranks.count ? listed.ranks[index] : nil
      if let rank { marked[rank, default: []].append("\(length)") }
      let mark = voice == .spoken ? "" : rank == .allTime ? "**" : rank == .sixWeeks ? "*" : ""
      return DisplayText("\(length) \(number(bests[index])) \(unit("W"))\(mark)")
    }
    let meanings: [(rank: ListedRide.Rank, mark: String, text: String)] = [
      (.sixWeeks, "*", "best of six weeks"), (.allTime, "**", "best of all time"),
    ]
    let known = meanings.filter { marked[$0.rank] != nil }
    let legend = known.map { DisplayText("\($0.mark) \($0.text)") }
    let rows: [RideRow] =
      voice == .spoken
      ? known.map { (DisplayText("The \($0.text)"), marked[$0.rank] ?? []) }
      : [(DisplayText(""), legend)]
    return [(label: "Best power", parts: parts)] + rows
  }

  var powerZones: DisplayText { "Power zones" }
  var heartRateZones: DisplayText { voice == .spoken ? "Heart rate zones" : "HR zones" }

  /// The page as sentences.
  func spoken(_ listed: ListedRide) -> [DisplayText] {
    let ride = listed.activity
    let rows = rows(of: listed).map { row in
      DisplayText("\(row.label): \(row.parts.map(\.description).joined(separator: ", "))")
    }
    let zones = [
      (powerZones, ride.analysis?.powerZoneSeconds),
      (heartRateZones, ride.analysis?.heartRateZoneSeconds),
    ].compactMap { title, seconds -> DisplayText? in
      guard let seconds, seconds.contains(where: { $0 > 0 }) else { return nil }
      let parts = seconds.enumerated().filter { $1 > 0 }.map {
        "zone \($0 + 1) \(inWords(.seconds($1)))"
      }
      return DisplayText("\(title): \(parts.joined(separator: ", "))")
    }
    let heading = DisplayText(
      "\(self.listed(ride)), \(dateInWords(ride.day)) \(ride.day.year), from \(sources(of: ride))")
    return [heading] + rows + zones
  }
}
