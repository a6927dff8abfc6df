// activity and total: the rides that `rides` and `ride` list, and what they add up to.

package import Model

extension Events {
  package static let activity = EventTable<ListedRide>(
    "activity", "A ride or another activity of the store, the records of all sources as one.",
    from: ListedRide(
      Activity(id: ActivityID(source: .files, sourceID: "0"), start: Timestamp(seconds: 0))),
    ([
      .init(
        "id", "The id of the record that stands for it.",
        .text.at(
          { $0.id.description },
          { activity, text in
            activity.id = text.flatMap { ActivityID($0) } ?? activity.id
          }), isRequired: true),
      .init("source", "The source of that record.", .given { $0.id.source.rawValue }),
      .init("source_id", "The id at the source.", .given { $0.id.sourceID }),
    ] + Activity.fields.fields.dropFirst(3)).map {
      $0.within({ $0.activity }, { $0.activity = $1 })
    } + [
      .init(
        "best_power_rank",
        "For each of the best powers, whether it is the best of six weeks or of all time.", .ranks),
      effort("intensity", "Normalized power by the FTP of the day.", \.intensity),
      effort("variability", "Normalized power by average power.", \.variability),
      effort("efficiency", "Normalized power by average heart rate, in watts a bpm.", \.efficiency),
      effort(
        "decoupling_percent", "How much efficiency falls from the first to the second half.",
        \.decoupling),
      .init(
        "new", "True where this run has brought it (sync, of up to three).",
        .flag.at({ $0.isNew ? true : nil }, { $0.isNew = $1 ?? false })),
    ]
  ) { ride, _ in .activity(ride) }

  private static func effort(
    _ name: StaticString, _ about: String, _ path: Field<RideEffort>.Path<Double?>
  ) -> Field<ListedRide> {
    .init(
      name, about,
      .number(EventRange.figure, decimals: 3).at(
        { $0.effort[keyPath: path] }, { $0.effort[keyPath: path] = $1 }))
  }

  package static let total = EventTable<RideTotal>(
    "total", "What several rides add up to.", from: RideTotal(by: .year),
    [
      .init("by", "What they have in common.", .word().at(\.by), isRequired: true),
      .init(
        "label",
        "The day, the Monday of the week, the month, the year, the kind of sport or the gear; null without one.",
        .displayText.at(\.label).orNull, isAlways: true),
      .init("rides", "How many.", .count.at(\.rides), isAlways: true),
      .init(
        "distance_m", "Distance in metres.",
        .number(EventRange.sum, decimals: 1).at(\.distanceMetres)),
      .init("duration_s", "Moving time in seconds.", .count.at(\.durationSeconds)),
      .init(
        "elevation_gain_m", "Metres climbed.",
        .number(EventRange.sum, decimals: 1).at(\.elevationGainMetres)),
      .init(
        "load", "Training load; 100 is one hour at threshold.",
        .number(EventRange.sum, decimals: 2).at(\.load)),
    ]
  ) { total, _ in .total(total) }
}

extension Field<ListedRide>.Access {
  private static let rankTable = bestPowerTable(
    name: "best_power_rank", about: "The ranks of best powers by seconds.",
    Field<[ListedRide.Rank?]>.Access.word() as FieldValue<ListedRide.Rank>
  ) { _ in "Best power over that many seconds." }

  /// An object of words by the keys of the best powers.
  fileprivate static var ranks: Self {
    object(rankTable, from: noBestPowers()).at(
      { $0.ranks.contains { $0 != nil } ? $0.ranks : nil }, { $0.ranks = $1 ?? [] })
  }
}
