// Fuzz targets of the store: year files, checkpoints, cursors, the index of files and notes.

import Codec
import Format
import Model
import Support
import Training

@testable import Storage

private let recordWords =
  jsonWords
  + [
    "\"id\":\"strava:1\"", "\"start\":\"2026-11-20T06:00:00Z\"", "\"date\":\"2026-11-20\"",
    "\"load\":", "\"raw\":{}", "\"from\":{}", "\"athlete\":\"1\"", "\"full\":true", "\"skipped\":",
    "\"same_as\":[\"wahoo:2\"]", "\"files\":[]", "\"path\":", "\"size\":", "\"modified\":",
    "\"inode\":\"18446744073709551615\"", "\"last_sync\":", "\"last_error\":",
  ]

let storeTargets = [
  // A record that is read from a line is written as one that reads back as the same bytes.
  Target("years", words: recordWords, seeds: yearSeeds) { bytes in
    for source in [Source.strava, .appleHealth] {
      let rides = try? Row<Activity>.read(bytes, year: 2026, path: "x", of: source)
      for row in rides ?? [] { checkStored(row.record) }
      let days = try? Row<WellnessDay>.read(bytes, year: 2026, path: "x", of: source)
      for row in days ?? [] { checkStored(row.record) }
    }
    let scores = try? Row<ScoreDay>.read(bytes, year: 2026, path: "x", of: nil)
    for row in scores ?? [] { checkStored(row.record) }
  },
  // A checkpoint makes sense up to a length within the file, and reads the same up to there;
  // cursor, index, notes and sheets read back as they are written.
  Target("state", words: recordWords, seeds: stateSeeds) { bytes in
    if let checkpoint = Checkpoint(bytes, of: .strava) {
      require((0...bytes.count).contains(checkpoint.length), "length \(checkpoint.length)")
      let again = Checkpoint(Array(bytes.prefix(checkpoint.length)), of: .strava)
      require(again?.activities == checkpoint.activities, "other records")
      require(again?.length == checkpoint.length, "another length")
      for activity in checkpoint.activities {
        checkStored(activity)
        guard let raw = activity.raw else { continue }
        require((try? JSONValue(parsing: raw)) != nil, "raw is no JSON")
      }
    }
    if let cursor = Cursor(bytes) { require(Cursor(cursor.bytes) == cursor, text(cursor.bytes)) }
    if let index = StoredIndex(bytes) {
      require(StoredIndex(index.bytes) == index, text(index.bytes))
    }
    if let json = try? JSONValue(parsing: bytes) {
      if let routine = Routine(json) { checkSheet(routine.file) { Routine($0)?.file } }
      if let sheet = PrepSheet(json) { checkSheet(sheet.file) { PrepSheet($0)?.file } }
    }
    let notes = SourceNotes(bytes)
    require(SourceNotes(notes.bytes) == notes, text(notes.bytes))
  },
  // Streams are read as what a ride can have: each second once, in runs, and figures that can be
  // stored.
  Target(
    "streams",
    words: jsonWords + [
      "\"watts\":", "\"heartrate\":", "\"time\":", "\"type\":\"watts\"", "\"data\":[", "null,",
      "0,",
    ]
  ) {
    [
      #"{"watts":{"data":[200,null,210]},"time":{"data":[0,1,9]},"heartrate":{"data":[90,91,92]}}"#,
      #"[{"type":"watts","data":[200,1e9,-5]},{"type":"time","data":[5,5,2.7]}]"#,
    ].map { Array($0.utf8) }
  } run: { bytes in
    guard let streams = ActivityStreams(strava: bytes) else { return }
    if let power = streams.power { checkRuns(power) }
    if let heartRate = streams.heartRate { checkRuns(heartRate) }
    let rider = RiderSettings(ftpWatts: 240, maxHeartRate: 190)
    var ride = activity()
    ride.analysis = RideAnalysis(of: streams, isMeasured: true, rider: rider)
    checkStored(ride)
  },
  // Connected folders are absolute paths.
  Target("folders", words: jsonWords + ["\"folders\":[", "\"/rides\"", "\"rides\""]) {
    [Array(#"{"folders":["/rides","/home/jo/Caf\u00e9"]}"#.utf8)]
  } run: { bytes in
    let files = MemoryFiles()
    files.put(text(bytes), at: "/state/folders.json")
    let list = FolderList(stateFolder: "/state", files: files, time: ManualTime())
    guard let folders = try? list.folders() else { return }
    require(folders.allSatisfy { $0.hasPrefix("/") }, "\(folders)")
  },
]

/// Written and read back, a record is the same; what it cannot say is left out the first time.
func checkStored<Record: StoredRecord>(_ record: Record) {
  func line(_ record: Record) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      Record.fields.writeMembers(record, to: &json)
      Record.fields.writeOrigin(record, to: &json)
    }
    return json.take()
  }
  let written = line(record)
  let source = (record as? Activity)?.id.source ?? (record as? WellnessDay)?.source
  guard let json = try? JSONValue(parsing: written), let read = Record(json, of: source) else {
    fatalError("unreadable as stored: \(text(written))")
  }
  let again = line(read)
  require(again == written, "stored \(text(written)), read \(text(again))")
  require(record.agrees(with: read), "a change by storing it: \(text(written))")
}

