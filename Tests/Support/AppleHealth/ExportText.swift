// Apple Health exports as text, as written by an iPhone.

/// An export under construction: elements in the order they are added.
package struct ExportText: Sendable {
  /// The text before the root element.
  package var prologue = ExportText.usualPrologue
  package var locale = "en_DE"
  /// The line break.
  package var lineEnd = "\n"
  private var added: [String] = []

  package init() {}

  package var description: String {
    let lines =
      [
        prologue, "<HealthData locale=\"\(locale)\">",
        "<ExportDate value=\"2026-11-20 06:00:00 +0100\"/>",
      ]
      + added + ["</HealthData>", ""]
    let text = lines.joined(separator: "\n")
    return lineEnd == "\n" ? text : text.replacing("\n", with: lineEnd)
  }

  /// What was added, a line each.
  package var elements: String { added.map { $0 + "\n" }.joined() }

  /// Adds an element, or anything else.
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
