// The services and files that training data comes from.

/// Where a record comes from. The raw value is the machine-readable name.
package enum Source: String, CaseIterable, Comparable, Hashable, Sendable {
  case strava
  case intervals
  case wahoo
  case appleHealth = "apple-health"
  case garmin
  case trainerroad
  case files

  /// The name as its makers write it.
  package var label: String { row.label }

  /// Whether the data comes from imported files rather than a service.
  package var isFiles: Bool { row.isFiles }

  /// Whether a person can connect it: services with a sign-in, and folders of ride files.
  package var isConnectable: Bool { !isFiles || self == .files }

  /// Whether it may have nights, which recovery and sleep are computed from.
  package var hasNights: Bool { [.intervals, .appleHealth, .garmin].contains(self) }

  private var row: (label: String, isFiles: Bool) {
    switch self {
    case .strava: ("Strava", isFiles: false)
    case .intervals: ("Intervals.icu", isFiles: false)
    case .wahoo: ("Wahoo", isFiles: false)
    case .appleHealth: ("Apple Health", isFiles: true)
    case .garmin: ("Garmin", isFiles: true)
    case .trainerroad: ("TrainerRoad", isFiles: true)
    case .files: ("Ride files", isFiles: true)
    }
  }

  /// The fixed order of sources. When several sources have the same ride, the first one is
  /// preferred.
  package static func < (left: Source, right: Source) -> Bool { left.rank < right.rank }

  private var rank: Int { Source.allCases.firstIndex(of: self) ?? Source.allCases.count }
}
