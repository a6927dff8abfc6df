// Every service, where it is, and what a run can do at one.

package import Model
package import Network

/// The services, each registered by its row here.
package let services: [any ServiceAccount.Type] = [Strava.self, Intervals.self, Wahoo.self]

/// An account at a service.
package protocol ServiceAccount: Sendable {
  static var source: Source { get }
  static var endpoints: [Endpoint] { get }

  init(_ parts: ServiceParts)

  /// The account that the stored credentials are of.
  var service: any ActivityService { get }
  var way: SignInWay { get }

  /// Takes the permission back at the service; true when the service confirmed it, and where there
  /// is nothing to take back. The credentials stay.
  ///
  /// - Throws: as `CredentialStore.load`; `interrupted` when the task is cancelled.
  func revoke() async throws(SyncFailure) -> Bool
}

/// How a person signs in.
package enum SignInWay: Sendable {
  /// With the browser.
  case browser(OAuthSignIn)
  /// With a key, for oneself or for the athlete of that ID (`i12345`); it is tried, not stored.
  case key(@Sendable (Secret, String?) async throws(SyncFailure) -> KeyCredentials)
}

/// What every service is made of.
package struct ServiceParts: Sendable {
  let endpoints: Endpoints
  let credentials: CredentialStore
  /// Reads the streams of a FIT file, as the store keeps them; nil when it has none.
  let readRecording: @Sendable ([UInt8]) -> [UInt8]?
  /// How each service is reached, whose error replies are explained so.
  let connection: @Sendable (Source, @escaping Connection.Explain) -> Connection

  /// - Parameters:
  ///   - patience: the longest wait for a limit.
  ///   - deadline: when the whole run gives up.
  ///   - readRecording: the streams of a FIT file, as the store keeps them; nil when it has none.
  package init(
    endpoints: Endpoints, transport: any Transport, credentials: CredentialStore,
    events: any EventSink, time: any Time, random: any Random, patience: Duration,
    deadline: Moment?, readRecording: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) {
    self.endpoints = endpoints
    self.credentials = credentials
    self.readRecording = readRecording
    connection = { source, explain in
      Connection(
        source: source, transport: transport, events: events, time: time, random: random,
        patience: patience, deadline: deadline, explain: explain)
    }
  }

  /// The account at a source; nil for one whose data come as files.
  package func account(at source: Source) -> (any ServiceAccount)? {
    services.first { $0.source == source }?.init(self)
  }
}

/// A base URL of a service, and the environment variable that replaces it.
package struct Endpoint: Sendable {
  package let variable: String
  /// The service's own, without a slash at its end.
  package let standard: String
}

/// The base URLs of all services, without a slash at their end.
package struct Endpoints: Sendable {
  /// Those that are replaced, by their variables.
  private var urls: [String: String] = [:]

  /// The services' own, or what `VELO_SYNC_STRAVA_API` and its like say.
  ///
  /// - Parameter environment: variables by name; an empty one counts as unset.
  /// - Throws: `usage(.baseURL)` for anything but https, or http to a loopback address.
  package init(environment: [String: String] = [:]) throws(SyncFailure) {
    for endpoint in services.flatMap({ $0.endpoints }) {
      guard let text = environment[endpoint.variable], !text.isEmpty else { continue }
      guard let address = WebAddress(text), address.isAllowed,
        !address.path.contains(where: { "?#".contains($0) })
      else { throw .usage(.baseURL(variable: DisplayText(endpoint.variable))) }
      let slashes = text.reversed().prefix { $0 == "/" }.count
      urls[endpoint.variable] = String(text.dropLast(slashes))
    }
  }

  package subscript(endpoint: Endpoint) -> String { urls[endpoint.variable] ?? endpoint.standard }
}
