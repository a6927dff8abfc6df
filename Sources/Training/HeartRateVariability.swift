// Two measures of heart rate variability, as types that cannot be confused.

package import Model
import Platform

/// A measure of heart rate variability. The measures are separate types because their values differ
/// widely: a baseline is of one measure, and the compiler enforces that.
package protocol VariabilityMeasure: Hashable, Sendable {
  /// Zero for perfectly even beats.
  var milliseconds: Double { get }

  /// nil for an implausible value.
  init?(milliseconds: Double)

  /// The value of a day's record; devices write 0 when they did not measure.
  init?(of day: WellnessDay)
}

extension VariabilityMeasure {
  /// The natural logarithm of the milliseconds, which is about normally distributed over a rider's
  /// days; nil for zero.
  package var logarithm: Double? { milliseconds > 0 ? Mathematics.logarithm(milliseconds) : nil }

  /// The plausible values, in milliseconds.
  fileprivate static var plausible: ClosedRange<Double> { 0...2_000 }
}

/// The root mean square of successive differences between beats (Task Force 1996).
package struct RMSSD: VariabilityMeasure {
  package let milliseconds: Double

  package init?(milliseconds: Double) {
    guard Self.plausible.contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }

  package init?(of day: WellnessDay) {
    guard let value = day.hrvRMSSD, value > 0 else { return nil }
    self.init(milliseconds: value)
  }
}

/// The standard deviation of the intervals between beats, as recorded by Apple Watch.
package struct SDNN: VariabilityMeasure {
  package let milliseconds: Double

  package init?(milliseconds: Double) {
    guard Self.plausible.contains(milliseconds) else { return nil }
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

  /// - Parameter days: the records of one source.
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