private func checkRuns<Quantity>(_ stream: ActivityStream<Quantity>) {
  var end = Int.min
  for run in stream.runs {
    require(run.start > end && !run.values.isEmpty, "a run at \(run.start) after \(end)")
    require(run.values.allSatisfy { Quantity.plausible.contains(Double($0)) }, "\(run.values)")
    end = run.start + run.values.count
  }
  let seconds = stream.runs.reduce(0) { $0 + $1.values.count }
  require(stream.seconds == seconds, "\(stream.seconds) seconds in runs of \(seconds)")
}

private func checkSheet(_ file: [UInt8], _ again: (JSONValue) -> [UInt8]?) {
  guard let json = try? JSONValue(parsing: file) else { fatalError("a sheet is no JSON") }
  require(again(json) == file, "a sheet reads back otherwise: \(text(file))")
}

// MARK: Seeds

private func activity() -> Activity {
  var ride = Activity(
    id: ActivityID(source: .strava, sourceID: "7"), start: Timestamp(seconds: 1_790_000_000))
  (ride.name, ride.sport, ride.timezone) = ("Morning “Ride”", "Ride", "Europe/Berlin")
  (ride.durationSeconds, ride.distanceMetres, ride.load) = (3600, 27_400.5, 70.5)
  (ride.averagePowerWatts, ride.measuredPower, ride.loadFrom) = (180.4, true, .power)
  ride.sameAs = [ActivityID(source: .wahoo, sourceID: "9")]
  ride.raw = Array("{\"id\":7}".utf8)
  return ride
}

@Sendable private func yearSeeds() -> [[UInt8]] {
  var (ride, night) = (JSONWriter(), JSONWriter())
  activity().writeLine(to: &ride)
  var day = WellnessDay(source: .appleHealth, date: Day(number: 20_700))
  (day.sleepSeconds, day.awakeSeconds, day.weightKilograms) = (25_000, 600, 70.5)
  day.writeLine(to: &night)
  return [ride.take(), night.take()]
}

@Sendable private func stateSeeds() -> [[UInt8]] {
  let athlete = Athlete(id: "1", name: "Jo")
  var checkpoint = JSONWriter()
  activity().writeLine(to: &checkpoint)
  let header = Checkpoint(
    athlete: athlete, plan: ListingPlan(after: nil, isFull: true, since: nil)
  ).header
  let stamp = FileStamp(size: 3, modified: 5)
  let cursor = Cursor(athlete: athlete, newest: nil, since: nil, files: ["a/2026.ndjson": stamp])
  var index = StoredIndex(stamps: ["a/2026.ndjson": stamp])
  index.files["/r/a.fit"] = FileStamp(size: 1, modified: 2, inode: .max)
  var notes = SourceNotes([])
  notes.notes[.strava] = SourceNotes.Note(lastSync: Timestamp(seconds: 5), lastError: "offline")
  return [header + checkpoint.take() + Array("{\"skipped\":2}\n".utf8)]
    + [cursor.bytes, index.bytes, notes.bytes]
}
