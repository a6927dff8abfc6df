// What the best power of the last weeks says about the threshold.

/// The best twenty minutes of the last six weeks, and the threshold they suggest.
package struct PowerReport: Hashable, Sendable {
  /// The share of the best twenty minutes that is the threshold (Allen & Coggan).
  private static let thresholdShare = 0.95
  /// A suggestion that differs by no more than this share of the FTP in use is no news.
  private static let tolerance = 0.05

  /// The best mean power over twenty minutes, in watts.
  package var bestWatts: Int
  /// The day of that ride.
  package var date: Day
  /// The functional threshold power in use, in watts; nil when there is none.
  package var ftpWatts: Int?
  /// The rider's weight in kilograms; nil when it is not known.
  package var weightKilograms: Double?

  package init(bestWatts: Int, date: Day, ftpWatts: Int?, weightKilograms: Double?) {
    self.bestWatts = bestWatts
    self.date = date
    self.ftpWatts = ftpWatts
    self.weightKilograms = weightKilograms
  }

  /// The threshold power that the best twenty minutes suggest, in watts.
  package var thresholdWatts: Int {
    Int((Double(bestWatts) * Self.thresholdShare).rounded())
  }

  /// The threshold in watts per kilogram.
  package var thresholdPerKilogram: Double? {
    weightKilograms.flatMap { $0 > 0 ? Double(thresholdWatts) / $0 : nil }
  }

  /// The FTP in use, when the suggestion differs from it by more than five percent.
  package var outdatedFTP: Int? {
    guard let ftpWatts else { return nil }
    let difference = (thresholdWatts - ftpWatts).magnitude
    return Double(difference) > Self.tolerance * Double(ftpWatts) ? ftpWatts : nil
  }
}
