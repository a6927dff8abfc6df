// Second-by-second data: one file an activity, in one shape whatever the service.

import Codec
import Format
package import Model

extension Store {
  package func withoutStreams(_ source: Source, again: Bool) throws(SyncFailure) -> [Activity] {
    try check()
    try load(source)
    let paths = try paths()
    var known = Set(try disk.list(paths.streams(source)))
    // All are asked again, and noted again.
    if again, mode == .readWrite { try disk.remove(paths.streamless(source)) }
    if !again { known.formUnion(try names(in: paths.streamless(source)).map { $0 + ".json" }) }
    let wanted = (states[source]?.activities.records ?? []).filter { activity in
      activity.mayHaveStreams && StreamFile.canName(activity.id)
        && !known.contains(activity.id.sourceID + ".json")
    }.sorted { $0.start > $1.start }
    try beginStreaming(wanted.map(\.id), of: source)
    return wanted
  }

  package func withOutdatedStreams(_ source: Source) throws(SyncFailure) -> [Activity] {
    guard let state = states[source], state.changes.records.values.contains(.changed) else {
      return []
    }
    let known = Set(try disk.list(try paths().streams(source)))
    return state.activities.records.filter {
      state.changes.records[$0.key] == .changed && known.contains($0.id.sourceID + ".json")
    }
  }

  package func keep(streams: [UInt8]?, of id: ActivityID) throws(SyncFailure) {
    guard mode == .readWrite, StreamFile.canName(id) else { return }
    guard let streams else {
      // A line that a power cut takes away costs a request.
      return try disk.appendState(
        Array((id.sourceID + "\n").utf8)[...], to: paths().streamless(id.source))
    }
    try streamWriter().write(StreamFile.keyed(streams), of: id)
  }

  package func streamWriter() throws(SyncFailure) -> any StreamWriter {
    try check()
    try makeStore()
    return StreamFiles(paths: try paths(), disk: disk)
  }

  package func streamed() throws(SyncFailure) -> Set<ActivityID> {
    try check()
    var ids: Set<ActivityID> = []
    for source in Source.allCases {
      let names = try disk.list(try paths().streams(source))
      ids.formUnion(names.compactMap { StreamFile.id($0, of: source) })
    }
    return ids
  }

  package func streams(of id: ActivityID) throws(SyncFailure) -> ActivityStreams? {
    guard StreamFile.canName(id) else { return nil }
    return try disk.read(try paths().streams(of: id)).flatMap { ActivityStreams(strava: $0) }
  }

  /// Where a ride led, from the streams of the first of its records that has any; nil without.
  package func track(of ride: Activity) throws(SyncFailure) -> RideTrack? {
    for id in ride.records where StreamFile.canName(id) {
      let bytes = try disk.read(try paths().streams(of: id))
      if let track = bytes.flatMap({ RideTrack(strava: $0) }) { return track }
    }
    return nil
  }

  /// Removes the streams of records before these are written: then no listing tells that streams
  /// are left.
  func removeStreams(of ids: [ActivityID]) throws(SyncFailure) {
    guard mode == .readWrite else { return }
    for id in ids where StreamFile.canName(id) { try disk.remove(try paths().streams(of: id)) }
  }
}

private struct StreamFiles: StreamWriter {
  let paths: StorePaths
  let disk: StoreDisk

  func write(_ streams: [UInt8], of id: ActivityID) throws(SyncFailure) {
    guard StreamFile.canName(id) else { return }
    try disk.makeFolder(paths.streams(id.source))
    try disk.replaceData(paths.streams(of: id), with: streams)
  }
}

/// The names of stream files, and their one shape.
enum StreamFile {
  /// Streams as an object keyed by type, as Strava sends them; a list, as Intervals.icu sends it,
  /// is made one. Positions become pairs there.
  static func keyed(_ sent: [UInt8]) -> [UInt8] {
    // What is no JSON stays as it was sent; services have been asked for some.
    guard let list = (try? JSONValue(parsing: sent))?.elements else { return sent }
    var types: Set<String> = []
    var json = JSONWriter(capacity: sent.count)
    json.object { json in
      for stream in list {
        guard let members = stream.members, let type = stream["type"]?.string,
          types.insert(type).inserted
        else { continue }
        json.key(escaping: type)
        json.object { json in
          for member in members where member.name != "type" && member.name != "data2" {
            guard member.name == "data", let first = member.value.elements,
              let second = stream["data2"]?.elements
            else {
              json.member(member)
              continue
            }
            json.array("data") { json in
              for (one, two) in zip(first, second) {
                json.array { json in
                  json.value(raw: one.slice)
                  json.value(raw: two.slice)
                }
              }
            }
          }
        }
      }
    }
    json.endLine()
    return json.take()
  }

  /// The entries of a stream; nil without it.
  static func data(_ type: String, in streams: JSONValue) -> [JSONValue]? {
    let stream = streams[type] ?? streams.elements?.first { $0["type"]?.string == type }
    return stream?["data"]?.elements
  }

