// The sample athlete: a rider near Reykjavik, where the clocks never change.

package import Model
import Network

/// The athlete of dry runs and demonstrations. All data depends on the day alone: the same day
/// gives the same bytes.
package struct SampleAthlete: Sendable {
  /// The athlete's services.
  package static let sources: [Source] = [.strava, .appleHealth]
  /// Functional threshold power in watts.
  static let ftpWatts = 252

  package let today: Day

  /// - Parameter today: the day of the newest ride and night.
  package init(today: Day) {
    self.today = today
  }

  /// The athlete's profile at Strava.
  package var profile: Athlete {
    Athlete(
      id: "sample", name: "Sample Athlete", rider: RiderSettings(ftpWatts: Self.ftpWatts))
  }
}
