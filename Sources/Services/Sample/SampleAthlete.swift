// The sample athlete: a rider near Reykjavik, whose clocks never change.

package import Model
import Network

/// Somebody to rehearse with. Everything hangs on the day alone: the same day gives the same bytes.
package struct SampleAthlete: Sendable {
  /// The athlete's services.
  package static let sources: [Source] = [.strava, .appleHealth]
  /// Functional threshold power in watts.
  static let ftpWatts = 252

  package let today: Day

  /// - Parameter today: the day that the newest ride and night belong to.
  package init(today: Day) {
    self.today = today
  }

  /// As Strava knows them.
  package var profile: Athlete {
    Athlete(
      id: "sample", name: "Sample Athlete", rider: RiderSettings(ftpWatts: Self.ftpWatts))
  }
}
