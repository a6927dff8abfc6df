// A realistic export: nearly all of it is irrelevant and must be skipped.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes an export of about 0.45 MB a day.
///
/// - Returns: its size; nil when it cannot be written.
func writeExport(days: Int, to path: String) -> Int? {
  guard let file = fopen(path, "w") else { return nil }
  defer { fclose(file) }
  var size = 0
  func put(_ text: String) {
    size +=
      text.utf8.withContiguousStorageIfAvailable {
        fwrite($0.baseAddress, 1, $0.count, file)
      } ?? 0
  }
  put(head)
  let quantities: [(name: String, unit: String, each: Int)] = [
    ("HeartRate", "count/min", 500), ("StepCount", "count", 150),
    ("RespiratoryRate", "count/min", 60),
    ("ActiveEnergyBurned", "Cal", 250), ("HeartRateVariabilitySDNN", "ms", 6),
    ("RestingHeartRate", "count/min", 1), ("BodyMass", "kg", 1),
  ]
  for quantity in quantities {
    for day in 0..<days {
      for index in 0..<quantity.each {
        let moment = stamp(day, index * 86_400 / quantity.each)
        put(
          #" <Record type="HKQuantityTypeIdentifier\#(quantity.name)" \#(device)"#
            + #" unit="\#(quantity.unit)" creationDate="\#(moment)" startDate="\#(moment)""#
            + #" endDate="\#(moment)" value="\#(40 + index % 60).\#(index % 10)""#)
        put(quantity.name == "HeartRateVariabilitySDNN" ? beats : plainEnd)
      }
    }
  }
  for day in 0..<days {
    for index in 0..<28 {
      let stage = ["Core", "Deep", "Core", "REM"][index % 4]
      put(
        #" <Record type="HKCategoryTypeIdentifierSleepAnalysis" \#(device)"#
          + #" creationDate="\#(stamp(day, 25_200))" startDate="\#(stamp(day, index * 900))""#
          + #" endDate="\#(stamp(day, index * 900 + 900))""#
          + #" value="HKCategoryValueSleepAnalysisAsleep\#(stage)"/>"# + "\n")
    }
    put(
      #" <Workout workoutActivityType="HKWorkoutActivityTypeCycling" duration="61.5""#
        + #" durationUnit="min" \#(device) startDate="\#(stamp(day, 61_200))""#
        + #" endDate="\#(stamp(day, 65_100))">"# + "\n" + ride)
  }
  put("</HealthData>\n")
  return size
}

private func stamp(_ day: Int, _ second: Int) -> String {
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
  let (year, rest) = (2020 + day / 336, day % 336)
  let clock = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
  return "\(year)-\(two(rest / 28 + 1))-\(two(rest % 28 + 1)) \(clock) +0100"
}

private let device =
  #"sourceName="Jo’s Apple Watch" sourceVersion="11.1" device="&lt;&lt;HKDevice: 0x301f2c0a0&gt;,"#
  + #" name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch7,5,"#
  + #" software:11.1&gt;""#

private let plainEnd =
  ">\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"0\"/>\n </Record>\n"

private let beats =
  ">\n  <HeartRateVariabilityMetadataList>\n"
  + (0..<60).map { beat in
    let second = beat < 10 ? "0\(beat)" : String(beat)
    return
      "   <InstantaneousBeatsPerMinute bpm=\"60\" time=\"7:30:\(second).\(10 + beat % 7) AM\"/>\n"
  }.joined() + "  </HeartRateVariabilityMetadataList>\n </Record>\n"

private let ride = """
    <MetadataEntry key="HKTimeZone" value="Europe/Berlin"/>
    <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="141.2" minimum="88" \
  maximum="172" unit="count/min"/>
    <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceCycling" sum="27.4" unit="km"/>
   </Workout>

  """

private let head = """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE HealthData [
  <!-- HealthKit Export Version: 14 -->
  <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
  <!ATTLIST HealthData
    locale CDATA #REQUIRED
  >
  ]>
  <HealthData locale="en_DE">
   <ExportDate value="2026-11-20 06:00:00 +0100"/>
   <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-01-01"/>

  """
