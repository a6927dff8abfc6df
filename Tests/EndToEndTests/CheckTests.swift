// `velo-sync check` in scripts, and the schema of the records that it reads.

import Codec
import Support
import Testing

@Suite(.blocking) struct CheckTests {
  /// A rider with the store of the sample athlete.
  private static func sample() throws -> (rider: Rider, store: String) {
    let rider = try Rider()
    try expectEqual(rider.run("--sample", "--speed", "max", "--quiet").brief, "exit 0")
    return (rider, rider.store + "-sample")
  }

  /// What the program publishes describes every member of what it stores, and no other value.
  @Test func `stored records follow the published schema`() throws {
    let (rider, store) = try Self.sample()
    let schema = try JSONValue(parsing: Array(rider.run("schema", "records").output.utf8))
    let definitions = try #require(schema["$defs"])
    func validator(_ name: String) throws -> SchemaValidator {
      try SchemaValidator("{\"$ref\":\"#/$defs/\(name)\",\"$defs\":\(definitions.literal)}")
    }
    let folders = [
      ("activity", "activities/strava"), ("wellness", "wellness/apple-health"), ("score", "scores"),
    ]
    var count = 0
    for (name, folder) in folders {
      let (record, any) = try (validator(name), SchemaValidator(schema.literal))
      for file in Disk.names(in: "\(store)/\(folder)") {
        let bytes = try #require(try Disk.read("\(store)/\(folder)/\(file)"))
        // Of hundreds of alike records some.
        for (index, line) in bytes.split(separator: 0x0A).enumerated() where index % 8 == 0 {
          let value = try JSONValue(parsing: Array(line))
          // What a service sent has members of its own.
          let known = try JSONValue(parsing: without("raw", value))
          expectEqual(record.faults(in: known.literal.utf8, isStrict: true), [])
          expectEqual(any.faults(in: line), [])
          count += 1
        }
      }
    }
    #expect(count > 60)
    let importer = try Importer()
    var truth = TrueRide(seconds: 1500)
    truth.pauses = [300..<320]
    let file = try importer.write(truth.fit(), to: "a.fit")
    try expectEqual(
      importer.rider.run(
        "import", file, "--streams", "--ftp", "180", "--threshold-hr", "140"
      ).status, .exited(0))
    let streams = "\(importer.rider.store)/streams/garmin"
    let kept = try #require(try Disk.read("\(streams)/\(Disk.names(in: streams).joined())"))
    expectEqual(try validator("streams").faults(in: kept, isStrict: true), [])
    let ride = try #require(try importer.records("activities/garmin").first)
    let analysed = ["best_power_w", "power_zone_s", "heart_rate_zone_s", "start_local", "from"]
    expectEqual(analysed.filter { ride[$0] == nil }, [])
    expectEqual(try validator("activity").faults(in: ride.literal.utf8, isStrict: true), [])
    for name in ["routine", "prep", "athletes"] {
      let bytes = try #require(try Disk.read("\(store)/\(name).json"))
      expectEqual(try validator(name).faults(in: bytes, isStrict: true), [])
    }
    for (name, text) in [
      ("athletes", #"{"strava":1}"#), ("streams", #"{"watts":{"data":[1,"2"]}}"#),
      ("streams", #"{"time":[0,1]}"#),
      ("activity", #"{"id":"strava:1","source":"strava","source_id":"1"}"#),
      ("activity", #"{"id":"strava:1","source":"strava","source_id":"1","start":"2026-01-01"}"#),
      ("wellness", #"{"id":"a","source":"strava","date":"2026-01-01","sleep_s":-1}"#),
      ("score", #"{"date":"2026-01-01"}"#), ("prep", "{}"),
    ] {
      #expect(try !validator(name).faults(in: text.utf8).isEmpty, "\(text)")
    }
  }

  /// An object without one of its members.
  private func without(_ name: String, _ object: JSONValue) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      for member in object.members ?? [] where member.name != name { json.member(member) }
    }
    return json.take()
  }
}
