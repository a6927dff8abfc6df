// Where the services are.

package import Model
import Network

/// A base URL of a service, and the environment variable that replaces it.
package struct Endpoint: Sendable {
  package let variable: String
  /// The service's own, without a slash at its end.
  package let standard: String
}

/// The base URLs of all services, without a slash at their end.
package struct Endpoints: Sendable {
  private var urls: [String: String] = [:]

  /// The services' own, or what `VELO_SYNC_STRAVA_API` and its like say.
  ///
  /// - Parameter environment: variables by name; an empty one counts as unset.
  /// - Throws: `usage(.baseURL)` for anything but https, or http to a loopback address.
  package init(environment: [String: String] = [:]) throws(SyncFailure) {
    for service in services {
      for endpoint in service.endpoints {
        urls[endpoint.variable] = try Self.url(of: endpoint, environment)
      }
    }
  }

  package subscript(endpoint: Endpoint) -> String {
    urls[endpoint.variable] ?? endpoint.standard
  }

  private static func url(
    of endpoint: Endpoint, _ environment: [String: String]
  ) throws(SyncFailure) -> String {
    guard let text = environment[endpoint.variable], !text.isEmpty else { return endpoint.standard }
    guard let address = WebAddress(text), address.isAllowed,
      !address.path.contains(where: { "?#".contains($0) })
    else { throw .usage(.baseURL(variable: DisplayText(endpoint.variable))) }
    let slashes = text.reversed().prefix { $0 == "/" }.count
    return String(text.dropLast(slashes))
  }
}
