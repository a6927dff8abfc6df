// The athlete of the fake service's account.

/// The athlete, in the forms of `/athlete`, `/athlete/zones` and the token exchange.
package struct StravaAthlete: Sendable {
  package var id: Int64 = 134_815
  package var firstName = "Marianne"
  package var lastName = "T."
  /// `F`, `M` or nil.
  package var sex: String? = "F"
  /// Watts; nil is sent as null and omits the power zones.
  package var ftp: Int? = 245
  /// Kilograms; 0 is what Strava sends for "not given".
  package var weight: Double? = 61.5
  /// Upper bounds of the heart rate zones in beats per minute; the last zone is open.
  package var heartRateBounds = [115, 152, 171, 190]
  /// Upper bounds of the power zones in percent of the FTP; the last zone is open.
  package var powerPercents = [55, 75, 90, 105, 120, 150]

  package init() {}

  /// The answer for a token with `profile:read_all`.
  package var detailed: String {
    let end = [
      #""follower_count":5,"friend_count":5,"mutual_friend_count":0,"athlete_type":0"#,
      #""date_preference":"%m/%d/%Y","measurement_preference":"meters","clubs":[]"#,
      "\"ftp\":\(ftp.map { "\($0)" } ?? "null"),\"weight\":\(weight.map { "\($0)" } ?? "null")",
      #""bikes":[{"id":"b1","primary":true,"name":"Randonneur","resource_state":2,"#
        + #""distance":1981531.2}],"shoes":[]"#,
    ]
    return summary(state: 3).dropLast() + "," + end.joined(separator: ",") + "}"
  }

  /// The answer for other tokens and for the token exchange.
  package var summary: String { summary(state: 2) }

  /// The reply of `/athlete/zones`.
  package var zones: String {
    let pulse = Self.list(of: heartRateBounds, gap: 0)
    let power = ftp.map { ftp in
      ",\"power\":{\"zones\":\(Self.list(of: powerPercents.map { $0 * ftp / 100 }, gap: 1))}"
    }
    return "{\"heart_rate\":{\"custom_zones\":false,\"zones\":\(pulse)}\(power ?? "")}"
  }

  private func summary(state: Int) -> String {
    let parts = [
      "\"id\":\(id)", "\"username\":null", "\"resource_state\":\(state)",
      "\"firstname\":\(JSONText.quoted(firstName))", "\"lastname\":\(JSONText.quoted(lastName))",
      "\"city\":null,\"state\":null,\"country\":null",
      "\"sex\":\(sex.map { JSONText.quoted($0) } ?? "null")",
      #""premium":true,"summit":true,"created_at":"2017-11-14T02:30:05Z""#,
      #""updated_at":"2026-02-06T19:32:20Z","badge_type_id":4"#,
      #""profile_medium":"avatar/athlete/medium.png","profile":"avatar/athlete/large.png""#,
      #""friend":null,"follower":null"#,
    ]
    return "{" + parts.joined(separator: ",") + "}"
  }

  private static func list(of bounds: [Int], gap: Int) -> String {
    let lows = [0] + bounds.map { $0 + gap }
    let zones = zip(lows, bounds + [-1]).map { "{\"min\":\($0),\"max\":\($1)}" }
    return "[" + zones.joined(separator: ",") + "]"
  }
}
