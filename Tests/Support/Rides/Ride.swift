// A ride in Strava's format (SummaryActivity), in all its variants.

/// A SummaryActivity. Its JSON has the keys of live replies: those of the published model, and
/// those seen only in replies (see the example in Strava's reference).
package struct Ride: Sendable, Identifiable {
  /// White space between the tokens.
  package enum Layout: Sendable {
    /// None, as the service sends it.
    case compact
    case spaced, indented
    /// With CR LF, and white space before colons.
    case tabbed
  }

  /// Above 2^32, as all new ids.
  package var id: Int64
  package var name: String
  package var sportType = "Ride"
  /// Seconds since 1970, UTC.
  package var start: Int
  package var zone = RideZone.berlin
  /// In seconds.
  package var (movingTime, elapsedTime) = (3600, 3900)
  /// In metres.
  package var (distance, elevationGain) = (27_400.0, 312.0)
  /// `start_latlng` and `end_latlng` as JSON; nil leaves them out.
  package var place: String? = "[52.52,13.4]"
  /// In watts; nil omits all power keys, as without a power meter.
  package var averageWatts: Double?
  package var weightedWatts, maxWatts: Int?
  /// False for power Strava estimated.
  package var deviceWatts: Bool?
  /// Beats per minute; nil leaves the keys out.
  package var averageHeartRate: Double?
  package var maxHeartRate: Int?
  package var cadence: Double?
  package var isTrainer = false
  package var kudos = 3
  /// `everyone`, `followers_only` or `only_me`, which only `activity:read_all` shows.
  package var visibility = "everyone"
  /// Digits, of any length.
  package var uploadID = "9876543210"
  package var layout = Layout.compact
  /// Keys with raw JSON values that replace their own, known or unknown.
  package var overrides: [String: String] = [:]
  package var absent: Set<String> = []
  /// Counted on the list's pages but missing from its replies: pages can be shorter than requested.
  package var isHidden = false

  package init(id: Int64, name: String = "Morning Ride", start: Int) {
    (self.id, self.name, self.start) = (id, name, start)
  }

  /// A ride with a power meter and a heart rate strap.
  init(measuredFrom start: Int) {
    self.init(id: 0, start: start)
    (deviceWatts, averageWatts, weightedWatts) = (true, 180.4, 200)
    (averageHeartRate, maxHeartRate) = (141.2, 178)
  }

  var startLocal: String { Civil(epoch: start + zone.offset(at: start)).text }
  var hasMeter: Bool { deviceWatts == true }

  package var json: String {
    let fields = JSONText.replaced(fields.filter { !absent.contains($0.name) }, by: overrides)
    let (open, colon, comma, close) =
      switch layout {
      case .compact: ("{", ":", ",", "}")
      case .spaced: ("{ ", ": ", ", ", " }")
      case .indented: ("{\n    ", ": ", ",\n    ", "\n  }")
      case .tabbed: ("{\r\n\t", "\t:  ", " ,\r\n\t", "\r\n}")
      }
    return open + fields.map { "\"\($0.name)\"\(colon)\($0.json)" }.joined(separator: comma) + close
  }

  private var fields: [(name: String, json: String)] {
    var fields: [(name: String, json: String)] = [
      ("resource_state", "2"), ("athlete", #"{"id":134815,"resource_state":1}"#),
      ("name", JSONText.quoted(name)), ("distance", "\(distance)"),
      ("moving_time", "\(movingTime)"), ("elapsed_time", "\(elapsedTime)"),
      ("total_elevation_gain", "\(elevationGain)"), ("type", JSONText.quoted("Ride")),
      ("sport_type", JSONText.quoted(sportType)), ("workout_type", "null"), ("id", "\(id)"),
      ("start_date", JSONText.quoted(Civil(epoch: start).text + "Z")),
      // The local time, but with a Z.
      ("start_date_local", JSONText.quoted(startLocal + "Z")),
      ("timezone", JSONText.quoted(zone.stravaText)),
      ("utc_offset", "\(zone.offset(at: start)).0"), ("location_city", "null"),
      ("location_state", "null"), ("location_country", "null"), ("achievement_count", "0"),
      ("kudos_count", "\(kudos)"), ("comment_count", "0"), ("athlete_count", "1"),
      ("photo_count", "0"), ("map", map), ("trainer", "\(isTrainer)"), ("commute", "false"),
      ("manual", "false"), ("private", "\(visibility == "only_me")"),
      ("visibility", JSONText.quoted(visibility)), ("flagged", "false"), ("gear_id", "null"),
    ]
    if let place { fields += [("start_latlng", place), ("end_latlng", place)] }
    let speed = movingTime > 0 ? distance / Double(movingTime) : 0
    fields += [
      ("average_speed", JSONText.number(speed, decimals: 3)),
      ("max_speed", JSONText.number(speed * 1.9, decimals: 1)),
    ]
    if let cadence { fields.append(("average_cadence", "\(cadence)")) }
    if let averageWatts {
      let work = averageWatts * Double(movingTime) / 1000
      fields += [
        ("average_watts", "\(averageWatts)"),
        ("kilojoules", JSONText.number(work, decimals: 1)),
        ("device_watts", "\(deviceWatts ?? false)"),
      ]
      if let maxWatts { fields.append(("max_watts", "\(maxWatts)")) }
      if let weightedWatts { fields.append(("weighted_average_watts", "\(weightedWatts)")) }
    }
    fields.append(("has_heartrate", "\(averageHeartRate != nil)"))
    if let averageHeartRate { fields.append(("average_heartrate", "\(averageHeartRate)")) }
    if let maxHeartRate { fields.append(("max_heartrate", "\(maxHeartRate)")) }
    fields += [
      ("heartrate_opt_out", "false"), ("display_hide_heartrate_option", "false"),
      ("upload_id", uploadID), ("upload_id_str", JSONText.quoted(uploadID)),
      ("external_id", JSONText.quoted("garmin_push_\(id)")), ("from_accepted_tag", "false"),
      ("pr_count", "0"), ("total_photo_count", "0"), ("has_kudoed", "false"),
    ]
    return fields
  }

  private var map: String {
    let line = place?.contains(",") == true ? #""_p~iF~ps|U_ulLnnqC""# : #""""#
    return #"{"id":"a\#(id)","summary_polyline":\#(line),"resource_state":2}"#
  }
}

@dynamicMemberLookup
package protocol RideRecord: Sendable {
  var ride: Ride { get set }
}

extension RideRecord {
  package subscript<Value>(dynamicMember path: WritableKeyPath<Ride, Value>) -> Value {
    get { ride[keyPath: path] }
    set { ride[keyPath: path] = newValue }
  }
}

extension Array where Element: RideRecord & Identifiable {
  package mutating func change(_ id: Element.ID, _ change: (inout Element) -> Void) {
    if let index = firstIndex(where: { $0.id == id }) { change(&self[index]) }
  }
}
