// An activity as one line of `activities/SOURCE/YEAR.ndjson`.

package import Codec
package import Model

extension Activity {
  static let fields = RecordTable<Activity>([
    .given("id", "Name of the record: the source and its own id.") { $0.id.description },
    .given("source", "Where the record comes from.", isChecked: true) { $0.id.source.rawValue },
    .given("source_id", "The id at the source.", isChecked: true) { $0.id.sourceID },
    .text("name", "The title that the rider gave it.", { $0.name }, { $0.name = $1 }),
    .text("sport", "The source's word for the sport.", { $0.sport }, { $0.sport = $1 }),
    .time("start", "When it began, in UTC.", { $0.start }, { $0.start = $1 ?? $0.start }).required,
    .localTime(
      "start_local", "When it began by the local clock.",
      { $0.startLocal }, { $0.startLocal = $1 }),
    .text("timezone", "IANA name of the time zone.", { $0.timezone }, { $0.timezone = $1 }),
    .integer(
      "duration_s", "Moving time in seconds.", in: StoredRange.seconds,
      { $0.durationSeconds }, { $0.durationSeconds = $1 }),
    .integer(
      "elapsed_s", "Seconds from start to end, pauses included.", in: StoredRange.seconds,
      { $0.elapsedSeconds }, { $0.elapsedSeconds = $1 }),
    .figure(
      "distance_m", "Distance in metres.", { $0.distanceMetres }, { $0.distanceMetres = $1 }),
    .figure(
      "elevation_gain_m", "Metres climbed.",
      { $0.elevationGainMetres }, { $0.elevationGainMetres = $1 }),
    .figure(
      "average_power_w", "Mean power in watts.",
      { $0.averagePowerWatts }, { $0.averagePowerWatts = $1 }
    ).filled(.deciding(.power)),
    .figure(
      "weighted_power_w", "Power in watts, weighted by the strain it causes.",
      { $0.weightedPowerWatts }, { $0.weightedPowerWatts = $1 }
    ).filled(.deciding(.power)),
    .figure(
      "max_power_w", "Highest power in watts.", { $0.maxPowerWatts }, { $0.maxPowerWatts = $1 }
    ).filled(.deciding(.power)),
    .flag(
      "measured_power", "Whether a sensor measured the power.",
      { $0.measuredPower }, { $0.measuredPower = $1 }
    ).filled(.following(.power)),
    .figure(
      "average_heart_rate_bpm", "Mean heart rate.",
      { $0.averageHeartRate }, { $0.averageHeartRate = $1 }),
    .figure(
      "max_heart_rate_bpm", "Highest heart rate.", { $0.maxHeartRate }, { $0.maxHeartRate = $1 }),
    .figure(
      "average_cadence_rpm", "Mean cadence.", { $0.averageCadence }, { $0.averageCadence = $1 }),
    .figure(
      "energy_kj", "Mechanical work in kilojoules.",
      { $0.energyKilojoules }, { $0.energyKilojoules = $1 }),
    .figure("load", "Training load; 100 is one hour at threshold.", { $0.load }, { $0.load = $1 })
      .role(.derived),
    .word("load_from", "What the load was computed from.", { $0.loadFrom }, { $0.loadFrom = $1 })
      .role(.derived),
    sameRides.role(.derived),
    .object(
      "from", "Where a record from a file was first seen.", FilePlace.fields,
      from: FilePlace(file: ""), { $0.from }, { $0.from = $1 }
    ).role(.origin).lenient,
  ])

  /// An id of a source that only a later version knows is left out: the list is derived.
  private static var sameRides: RecordField<Activity> {
    RecordField(
      "same_as", "Ids of the records of the same ride from other sources.",
      .parts(
        write: { activity, json in
          if activity.sameAs.isEmpty { return }
          json.array("same_as") { json in
            for other in activity.sameAs { json.value(other.description) }
          }
        },
        read: { value, activity in
          guard let ids = value.elements, ids.allSatisfy({ $0.string != nil || $0.isNull }) else {
            return false
          }
          activity.sameAs = ids.compactMap { $0.string.flatMap { ActivityID($0) } }
          return true
        }))
  }

  /// Reads a line; nil when it is no activity of that source.
  ///
  /// - Parameter source: whose file it is in; nil for any.
  package init?(_ line: JSONValue, of source: Source?) {
    guard let members = line.members, let id = line["id"]?.string.flatMap({ ActivityID($0) }),
      source == nil || source == id.source
    else { return nil }
    self.init(id: id, start: Timestamp(seconds: 0))
    guard Self.fields.read(members, into: &self) else { return nil }
  }

  /// Writes the members in which a difference is a change.
  package func writeMembers(to json: inout JSONWriter) { Self.fields.writeCounted(self, to: &json) }

  /// Writes what is computed from them.
  package func writeDerived(to json: inout JSONWriter) { Self.fields.writeDerived(self, to: &json) }

  /// Writes where the record was first seen; nothing for one from a service.
  package func writeOrigin(to json: inout JSONWriter) { Self.fields.writeOrigin(self, to: &json) }

  /// Whether a member is one of the fields.
  package static func knows(_ key: JSONKey) -> Bool { fields.has(key) }

  /// Whether both say the same in the fields in which a difference is a change.
  package func agrees(with other: Activity) -> Bool { Self.fields.agree(self, other) }

  /// Whether all numbers may be stored.
  package var isBounded: Bool { Self.fields.isBounded(self) }

  /// The activity without the numbers that no record may hold.
  package var bounded: Activity {
    if isBounded { return self }
    var copy = self
    Self.fields.bound(&copy)
    if copy.load == nil { copy.loadFrom = nil }
    return copy
  }

  /// This record with what only an earlier one of the same ride has, and the place that was seen
  /// first.
  package func filled(from earlier: Activity) -> Activity {
    var record = self
    Self.fields.fill(&record, from: earlier)
    record.from = earlier.from ?? from
    return record
  }
}

extension FilePlace {
  static let fields = RecordTable<FilePlace>([
    .text("file", "The file's name, without its folder.", { $0.file }, { $0.file = $1 ?? "" })
      .required,
    .integer(
      "line", "The line it begins at, from 1.", in: .min ... .max, { $0.line }, { $0.line = $1 }
    ).lenient,
    .text("member", "The member of an archive.", { $0.member }, { $0.member = $1 }).lenient,
  ])
}
