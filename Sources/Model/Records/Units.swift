// The units that a person reads. Everything that is stored or sent is metric.

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
