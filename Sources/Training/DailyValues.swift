// One number a day, with gaps.

package import Model

/// A series with at most one value a day, stored densely because windows over it are read all the
/// time.
package struct DailyValues: Sendable {
  /// The first and the last day that can have a value.
  package let span: ClosedRange<Day>
  private var values: [Double?]
  /// Whether any day has a value.
  package private(set) var isEmpty = true

  package init(_ span: ClosedRange<Day>) {
    self.span = span
    values = Array(repeating: nil, count: span.lowerBound.distance(to: span.upperBound) + 1)
  }

  /// The value of a day. Days outside the span have none and ignore assignments; NaN and infinities
  /// count as none.
  package subscript(day: Day) -> Double? {
    get { span.contains(day) ? values[span.lowerBound.distance(to: day)] : nil }
    set {
      guard span.contains(day) else { return }
      let number = newValue.flatMap { $0.isFinite ? $0 : nil }
      values[span.lowerBound.distance(to: day)] = number
      if number != nil { isEmpty = false }
    }
  }

  /// The values in `days`, in order.
  package subscript(days: ClosedRange<Day>) -> [Double] {
    let inside = days.clamped(to: span)
    guard inside.overlaps(days) else { return [] }
    let from = span.lowerBound.distance(to: inside.lowerBound)
    let to = span.lowerBound.distance(to: inside.upperBound)
    return values[from...to].compactMap(\.self)
  }
}