  /// Whether the id can stand in a file's name: digits, letters and hyphens, as all services write
  /// it. Each has a digit, which a person's `notes.json` has not.
  static func canName(_ id: ActivityID) -> Bool {
    (1...100).contains(id.sourceID.utf8.count)
      && id.sourceID.utf8.contains { (0x30...0x39).contains($0) }
      && id.sourceID.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
      }
  }

  /// The activity whose file has this name; nil for files that are none of ours.
  static func id(_ name: String, of source: Source) -> ActivityID? {
    guard name.hasSuffix(".json") else { return nil }
    let id = ActivityID(source: source, sourceID: String(name.dropLast(".json".count)))
    return canName(id) ? id : nil
  }
}

extension Activity {
  /// Only a sensor leaves a stream that is worth a request: estimated power does not count.
  fileprivate var mayHaveStreams: Bool {
    measuredPower == true && (averagePowerWatts ?? weightedPowerWatts) != nil
      || averageHeartRate != nil || maxHeartRate != nil
  }
}

extension ActivityStreams {
  /// Reads streams as Strava sends them
  /// (https://developers.strava.com/docs/reference/#api-models-StreamSet): an object keyed by type,
  /// or an array of objects that name theirs. nil when there is neither.
  ///
  /// Entries may be null. `time` has gaps, where the recorder saved space or paused.
  init?(strava bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes), json.members != nil || json.elements != nil
    else { return nil }
    func data(_ type: String) -> [JSONValue]? { StreamFile.data(type, in: json) }
    // Without times the entries are a second apart, as far as anybody knows.
    let times = data("time")?.map { $0.double.flatMap { Int(exactly: $0.rounded(.down)) } ?? -1 }
    let pauses = Self.pauses(times ?? [], data("moving"))
    func stream<Quantity>(_ type: String) -> ActivityStream<Quantity>? {
      guard let values = data(type)?.map(\.double) else { return nil }
      return times.map {
        ActivityStream(times: $0, values: values.map { $0 ?? .nan }, pauses: pauses)
      } ?? ActivityStream(everySecond: values)
    }
    self.init(power: stream("watts"), heartRate: stream("heartrate"))
  }

  /// When the recorder's timer stood still: a gap after a value that did not move.
  ///
  /// - Parameter times: negative where there is none.
  fileprivate static func pauses(_ times: [Int], _ moving: [JSONValue]?) -> [Range<Int>] {
    let isMoving = moving?.map { $0.bool ?? true } ?? []
    return times.indices.dropLast().prefix(isMoving.count).compactMap { index in
      let (stop, next) = (times[index], times[index + 1])
      let isPause = stop >= 0 && next - stop >= leastPause && !isMoving[index]
      return isPause ? stop..<next : nil
    }
  }
}

extension RideTrack {
  /// A year, as streams have at most.
  private static let seconds = 0...31_622_400
  private static let latitudes = -90.0...90
  private static let longitudes = -180.0...180
  /// From the Dead Sea to higher than any mountain.
  private static let altitudes = -1000.0...20_000
  private static let cadences = 0.0...300

  /// Reads streams as they are stored; nil when there is no list of times.
  package init?(strava bytes: [UInt8]) {
    // What is damaged has no track.
    guard let json = try? JSONValue(parsing: bytes) else { return nil }
    func data(_ type: String) -> [JSONValue] { StreamFile.data(type, in: json) ?? [] }
    let times = data("time")
    let positions = data("latlng")
    let (altitude, heartRate) = (data("altitude"), data("heartrate"))
    let (cadence, watts) = (data("cadence"), data("watts"))
    func value(_ list: [JSONValue], _ index: Int, in range: ClosedRange<Double>) -> Double? {
      guard index < list.count, let value = list[index].double, range ~= value else { return nil }
      return value
    }
    var points: [Point] = []
    points.reserveCapacity(times.count)
    for (index, time) in times.enumerated() {
      guard let seconds = time.integer(in: Self.seconds) else { continue }
      var point = Point(seconds: seconds)
      let pair = index < positions.count ? positions[index].elements.map { Array($0) } ?? [] : []
      if pair.count == 2, let latitude = value(pair, 0, in: Self.latitudes),
        let longitude = value(pair, 1, in: Self.longitudes)
      {
        (point.latitude, point.longitude) = (latitude, longitude)
      }
      point.altitudeMetres = value(altitude, index, in: Self.altitudes)
      point.heartRate = value(heartRate, index, in: BeatsPerMinute.plausible)
      point.cadence = value(cadence, index, in: Self.cadences)
      point.powerWatts = value(watts, index, in: Watts.plausible)
      points.append(point)
    }
    if points.isEmpty { return nil }
    let seconds = times.map { $0.integer(in: Self.seconds) ?? -1 }
    self.init(points: points, pauses: ActivityStreams.pauses(seconds, data("moving")))
  }
}
