// Two measures of how much the heart's rhythm varies, which nobody can take for one another.

package import Model
import Platform

/// A measure of heart rate variability. Measures are types of their own, because their values differ by
/// as much as their riders do: a baseline is of one measure, and the compiler holds it to that.
package protocol VariabilityMeasure: Hashable, Sendable {
  /// Zero for a heart as even as a clock.
  var milliseconds: Double { get }

  /// nil for what cannot be a measurement.
  init?(milliseconds: Double)

  /// What a day's record has of it; devices write 0 for what they did not measure.
  init?(of day: WellnessDay)
}

extension VariabilityMeasure {
  /// The natural logarithm of the milliseconds, in which a rider's days are spread evenly; nil for zero.
  package var logarithm: Double? { milliseconds > 0 ? Mathematics.logarithm(milliseconds) : nil }

  /// What can be a measurement, in milliseconds.
  fileprivate static var believable: ClosedRange<Double> { 0...2_000 }
}

/// The root mean square of successive differences between beats (Task Force 1996).
package struct RMSSD: VariabilityMeasure {
  package let milliseconds: Double

  package init?(milliseconds: Double) {
    guard Self.believable.contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }

  package init?(of day: WellnessDay) {
    guard let value = day.hrvRMSSD, value > 0 else { return nil }
    self.init(milliseconds: value)
  }
}

/// The standard deviation of the intervals between beats, which is what Apple's watch writes.
package struct SDNN: VariabilityMeasure {
  package let milliseconds: Double

  package init?(milliseconds: Double) {
    guard Self.believable.contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }

  package init?(of day: WellnessDay) {
    guard let value = day.hrvSDNN, value > 0 else { return nil }
    self.init(milliseconds: value)
  }
}

/// The daily readings of one measure from one device, as logarithms.
package struct VariabilitySeries<Measure: VariabilityMeasure>: Sendable {
  let values: DailyValues

  /// - Parameter days: The records of one source.
  package init(_ days: some Sequence<WellnessDay>, span: ClosedRange<Day>) {
    var values = DailyValues(span)
    for day in days {
      if let reading = Measure(of: day) { values[day.date] = reading.logarithm }
    }
    self.values = values
  }

  /// The day's reading against the rider's own last two months.
  package func compared(on day: Day) -> Baseline.Result {
    Baseline.compare(values, on: day, floor: Recovery.variabilityFloor)
  }
}
