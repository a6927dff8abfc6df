// Today's prep sheet (`prep.json`).

/// A power zone in watts, the lower edge inclusive.
package struct PowerZone: Hashable, Sendable {
  package var name: String
  package var fromWatts: Int
  /// nil for the highest zone.
  package var toWatts: Int?

  package init(name: String, fromWatts: Int, toWatts: Int?) {
    self.name = name
    self.fromWatts = fromWatts
    self.toWatts = toWatts
  }
}

/// How hard today may be, by a rule of thumb, or why no suggestion is possible.
package struct SuggestedStrain: Hashable, Sendable {
  /// Strain, 0…100.
  package var range: ClosedRange<Int>?
  /// The same range as load; 100 = one hour at threshold.
  package var loads: ClosedRange<Double>?
  package var reason: ScoreGap?

  package init(range: ClosedRange<Int>?, loads: ClosedRange<Double>?, reason: ScoreGap?) {
    self.range = range
    self.loads = loads
    self.reason = reason
  }
}

/// The figures a rider needs in the morning.
package struct PrepSheet: Hashable, Sendable {
  package var scores: ScoreDay
  package var zones: [PowerZone]
  /// Functional threshold power in watts.
  package var ftpWatts: Int?
  package var suggestedStrain: SuggestedStrain

  package init(
    scores: ScoreDay, zones: [PowerZone], ftpWatts: Int?, suggestedStrain: SuggestedStrain
  ) {
    self.scores = scores
    self.zones = zones
    self.ftpWatts = ftpWatts
    self.suggestedStrain = suggestedStrain
  }
}
