// Weeks and years of an export, filled by several devices.

extension ExportText {
  /// The records of a rider's nights and days.
  package struct History: Sendable {
    /// The last day, in days since 1970-01-01.
    package var last: Int
    /// How many days there are, the last one among them.
    package var days: Int

    package init(last: Int, days: Int) {
      (self.last, self.days) = (last, days)
    }

    /// A moment of a day in the format of an export, an hour ahead of UTC.
    ///
    /// - Parameter second: from midnight; negative before it.
    package func time(_ day: Int, _ second: Int) -> String {
      let text = Civil(epoch: day * 86_400 + second).text
      return text.prefix(10) + " " + text.suffix(8) + " +0100"
    }
  }

  /// The export of a history. A day depends only on its date: overlapping histories agree on their
  /// common days.
  package init(_ history: History) {
    self.init()
    for day in (history.last - history.days + 1)...history.last { addDay(day, history) }
  }

  private mutating func addDay(_ day: Int, _ history: History) {
    func time(_ second: Int) -> String { history.time(day, second) }
    let asleep = 6 * 3600 + day % 9 * 600
    addSleep("AsleepCore", time(-3600), to: time(asleep / 2))
    addSleep("Awake", time(asleep / 2), to: time(asleep / 2 + 300))
    addSleep("AsleepREM", time(asleep / 2 + 300), to: time(asleep))
    add(.variability, "\(50 + day % 11).25", at: time(7200))
    add(.restingHeartRate, "\(46 + day % 5)", at: time(40_000))
    add(.respiration, "\(13 + day % 3).5", at: time(9000))
    add(.weight, "\(61 + day % 2).4", at: time(25_000), by: "Scale")
    // A phone beside the bed and a ring recorded as well.
    addSleep("InBed", time(-5400), to: time(asleep + 900), by: "iPhone")
    addSleep("AsleepUnspecified", time(-1800), to: time(asleep - 3600), by: "Ring")
    add(.respiration, "40", at: time(9100), by: "Ring")
    guard day % 2 == 0 else { return }
    addWorkout(
      "Cycling", time(61_200), to: time(65_100),
      inside: [
        "<MetadataEntry key=\"HKTimeZone\" value=\"Europe/Berlin\"/>",
        "<WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceCycling\" sum=\"27.4\" unit=\"km\"/>",
        "<WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\" average=\"141\" maximum=\"172\" unit=\"count/min\"/>",
      ])
  }
}
