// The athlete of the fake service's account.

/// The athlete, in the forms of `/athlete`, `/athlete/zones` and the token exchange.
package struct StravaAthlete: Sendable {
  package var id: Int64 = 134_815
  package var firstName = "Marianne"

  /// The answer for a token with `profile:read_all`.
  var detailed: String {
    """
    {\(members(state: 3)),"follower_count":5,"friend_count":5,"mutual_friend_count":0,\
    "athlete_type":0,"date_preference":"%m/%d/%Y","measurement_preference":"meters","clubs":[],\
    "ftp":245,"weight":61.5,"bikes":[{"id":"b1","primary":true,"name":"Randonneur",\
    "resource_state":2,"distance":1981531.2}],"shoes":[]}
    """
  }

  /// The answer for other tokens and for the token exchange.
  var summary: String { "{\(members(state: 2))}" }

  /// The reply of `/athlete/zones`.
  static let zones = """
    {"heart_rate":{"custom_zones":false,"zones":[{"min":0,"max":115},{"min":115,"max":152},\
    {"min":152,"max":171},{"min":171,"max":190},{"min":190,"max":-1}]},\
    "power":{"zones":[{"min":0,"max":134},{"min":135,"max":183},{"min":184,"max":220},\
    {"min":221,"max":257},{"min":258,"max":294},{"min":295,"max":367},{"min":368,"max":-1}]}}
    """

  private func members(state: Int) -> String {
    """
    "id":\(id),"username":null,"resource_state":\(state),\
    "firstname":\(JSONText.quoted(firstName)),"lastname":"T.","city":null,"state":null,\
    "country":null,"sex":"F","premium":true,"summit":true,"created_at":"2017-11-14T02:30:05Z",\
    "updated_at":"2026-02-06T19:32:20Z","badge_type_id":4,\
    "profile_medium":"avatar/athlete/medium.png","profile":"avatar/athlete/large.png",\
    "friend":null,"follower":null
    """
  }
}
