// An activity as one line of `activities/SOURCE/YEAR.ndjson`.

package import Codec
package import Model

extension Activity {
  package static let fields = Table<Activity>([
    .init("id", "The source and its own id.", .given { $0.id.description }, isAlways: true),
    .init(
      "source", "Where the record comes from.", .checked { $0.id.source.rawValue }, isAlways: true),
    .init("source_id", "The id at the source.", .checked { $0.id.sourceID }, isAlways: true),
    .init("name", "The title of the activity.", .text.at({ $0.name }, { $0.name = $1 })),
    .init("sport", "The source's word for the sport.", .text.at({ $0.sport }, { $0.sport = $1 })),
    .init("kind", "What the sport is, derived from `sport`.", .given { $0.kind }, isLenient: true),
    .init(
      "start", "When it began, in UTC.", .time.at({ $0.start }, { $0.start = $1 ?? $0.start }),
      isRequired: true),
    .init(
      "start_local", "When it began by the local clock.",
      .localTime.at({ $0.startLocal }, { $0.startLocal = $1 })),
    .init(
      "timezone", "IANA name of the time zone.", .text.at({ $0.timezone }, { $0.timezone = $1 })),
    .init(
      "duration_s", "Moving time in seconds.",
      .integer(StoredRange.seconds).at({ $0.durationSeconds }, { $0.durationSeconds = $1 })),
    .init(
      "elapsed_s", "Seconds from start to end, pauses included.",
      .integer(StoredRange.seconds).at({ $0.elapsedSeconds }, { $0.elapsedSeconds = $1 })),
    .init(
      "distance_m", "Distance in metres.",
      .figure.at({ $0.distanceMetres }, { $0.distanceMetres = $1 })),
    .init(
      "elevation_gain_m", "Metres climbed.",
      .figure.at({ $0.elevationGainMetres }, { $0.elevationGainMetres = $1 })),
    .init(
      "average_power_w", "Mean power in watts.",
      .figure.at({ $0.averagePowerWatts }, { $0.averagePowerWatts = $1 }), fills: .deciding(.power)),
    .init(
      "weighted_power_w", "Normalized power in watts.",
      .figure.at({ $0.weightedPowerWatts }, { $0.weightedPowerWatts = $1 }),
      fills: .deciding(.power)),
    .init(
      "max_power_w", "Highest power in watts.",
      .figure.at({ $0.maxPowerWatts }, { $0.maxPowerWatts = $1 }), fills: .deciding(.power)),
    .init(
      "measured_power", "Whether a sensor measured the power.",
      .flag.at({ $0.measuredPower }, { $0.measuredPower = $1 }), fills: .following(.power)),
    .init(
      "average_heart_rate_bpm", "Mean heart rate.",
      .figure.at({ $0.averageHeartRate }, { $0.averageHeartRate = $1 })),
    .init(
      "max_heart_rate_bpm", "Highest heart rate.",
      .figure.at({ $0.maxHeartRate }, { $0.maxHeartRate = $1 })),
    .init(
      "average_cadence_rpm", "Mean cadence.",
      .figure.at({ $0.averageCadence }, { $0.averageCadence = $1 })),
    .init(
      "energy_kj", "Mechanical work in kilojoules.",
      .figure.at({ $0.energyKilojoules }, { $0.energyKilojoules = $1 })),
    .init(
      "device", "What recorded it.", .text.at({ $0.device }, { $0.device = $1 }), role: .uncounted),
    .init(
      "gear", "The bike's name, else its id at the service.",
      .text.at({ $0.gear }, { $0.gear = $1 }), role: .uncounted),
    .init(
      "ftp_w", "Functional threshold power in watts that the recorder or the service had that day.",
      .integer(StoredRange.watts).at({ $0.ftpWatts }, { $0.ftpWatts = $1 }),
      role: .uncounted, isLenient: true),
    .init(
      "load", "Training load; 100 is one hour at threshold.",
      .figure.at({ $0.load }, { $0.load = $1 }), role: .derived),
    .init(
      "load_from", "What the load was computed from.",
      .word().at({ $0.loadFrom }, { $0.loadFrom = $1 }), role: .derived),
    .init(
      "best_power_w", "Best mean power in watts by seconds: 5 to 7200, as long as the ride.",
      .bestPowers, role: .derived, isLenient: true),
    .init(
      "power_zone_s", "Seconds in each of the seven power zones, by the FTP of the day.",
      .seconds(of: RideAnalysis.powerZones, { $0.powerZoneSeconds }, { $0.powerZoneSeconds = $1 }),
      role: .derived, isLenient: true),
    .init(
      "heart_rate_zone_s", "Seconds in each of the five heart rate zones.",
      .seconds(
        of: RideAnalysis.heartRateZones, { $0.heartRateZoneSeconds },
        { $0.heartRateZoneSeconds = $1 }), role: .derived, isLenient: true),
    .init(
      "same_as", "Ids of the records of the same ride from other sources.",
      .elements(
        of: .text,
        read: { id in
          // A source that only a later version knows is no damage: the list is derived.
          guard let text = id.string else { return id.isNull ? .unknown : .wrong }
          return ActivityID(text).map { .value($0) } ?? .unknown
        }, write: { $1.value($0.description) }
      ).at({ $0.sameAs.isEmpty ? nil : $0.sameAs }, { $0.sameAs = $1 ?? [] }), role: .derived),
    .init(
      "ride", "Id of the main record of the ride, if the ride has others.",
      .text.at({ $0.ride?.description }, { $0.ride = $1.flatMap { ActivityID($0) } }),
      role: .derived, isLenient: true),
    .init(
      "excluded", "Whether the rider leaves the ride out of all that is computed.",
      .flag.at({ $0.isExcluded ? true : nil }, { $0.isExcluded = $1 ?? false }), role: .derived),
    FileOrigin.field({ $0.from }, { $0.from = $1 }),
  ])

