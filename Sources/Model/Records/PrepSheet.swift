// Today's prep sheet (`prep.json`).

/// A power zone in watts, the lower edge inclusive.
package struct PowerZone: Hashable, Sendable {
  package let name: String
  package let fromWatts: Int
  /// nil for the highest zone.
  package let toWatts: Int?

  package init(name: String, fromWatts: Int, toWatts: Int?) {
    self.name = name
    self.fromWatts = fromWatts
    self.toWatts = toWatts
  }
}

/// How hard today may be, by a rule of thumb, or why no suggestion is possible.
package struct SuggestedStrain: Hashable, Sendable {
  /// Strain, 0…100.
  package let range: ClosedRange<Int>?
  /// The same range as load; 100 = one hour at threshold.
  package let loads: ClosedRange<Double>?
  package let reason: ScoreGap?

  package init(range: ClosedRange<Int>?, loads: ClosedRange<Double>?, reason: ScoreGap?) {
    self.range = range
    self.loads = loads
    self.reason = reason
  }
}

/// The figures a rider needs in the morning.
package struct PrepSheet: Hashable, Sendable {
  package let scores: ScoreDay
  package let zones: [PowerZone]
  /// Functional threshold power in watts.
  package let ftpWatts: Int?
  package let suggestedStrain: SuggestedStrain

  package init(
    scores: ScoreDay, zones: [PowerZone], ftpWatts: Int?, suggestedStrain: SuggestedStrain
  ) {
    self.scores = scores
    self.zones = zones
    self.ftpWatts = ftpWatts
    self.suggestedStrain = suggestedStrain
  }
}
