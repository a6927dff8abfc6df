// An activity as one line of `activities/SOURCE/YEAR.ndjson`.

import Format
import Codec
import Model

extension Activity: StoredRecord {
  var key: String { id.sourceID }

  func precedes(_ other: Activity) -> Bool {
    start == other.start ? id.sourceID < other.id.sourceID : start < other.start
  }

  init?(_ line: JSONValue, of source: Source?) {
    guard let members = line.members, let id = line["id"]?.string.flatMap({ ActivityID($0) }),
      let start = line["start"]?.timestamp,
      source == nil || source == id.source
    else { return nil }
    self.init(id: id, start: start)
    var read = FieldReader()
    for member in members {
      let value = member.value
      switch member.key {
      case "source": if read.text(value) != id.source.rawValue { return nil }
      case "source_id": if read.text(value) != id.sourceID { return nil }
      case "name": name = read.text(value)
      case "sport": sport = read.text(value)
      case "start_local": startLocal = read.localTime(value)
      case "timezone": timezone = read.text(value)
      case "duration_s": durationSeconds = read.integer(value)
      case "elapsed_s": elapsedSeconds = read.integer(value)
      case "distance_m": distanceMetres = read.number(value)
      case "elevation_gain_m": elevationGainMetres = read.number(value)
      case "average_power_w": averagePowerWatts = read.number(value)
      case "weighted_power_w": weightedPowerWatts = read.number(value)
      case "max_power_w": maxPowerWatts = read.number(value)
      case "measured_power": measuredPower = read.flag(value)
      case "average_heart_rate_bpm": averageHeartRate = read.number(value)
      case "max_heart_rate_bpm": maxHeartRate = read.number(value)
      case "average_cadence_rpm": averageCadence = read.number(value)
      case "energy_kj": energyKilojoules = read.number(value)
      case "load": load = read.number(value)
      // An origin or a source that a later version may know is no damage: both are derived.
      case "load_from": loadFrom = read.text(value).flatMap { LoadOrigin(rawValue: $0) }
      case "same_as":
        if value.isNull { continue }
        guard let ids = value.elements else { return nil }
        sameAs = ids.compactMap { read.text($0).flatMap { ActivityID($0) } }
      case "from": from = FilePlace(value)
      default: break
      }
    }
    guard read.isValid else { return nil }
  }

  func writeMembers(to json: inout JSONWriter) {
    json.member("id", id.description)
    json.member("source", id.source.rawValue)
    json.member("source_id", id.sourceID)
    json.member("name", name)
    json.member("sport", sport)
    json.member("start", start)
    json.member("start_local", startLocal)
    json.member("timezone", timezone)
    json.member("duration_s", durationSeconds)
    json.member("elapsed_s", elapsedSeconds)
    json.figure("distance_m", distanceMetres)
    json.figure("elevation_gain_m", elevationGainMetres)
    json.figure("average_power_w", averagePowerWatts)
    json.figure("weighted_power_w", weightedPowerWatts)
    json.figure("max_power_w", maxPowerWatts)
    json.member("measured_power", measuredPower)
    json.figure("average_heart_rate_bpm", averageHeartRate)
    json.figure("max_heart_rate_bpm", maxHeartRate)
    json.figure("average_cadence_rpm", averageCadence)
    json.figure("energy_kj", energyKilojoules)
  }

  func writeDerived(to json: inout JSONWriter) {
    json.figure("load", load)
    json.member("load_from", loadFrom?.rawValue)
    if !sameAs.isEmpty {
      json.array("same_as") { json in
        for other in sameAs { json.value(other.description) }
      }
    }
  }

  static func knows(_ key: JSONKey) -> Bool {
    switch key {
    case "id", "source", "source_id", "name", "sport", "start", "start_local", "timezone",
      "duration_s", "elapsed_s", "distance_m", "elevation_gain_m", "average_power_w",
      "weighted_power_w", "max_power_w", "measured_power", "average_heart_rate_bpm",
      "max_heart_rate_bpm", "average_cadence_rpm", "energy_kj", "load", "load_from", "same_as":
      true
    default: false
    }
  }

  /// What velo-sync derives, `raw` and `from` do not count.
  func agrees(with other: Activity) -> Bool {
    let one = underived
    let two = other.underived
    return one == two || one.isWritten(like: two)
  }

  /// A digest of all that `agrees` compares.
  var digest: UInt64 {
    var room = JSONWriter()
    return digest(in: &room)
  }

  /// The digest, made in the room of the one before.
  func digest(in room: inout JSONWriter) -> UInt64 {
    room.removeAll()
    writeMembers(to: &room)
    return Digest.of(room.bytes)
  }

  func completed(by stored: Activity) -> Activity {
    var record = stored
    record.load = load
    record.loadFrom = loadFrom
    record.sameAs = sameAs
    return record
  }

  private var underived: Activity {
    var copy = self
    copy.load = nil
    copy.loadFrom = nil
    copy.ftpWatts = nil
    copy.sameAs = []
    copy.raw = nil
    copy.from = nil
    return copy
  }

  /// This record with what only an earlier one of it knew, and the place that was seen first: an
  /// import takes nothing away.
  func filled(from earlier: Activity) -> Activity {
    var record = self
    record.name = name ?? earlier.name
    record.sport = sport ?? earlier.sport
    record.startLocal = startLocal ?? earlier.startLocal
    record.timezone = timezone ?? earlier.timezone
    record.durationSeconds = durationSeconds ?? earlier.durationSeconds
    record.elapsedSeconds = elapsedSeconds ?? earlier.elapsedSeconds
    record.distanceMetres = distanceMetres ?? earlier.distanceMetres
    record.elevationGainMetres = elevationGainMetres ?? earlier.elevationGainMetres
    if averagePowerWatts == nil, weightedPowerWatts == nil, maxPowerWatts == nil {
      // Whether it was measured belongs to the power.
      record.averagePowerWatts = earlier.averagePowerWatts
      record.weightedPowerWatts = earlier.weightedPowerWatts
      record.maxPowerWatts = earlier.maxPowerWatts
      record.measuredPower = earlier.measuredPower
    }
    record.averageHeartRate = averageHeartRate ?? earlier.averageHeartRate
    record.maxHeartRate = maxHeartRate ?? earlier.maxHeartRate
    record.averageCadence = averageCadence ?? earlier.averageCadence
    record.energyKilojoules = energyKilojoules ?? earlier.energyKilojoules
    record.from = earlier.from ?? from
    return record
  }

  /// Whether a load computed for the one is right for the other.
  func hasLoadInputs(of other: Activity) -> Bool {
    durationSeconds == other.durationSeconds && elapsedSeconds == other.elapsedSeconds
      && averagePowerWatts == other.averagePowerWatts
      && weightedPowerWatts == other.weightedPowerWatts && measuredPower == other.measuredPower
      && averageHeartRate == other.averageHeartRate && maxHeartRate == other.maxHeartRate
  }
}
