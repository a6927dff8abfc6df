// One activity, as it is stored.

/// Identifies an activity in the store: its source and the source's own id.
package struct ActivityID: Hashable, Sendable, CustomStringConvertible {
  package let source: Source
  /// The id as the service writes it; not a number, because services have ids beyond 2^63.
  package let sourceID: String

  package init(source: Source, sourceID: String) {
    (self.source, self.sourceID) = (source, sourceID)
  }

  /// Reads `source:id`; nil for a source that this program does not know.
  package init?(_ text: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      let source = Source(rawValue: String(text[..<colon]))
    else { return nil }
    let sourceID = String(text[text.utf8.index(after: colon)...])
    guard !sourceID.isEmpty else { return nil }
    self.init(source: source, sourceID: sourceID)
  }

  package var description: String { "\(source.rawValue):\(sourceID)" }
}

/// What a load was computed from.
package enum LoadOrigin: String, CaseIterable, Sendable {
  case power
  case heartRate = "heart_rate"
  case service
}

/// What a service's record has from the archive of the account. Derived from what the stored line
/// holds: `from` without `raw`, or both.
package enum ArchiveShare: UInt8, Sendable {
  case nothing
  /// The service sent the record, and an archive filled absent fields.
  case fields
  /// The service has not sent the record yet.
  case everything
}

/// A ride, run or other activity. Everything a service may leave out is optional.
package struct Activity: Hashable, Sendable {
  package var id: ActivityID
  @CleanText package var name: String?
  /// The service's own word.
  @CleanText package var sport: String?
  package var start: Timestamp
  /// The local time at the start.
  package var startLocal: LocalTime?
  // The next three are placed here because they fit into padding.
  /// What the record has from an account's archive; `nothing` for other sources than services.
  package var archive = ArchiveShare.nothing
  /// False when the service estimated the power.
  package var measuredPower: Bool?
  /// What the load was computed from; present exactly when `load` is.
  package var loadFrom: LoadOrigin?
  /// IANA name.
  @CleanText package var timezone: String?
  /// Moving time; never longer than `elapsedSeconds`, whoever gave them.
  package var durationSeconds: Int? {
    get { moving }
    set {
      moving = newValue
      limitDuration()
    }
  }
  package var elapsedSeconds: Int? {
    get { elapsed }
    set {
      elapsed = newValue
      limitDuration()
    }
  }
  @CompactDouble package var distanceMetres: Double?
  @CompactDouble package var elevationGainMetres: Double?
  @CompactDouble package var averagePowerWatts: Double?
  @CompactDouble package var weightedPowerWatts: Double?
  @CompactDouble package var maxPowerWatts: Double?
  @CompactDouble package var averageHeartRate: Double?
  @CompactDouble package var maxHeartRate: Double?
  @CompactDouble package var averageCadence: Double?
  /// Mechanical work.
  @CompactDouble package var energyKilojoules: Double?
  /// What recorded it: "Garmin Edge 530", "Zwift".
  @CleanText package var device: String?
  /// The bike's name, else the service's id of it.
  @CleanText package var gear: String?
  /// 100 = one hour at threshold.
  @CompactDouble package var load: Double?
  /// What its second-by-second data say.
  package var analysis: RideAnalysis?
  /// The functional threshold power in watts that the recorder or the service had on that day.
  @CompactInt package var ftpWatts: Int?
  /// The same ride in other services.
  package var sameAs: [ActivityID] = []
  /// The main record of the ride: that of the first source. As stored; present exactly when
  /// `sameAs` is not empty, but for records of earlier versions.
  @Boxed package var ride: ActivityID?
  /// Whether the rider leaves the ride out of loads, fitness, routine, totals and bests.
  package var isExcluded = false
  /// The service's record: JSON as received, without white space between tokens.
  package var raw: [UInt8]?
  /// Where a record from a file was first found; such records have no `raw`.
  @Boxed package var from: FileOrigin?

  // What the properties above keep: an initialiser would not call their observers.
  @CompactInt private var moving: Int?
  @CompactInt private var elapsed: Int?

  package init(id: ActivityID, start: Timestamp) { (self.id, self.start) = (id, start) }

  /// A recorder or service that is wrong about one of them is nearly always wrong about the longer.
  private mutating func limitDuration() {
    guard let elapsedSeconds, let durationSeconds, elapsedSeconds > 0,
      durationSeconds > elapsedSeconds
    else { return }
    moving = elapsedSeconds
  }

  /// Whether it has a measured average or weighted power.
  package var hasMeasuredPower: Bool {
    measuredPower == true && (weightedPowerWatts != nil || averagePowerWatts != nil)
  }

  /// The mean speed over the moving time, over the whole time of an activity without one, in km/h.
  package var averageSpeed: Double? {
    guard let distanceMetres, let seconds = durationSeconds ?? elapsedSeconds, seconds > 0 else {
      return nil
    }
    return distanceMetres / Double(seconds) * 3.6
  }

  /// The ids of all records of the ride, this one first.
  package var records: [ActivityID] { [id] + sameAs }

  /// The id of the record that stands for the ride: that of the first source.
  package var mainID: ActivityID { sameAs.reduce(id) { $1.source < $0.source ? $1 : $0 } }

  /// Names the records of the ride. Returns whether that was new.
  ///
  /// - Parameter records: all of them in the order of sources; empty when there is no other.
  package mutating func join(_ records: [ActivityID]) -> Bool {
    let stored = (sameAs, ride)
    (sameAs, ride) = (records.filter { $0 != id }, records.first)
    return stored != (sameAs, ride)
  }

  /// The local day it belongs to; the UTC day when the service gives no local time.
  package var day: Day { startLocal?.day ?? Day(of: start) }
}
