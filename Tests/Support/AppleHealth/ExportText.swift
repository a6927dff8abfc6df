// Apple Health exports as text, as written by an iPhone.

/// An export under construction: elements in the order they are added.
package struct ExportText: Sendable {
  package var prologue = ExportText.usualPrologue
  package var locale = "en_DE"
  package var lineEnd = "\n"
  private var added: [String] = []

  package init() {}

  package var description: String {
    let text = """
      \(prologue)
      <HealthData locale="\(locale)">
      <ExportDate value="2026-11-20 06:00:00 +0100"/>
      \(elements)</HealthData>

      """
    return lineEnd == "\n" ? text : text.replacing("\n", with: lineEnd)
  }

  /// What was added, a line each.
  package var elements: String { added.map { $0 + "\n" }.joined() }
  package mutating func add(_ text: String) { added.append(text) }

  /// Adds a `Record` of a quantity. Dates are `2026-11-20 06:00:00 +0100`.
  package mutating func add(
    _ quantity: Quantity, _ value: String, _ unit: String? = nil, at start: String,
    to end: String? = nil, by source: String = "Jo’s Apple Watch", inside: String? = nil
  ) {
    let unit = unit ?? quantity.unit
    add(
      "<Record type=\"\(quantity.rawValue)\" sourceName=\"\(source)\" sourceVersion=\"11.1\" "
        + "device=\"\(Self.device)\" unit=\"\(unit)\" creationDate=\"\(start)\" "
        + "startDate=\"\(start)\" endDate=\"\(end ?? start)\" value=\"\(value)\""
        + (inside.map { ">\n\($0)\n</Record>" } ?? "/>"))
  }

  /// Adds a sample of sleep; `stage` is the end of its value, as in `AsleepCore`.
  package mutating func addSleep(
    _ stage: String, _ start: String, to end: String, by source: String = "Jo’s Apple Watch"
  ) {
    add(
      "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"\(source)\" "
        + "creationDate=\"\(end)\" startDate=\"\(start)\" endDate=\"\(end)\" "
        + "value=\"HKCategoryValueSleepAnalysis\(stage)\"/>")
  }

  /// Adds a `Workout`; `attributes` and `inside` are XML.
  package mutating func addWorkout(
    _ type: String, _ start: String, to end: String, by source: String = "Jo’s Apple Watch",
    attributes: String = "duration=\"60\" durationUnit=\"min\"", inside: [String] = []
  ) {
    add(
      "<Workout workoutActivityType=\"HKWorkoutActivityType\(type)\" \(attributes) "
        + "sourceName=\"\(source)\" startDate=\"\(start)\" endDate=\"\(end)\""
        + (inside.isEmpty ? "/>" : ">\n" + inside.joined(separator: "\n") + "\n</Workout>"))
  }

  /// The list of beats that an HRV record may hold.
  package static func beats(_ beats: [(bpm: String, time: String)]) -> String {
    "<HeartRateVariabilityMetadataList>\n"
      + beats.map { "<InstantaneousBeatsPerMinute bpm=\"\($0.bpm)\" time=\"\($0.time)\"/>" }
      .joined(separator: "\n") + "\n</HeartRateVariabilityMetadataList>"
  }

  package enum Quantity: String, Sendable {
    case variability = "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
    case rMSSD = "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD"
    case restingHeartRate = "HKQuantityTypeIdentifierRestingHeartRate"
    case respiration = "HKQuantityTypeIdentifierRespiratoryRate"
    case weight = "HKQuantityTypeIdentifierBodyMass"
    case pulse = "HKQuantityTypeIdentifierHeartRate"
    case steps = "HKQuantityTypeIdentifierStepCount"

    var unit: String {
      switch self {
      case .variability, .rMSSD: "ms"
      case .restingHeartRate, .respiration, .pulse: "count/min"
      case .weight: "kg"
      case .steps: "count"
      }
    }
  }

  /// The address in it differs in every export.
  private static let device =
    "&lt;&lt;HKDevice: 0x301f2c0a0&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch&gt;"

  package static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"

  package static let usualPrologue = """
    \(declaration)
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 14 -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
    <!ATTLIST HealthData
      locale CDATA #REQUIRED
    >
    <!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
    <!ATTLIST Record
      type          CDATA #REQUIRED
      unit          CDATA #IMPLIED
      startDate     CDATA #REQUIRED
    >
    <!-- Note: Any Records that appear as children of a correlation also appear as top-level records in this document. -->
    <!ELEMENT WorkoutActivity ((MetadataEntry)*)>
    ]>
    """
}

extension ExportText {
  package struct History: Sendable {
    /// The last day, in days since 1970-01-01.
    package var last: Int
    /// How many days there are, the last one among them.
    package var days: Int

    package init(last: Int, days: Int) { (self.last, self.days) = (last, days) }

    /// A moment of a day, an hour ahead of UTC; its second is negative before midnight.
    package func time(_ day: Int, _ second: Int) -> String {
      let text = Civil(epoch: day * 86_400 + second).text
      return text.prefix(10) + " " + text.suffix(8) + " +0100"
    }
  }

  /// A day depends only on its date: overlapping histories agree on their common days.
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
