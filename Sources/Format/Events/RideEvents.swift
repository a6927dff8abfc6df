// activity and total: the rides that `rides` and `ride` list, and what they add up to.

import Codec
package import Model

extension Events {
  package static let activity = EventTable<Activity>(
    "activity", "A ride or another activity of the store, the records of all sources as one.",
    from: Activity(id: ActivityID(source: .files, sourceID: "0"), start: Timestamp(seconds: 0)),
    [
      .init(
        "id", "The id of the record that stands for it.",
        .text(
          { $0.id.description },
          { activity, text in
            activity.id = text.flatMap { ActivityID($0) } ?? activity.id
          }), isRequired: true),
      .init("source", "The source of that record.", .given { $0.id.source.rawValue }),
      .init("source_id", "The id at the source.", .given { $0.id.sourceID }),
    ] + Activity.fields.fields.dropFirst(3)
  ) { activity, _ in .activity(activity) }

  package static let total = EventTable<RideTotal>(
    "total", "What several rides add up to.", from: RideTotal(by: .year),
    [
      .init(
        "by", "What they have in common.", .word({ $0.by }, { $0.by = $1 ?? $0.by }),
        isRequired: true),
      .init(
        "label",
        "The Monday of the week, the month, the year, the kind of sport or the gear; null without one.",
        .textOrNull({ $0.label }, { $0.label = $1 }), isAlways: true),
      .init("rides", "How many.", .count({ $0.rides }, { $0.rides = $1 ?? 0 }), isAlways: true),
      .init(
        "distance_m", "Distance in metres.",
        .number(
          EventRange.sum, decimals: 1, { $0.distanceMetres }, { $0.distanceMetres = $1 ?? 0 }),
        isAlways: true),
      .init(
        "duration_s", "Moving time in seconds.",
        .count({ $0.durationSeconds }, { $0.durationSeconds = $1 ?? 0 }), isAlways: true),
      .init(
        "elevation_gain_m", "Metres climbed.",
        .number(
          EventRange.sum, decimals: 1, { $0.elevationGainMetres },
          { $0.elevationGainMetres = $1 ?? 0 }), isAlways: true),
      .init(
        "load", "Training load; 100 is one hour at threshold.",
        .number(EventRange.sum, decimals: 2, { $0.load }, { $0.load = $1 ?? 0 }), isAlways: true),
    ]
  ) { total, _ in .total(total) }
}
