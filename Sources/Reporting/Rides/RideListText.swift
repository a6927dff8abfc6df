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

extension Page {
  var rideList: [Line] {
    let list = state.rideList
    let notes = list.notes.flatMap { layout.lines([Fragment(messages.text($0), .muted)]) }
    if list.rides.isEmpty, list.totals.isEmpty { return notes }
    var parts = messages.sum(list.sum, areRides: list.areRides)
    let excluded = list.rides.count { $0.isExcluded }
    if excluded > 0 { parts.append("\(messages.number(excluded)) not counted") }
    let sum = layout.lines(
      parts.enumerated().map { Fragment($1, $0 == 0 ? .value : .plain, after: " · ") })
    let table = list.totals.isEmpty ? table(of: list.rides) : table(of: list.totals)
    return table.lines(width: layout.width) + [Line()] + sum + notes
  }

  private func mark(_ measure: Measure) -> DisplayText { DisplayText(messages.mark(measure)) }

  private func table(of rides: [Activity]) -> TextTable {
    let year = messages.day(of: view.now.wall).year
    let hasOtherYears = rides.contains { $0.day.year != year }
    return TextTable(
      glyphs,
      [
        .init(header: "Day"), .init(header: "Name", isElastic: true),
        .init(header: mark(.distance), isNumber: true, rank: 0),
        .init(header: "h:min", isNumber: true, rank: 1),
        .init(header: mark(.speed), isNumber: true, rank: 5),
        .init(header: mark(.height), isNumber: true, rank: 4),
        .init(header: "W", isNumber: true, rank: 2),
        .init(header: "bpm", isNumber: true, rank: 3), .init(header: "load", isNumber: true),
        .init(header: "Sources", rank: 6),
      ],
      rows: rides.map { ride in
        let role = ride.isExcluded ? Role.muted : .plain
        let day = hasOtherYears ? messages.dateWithYear(ride.day) : messages.date(ride.day)
        // Days end at the same place.
        let padded = (ride.day.calendar.day < 10 ? " " : "") + day
        return [
          Span(DisplayText(padded), .muted),
          Span(messages.listed(ride), ride.isExcluded ? .muted : .value),
          Span(ride.distanceMetres.map { messages.figure($0, .distance) } ?? "", role),
          Span((ride.durationSeconds ?? ride.elapsedSeconds).map(messages.hours) ?? "", role),
          Span(ride.averageSpeed.map { messages.figure($0, .speed) } ?? "", role),
          Span(ride.elevationGainMetres.map { messages.figure($0, .height) } ?? "", role),
          Span(ride.averagePowerWatts.map(messages.rounded) ?? "", role),
          Span(ride.averageHeartRate.map(messages.rounded) ?? "", role),
          Span(ride.load.map(messages.rounded) ?? "", role),
          Span(messages.sources(of: ride), .muted),
        ]
      })
  }

  private func table(of totals: [RideTotal]) -> TextTable {
    let most = totals.compactMap(\.distanceMetres).max() ?? 0
    let none = messages.none
    return TextTable(
      glyphs,
      [
        .init(header: messages.header(totals.first?.by), isElastic: true),
        .init(header: "rides", isNumber: true, rank: 0),
        .init(header: mark(.distance), isNumber: true),
        .init(header: "h:min", isNumber: true, rank: 1),
        .init(header: mark(.height), isNumber: true, rank: 2),
        .init(header: "load", isNumber: true), .init(header: "", rank: 3),
      ],
      rows: totals.map { total in
        [
          Span(total.label ?? none, .value), Span(DisplayText(messages.number(total.rides))),
          Span(total.distanceMetres.map { messages.figure($0, .distance) } ?? none),
          Span(total.durationSeconds.map(messages.hours) ?? none),
          Span(total.elevationGainMetres.map { messages.figure($0, .height) } ?? none),
          Span(total.load.map(messages.rounded) ?? none),
          Span(glyphs.bar(most > 0 ? (total.distanceMetres ?? 0) / most : 0), .accent),
        ]
      })
  }

  /// Cells of the labels of the rows.
  private static let label = 12

  func page(of ride: ListedRide) -> [Line] {
    let activity = ride.activity
    let heading = [
      Fragment(messages.listed(activity), .value),
      Fragment(messages.begin(of: activity), .muted, after: "  "),
    ]
    let origin = messages.origin(of: activity).enumerated().map {
      Fragment($1, .muted, after: $0 == 0 ? "" : " · ")
    }
    let rows = messages.rows(of: ride).flatMap { row in
      layout.lines(
        [Fragment(label: row.label, cells: Self.label)]
          + row.parts.enumerated().map { Fragment($1, after: $0 == 0 ? "" : "   ") },
        hanging: Self.label)
    }
    let zones =
      table(messages.powerZones, activity.analysis?.powerZoneSeconds)
      + table(messages.heartRateZones, activity.analysis?.heartRateZoneSeconds)
    // The last line of the window is the shell's.
    let plot = ChartText.trace(
      state.chart, messages, glyphs, width: layout.width, rows: self.rows.map { $0 - 1 })
    return layout.lines(heading) + layout.lines(origin) + [Line()] + rows + zones
      + (plot.map { [Line()] + $0 } ?? [])
  }

  /// A line for each zone: its time, its share and a bar.
  private func table(_ title: DisplayText, _ seconds: [Int]?) -> [Line] {
    guard let seconds, let most = seconds.max(), most > 0 else { return [] }
    let total = seconds.reduce(0, +)
    let rows = seconds.enumerated().map { index, zone -> [Span] in
      [
        Span(index == 0 ? title : "", .muted), Span("Z\(index + 1)"), Span(messages.clock(zone)),
        Span("\(Int((Double(zone) / Double(max(1, total)) * 100).rounded())) %", .muted),
        Span(glyphs.bar(Double(zone) / Double(most)), .accent),
      ]
    }
    let columns = [
      TextTable.Column(
        header: DisplayText(String(repeating: " ", count: Self.label - 2)), isElastic: true),
      .init(header: ""), .init(header: "", isNumber: true),
      .init(header: "", isNumber: true, rank: 1), .init(header: "", rank: 2),
    ]
    return Array(TextTable(glyphs, columns, rows: rows).lines(width: layout.width).dropFirst())
  }
}