  /// Reads a line; nil when it is no activity of that source.
  ///
  /// - Parameter source: whose file it is in; nil for any.
  package init?(_ line: JSONValue, of source: Source?) {
    guard let id = line["id"]?.string.flatMap({ ActivityID($0) }),
      source == nil || source == id.source
    else { return nil }
    self.init(id: id, start: Timestamp(seconds: 0))
    guard Self.fields.read(line, into: &self) else { return nil }
    if from != nil, !id.source.isFiles { archive = line["raw"] == nil ? .everything : .fields }
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

extension FileOrigin {
  static let fields = Table<FileOrigin>(
    [
      .init(
        "file", "The file's name, without its folder.",
        .text.at({ $0.file }, { $0.file = $1 ?? "" }), isRequired: true),
      .init(
        "line", "The line it begins at, from 1.",
        .integer(.min ... .max).at({ $0.line }, { $0.line = $1 }), isLenient: true),
      .init(
        "member", "The member of an archive.", .text.at({ $0.member }, { $0.member = $1 }),
        isLenient: true),
    ], name: "file_origin", about: "Where a record from a file was first seen.")

  /// The field of a record that may come from a file.
  static func field<Record>(
    _ get: @escaping Field<Record>.Getter<FileOrigin?>,
    _ set: @escaping Field<Record>.Setter<FileOrigin?>
  ) -> Field<Record> {
    Field(
      "from", "Where a record from a file was first seen.",
      .object(fields, from: FileOrigin(file: "")).at(get, set), role: .origin, isLenient: true)
  }
}

/// A table with a field for each duration of the best powers.
func bestPowerTable<Value>(
  name: StaticString, about: StaticString, _ value: FieldValue<Value>, _ meaning: (Int) -> String
) -> Table<[Value?]> {
  let keys: [StaticString] = [
    "5", "15", "30", "60", "120", "180", "300", "480", "600", "720", "1200", "1800", "2400", "3600",
    "5400", "7200",
  ]
  return Table(
    keys.enumerated().map { index, key in
      Field(
        key, meaning(RideAnalysis.durations[index]),
        value.at({ index < $0.count ? $0[index] : nil }, { $0[index] = $1 }))
    }, name: name, about: about)
}

/// What reading such a table starts from.
func noBestPowers<Value>() -> [Value?] {
  Array(repeating: nil, count: RideAnalysis.durations.count)
}

extension Field<Activity>.Access {
  private static let powerTable = bestPowerTable(
    name: "best_powers", about: "The best mean power of a ride in watts, by seconds.",
    Field<[Int?]>.Access.integer(StoredRange.watts)
  ) { "Over \($0) seconds." }

  /// An object with a best power for each duration; the first that it lacks ends the list.
  fileprivate static var bestPowers: Self {
    object(powerTable, from: noBestPowers()).at(
      { activity in
        let bests = activity.analysis?.bestPowers ?? []
        return bests.isEmpty ? nil : bests
      },
      { activity, bests in
        let known = (bests ?? []).prefix { $0 != nil }.compactMap { $0 }
        if known.isEmpty { return }
        activity.analysis = activity.analysis.with { $0.bestPowers = known }
      })
  }

  /// A list of so many whole seconds.
  fileprivate static func seconds(
    of count: Int, _ get: @escaping @Sendable (RideAnalysis) -> [Int]?,
    _ set: @escaping @Sendable (inout RideAnalysis, [Int]) -> Void
  ) -> Self {
    elements(
      of: .integer(StoredRange.seconds), read: { .integer($0, in: StoredRange.seconds) },
      write: { $1.value(Double($0), decimals: 0) }
    ).at(
      { $0.analysis.flatMap(get) },
      { activity, seconds in
        guard let seconds, seconds.count == count else { return }
        activity.analysis = activity.analysis.with { set(&$0, seconds) }
      })
  }
}

extension RideAnalysis? {
  /// The analysis with a change; a new one where there is none.
  fileprivate func with(_ change: (inout RideAnalysis) -> Void) -> RideAnalysis {
    var analysis = self ?? RideAnalysis()
    change(&analysis)
    return analysis
  }
}
