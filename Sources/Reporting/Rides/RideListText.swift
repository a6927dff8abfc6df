// The output of `velo-sync rides`: a table of rides, or of what they add up to.

package import Model
import Terminal

/// What a run has reported of rides.
package struct RideList: Sendable {
  /// In order of arrival.
  package var rides: [Activity] = []
  package var totals: [RideTotal] = []
  package var notes: [RideListNote] = []

  /// What all rides add up to, without those that the rider left out.
  var sum: RideTotal {
    var sum = RideTotal(by: .year)
    for ride in rides where !ride.isExcluded { sum.add(ride) }
    for total in totals { sum.add(total) }
    return sum
  }

  /// Whether all are rides, as far as they say what they are.
  var areRides: Bool { rides.allSatisfy(\.isRide) }
}

struct RideListText {
  let list: RideList
  let messages: Messages
  let glyphs: Glyphs
  let today: Day
  /// Cells a line may have.
  let width: Int

  var lines: [Line] {
    let layout = InlineLayout(width: max(1, width), ellipsis: glyphs.fit("…"))
    let notes = list.notes.flatMap { layout.lines([Fragment(fit(messages.text($0)), .muted)]) }
    if list.rides.isEmpty, list.totals.isEmpty { return notes }
    let parts = messages.sum(list.sum, areRides: list.areRides)
    let sum = layout.lines(
      parts.enumerated().map { Fragment(fit($1), $0 == 0 ? .value : .plain, after: fit(" · ")) })
    let table = list.totals.isEmpty ? rides : totals
    return table.lines(width: width) + [Line()] + sum + notes
  }

  private func fit(_ text: DisplayText) -> DisplayText { glyphs.fit(text) }

  private func mark(_ measure: Measure) -> DisplayText { DisplayText(messages.mark(measure)) }

  private var rides: TextTable {
    let hasOtherYears = list.rides.contains { $0.day.year != today.year }
    return TextTable(
      columns: [
        .init(header: "Day"), .init(header: "Name", isElastic: true),
        .init(header: mark(.distance), isNumber: true, rank: 0),
        .init(header: "h:min", isNumber: true, rank: 1),
        .init(header: mark(.speed), isNumber: true, rank: 5),
        .init(header: mark(.height), isNumber: true, rank: 4),
        .init(header: "W", isNumber: true, rank: 2),
        .init(header: "bpm", isNumber: true, rank: 3), .init(header: "load", isNumber: true),
        .init(header: "Sources", rank: 6),
      ],
      rows: list.rides.map { ride in
        let role = ride.isExcluded ? Role.muted : .plain
        let day = hasOtherYears ? messages.dateWithYear(ride.day) : messages.date(ride.day)
        // Days end at the same place.
        let padded = (ride.day.calendar.day < 10 ? " " : "") + day
        return [
          Span(DisplayText(padded), .muted),
          Span(fit(messages.listed(ride)), ride.isExcluded ? .muted : .value),
          Span(ride.distanceMetres.map { messages.figure($0, .distance) } ?? "", role),
          Span((ride.durationSeconds ?? ride.elapsedSeconds).map(messages.hours) ?? "", role),
          Span(ride.averageSpeed.map { messages.figure($0, .speed) } ?? "", role),
          Span(ride.elevationGainMetres.map { messages.figure($0, .height) } ?? "", role),
          Span(ride.averagePowerWatts.map(messages.rounded) ?? "", role),
          Span(ride.averageHeartRate.map(messages.rounded) ?? "", role),
          Span(ride.load.map(messages.rounded) ?? "", role),
          Span(messages.sources(of: ride), .muted),
        ]
      }, ellipsis: fit("…"))
  }

  private var totals: TextTable {
    let most = list.totals.compactMap(\.distanceMetres).max() ?? 0
    let none = fit(messages.none)
    return TextTable(
      columns: [
        .init(header: messages.header(list.totals.first?.by), isElastic: true),
        .init(header: "rides", isNumber: true, rank: 0),
        .init(header: mark(.distance), isNumber: true),
        .init(header: "h:min", isNumber: true, rank: 1),
        .init(header: mark(.height), isNumber: true, rank: 2),
        .init(header: "load", isNumber: true), .init(header: "", rank: 3),
      ],
      rows: list.totals.map { total in
        [
          Span(total.label.map(fit) ?? none, .value),
          Span(DisplayText(messages.number(total.rides))),
          Span(total.distanceMetres.map { messages.figure($0, .distance) } ?? none),
          Span(total.durationSeconds.map(messages.hours) ?? none),
          Span(total.elevationGainMetres.map { messages.figure($0, .height) } ?? none),
          Span(total.load.map(messages.rounded) ?? none),
          Span(glyphs.bar(most > 0 ? (total.distanceMetres ?? 0) / most : 0), .accent),
        ]
      }, ellipsis: fit("…"))
  }
}
