// Choices that a person types and that a room other than Flags obeys. The raw value is what is
// typed.

/// Whether to use colour; `auto` leaves it to the usual variables and the terminal.
package enum ColorChoice: String, CaseIterable, Hashable, Sendable { case auto, always, never }

/// A failure, or slowness, that the sample athlete can simulate.
package enum SimulationCase: String, CaseIterable, Hashable, Sendable {
  case network, timeout, server, auth, permission
  case rateLimit = "rate-limit"
  case badReply = "bad-reply"
  case diskFull = "disk-full"
  case locked, `internal`, slow, offline
}

/// The units of texts. The raw values are those of `--units`.
package enum Units: String, CaseIterable, Hashable, Sendable {
  /// km, m, km/h.
  case metric
  /// mi, ft, mph: the international mile and foot of 1959.
  case imperial

  /// The metres of a unit of distance.
  package var distanceMetres: Double {
    switch self {
    case .metric: 1000
    case .imperial: 1609.344
    }
  }

  /// The metres of a unit of height.
  package var heightMetres: Double {
    switch self {
    case .metric: 1
    case .imperial: 0.3048
    }
  }
}
