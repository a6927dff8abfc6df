// Days of health data join those that are stored.

import Format
import Model

extension WellnessDay {
  /// The day without what is measured at any time: what is known of its night.
  fileprivate var night: WellnessDay {
    var night = self
    night.weightKilograms = nil
    return night
  }
}

extension YearTable where Record == WellnessDay {
  /// Takes days, and counts those that are new and those that say something else than before.
  ///
  /// - Parameter renewing: whether days that say the same are stored as they were sent now.
  mutating func merge(_ days: [WellnessDay], renewing: Bool = false) -> Counts {
    var counts = Counts()
    var latest: [Day: WellnessDay] = [:]
    for day in days { latest[day.date] = day }
    var puts: [WellnessDay] = []
    var removals: [WellnessDay] = []
    for sent in latest.values {
      guard let stored = find(sent) else {
        if sent.isEmpty { continue }
        puts.append(sent)
        counts.daysNew += 1
        if sent.night.isEmpty { counts.daysWithoutNight += 1 }
        continue
      }
      let day = sent.source == .appleHealth ? sent.filled(from: stored) : sent
      if stored.agrees(with: day) {
        if renewing, day.raw != nil { puts.append(day) }
        continue
      }
      if day.isEmpty { removals.append(stored) } else { puts.append(day) }
      counts.daysChanged += 1
      if stored.night.agrees(with: day.night) { counts.daysWithoutNight += 1 }
    }
    if !puts.isEmpty || !removals.isEmpty { apply(puts: puts, removals: removals) }
    return counts
  }
}
