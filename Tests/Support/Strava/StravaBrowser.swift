// The person in the browser, who grants or denies.

/// What the person does on the page that asks for consent.
package enum StravaConsent: Sendable {
  /// Grants everything asked for.
  case approve
  /// Clicks Cancel.
  case deny
  /// Grants all but these scopes.
  case untick(Set<String>)
}

/// The page shows an error instead of asking: what the client sent is wrong.
package struct StravaRefusal: Error, Sendable, Equatable {
  package let fault: StravaFault
}

extension FakeStrava {
  /// Plays the person who opened the authorize address: returns the address the browser is then
  /// redirected to, which a test opens (`Browser.get`) or pastes.
  ///
  /// - Throws: `StravaRefusal` when Strava would show an error page.
  package func approve(
    _ authorizeAddress: String, _ consent: StravaConsent = .approve
  ) throws(StravaRefusal) -> String {
    let query =
      authorizeAddress.firstIndex(of: "?").map {
        NamedValues(form: authorizeAddress[authorizeAddress.index(after: $0)...])
      } ?? [:]
    guard query["client_id"] == edit({ $0.application.clientID }) else {
      throw StravaRefusal(fault: query["client_id"] == nil ? .missingClientID : .badClientID)
    }
    guard let redirect = query["redirect_uri"], let address = WebAddress(redirect),
      ["localhost", "127.0.0.1"].contains(address.host)
    else { throw StravaRefusal(fault: .badRedirect) }
    let wanted = (query["scope"] ?? "").split(separator: ",").map { String($0) }
    guard !wanted.isEmpty, Self.knownScopes.isSuperset(of: wanted) else {
      throw StravaRefusal(fault: .badScope)
    }
    guard query["response_type"] == "code" else {
      throw StravaRefusal(
        fault: StravaFault(400, "Bad Request", "Authorize", "response_type", "invalid"))
    }
    let state = Percent.encode(query["state"] ?? "")
    let separator = redirect.contains("?") ? "&" : "?"
    let granted: [String]
    switch consent {
    case .deny: return "\(redirect)\(separator)state=\(state)&error=access_denied"
    case .approve: granted = wanted
    case .untick(let unticked): granted = wanted.filter { !unticked.contains($0) }
    }
    let code = edit { $0.grants.makeCode(scopes: granted) }
    let scope = Percent.encode(granted.joined(separator: ","), sparing: ",:")
    return "\(redirect)\(separator)state=\(state)&code=\(code)&scope=\(scope)"
  }

  private static let knownScopes: Set<String> = [
    "read", "read_all", "profile:read_all", "profile:write", "activity:read", "activity:read_all",
    "activity:write",
  ]
}
