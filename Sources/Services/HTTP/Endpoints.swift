// Where the services are.

package import Model

/// The base URLs, without a slash at their end.
package struct Endpoints: Hashable, Sendable {
  package let stravaAPI: String
  package let stravaOAuth: String
  package let intervalsAPI: String
  package let wahooAPI: String

  /// The services' own, or what `VELO_SYNC_STRAVA_API` and its like say.
  ///
  /// - Parameter environment: variables by name; an empty one counts as unset.
  /// - Throws: `usage(.baseURL)` for anything but https, or http to a loopback address.
  package init(environment: [String: String] = [:]) throws(SyncFailure) {
    func base(_ variable: String, _ standard: String) throws(SyncFailure) -> String {
      guard let text = environment[variable], !text.isEmpty else { return standard }
      guard let address = WebAddress(text), address.isAllowed,
        !address.path.contains(where: { "?#".contains($0) })
      else { throw .usage(.baseURL(variable: DisplayText(variable))) }
      let slashes = text.reversed().prefix { $0 == "/" }.count
      return String(text.dropLast(slashes))
    }
    stravaAPI = try base("VELO_SYNC_STRAVA_API", "https://www.strava.com/api/v3")
    stravaOAuth = try base("VELO_SYNC_STRAVA_OAUTH", "https://www.strava.com/oauth")
    intervalsAPI = try base("VELO_SYNC_INTERVALS_API", "https://intervals.icu/api/v1")
    wahooAPI = try base("VELO_SYNC_WAHOO_API", "https://api.wahooligan.com")
  }
}
