// How fast events become lines.

import Reporting
import Model

/// Encodes frequent events in memory.
func encodeFigures() -> [Figure] {
  let count = 500_000
  let now = Now(
    moment: Moment(nanoseconds: 1_000_000_000), wall: Timestamp(seconds: 1_795_154_400))
  let state = RunState(started: Moment(nanoseconds: 0))
  var encoder = EventEncoder(messages: Messages(clock: .utc, home: "/home/jo"))
  var bytes = 0

  func status(_ statuses: [SyncStatus]) -> Double {
    let events = statuses.map { SyncEvent(at: now.moment, kind: .status($0)) }
    return nanoseconds(each: count) {
      for index in 0..<count {
        bytes += encoder.line(events[index % events.count], state, at: now)?.count ?? 0
      }
    }
  }
  let statuses = status(statusMix)
  let counting = status(
    (0..<64).map { .downloadingActivities(source: .strava, count: $0 * 37) })
  let progress = nanoseconds(each: count) {
    for index in 0..<count {
      let kind = SyncEvent.Kind.progress(progressMix[index % progressMix.count])
      bytes += encoder.line(SyncEvent(at: now.moment, kind: kind), state, at: now)?.count ?? 0
    }
  }
  use(bytes)
  return [
    Figure(name: "encode: progress", value: 1000 / progress, unit: "M lines/s", bar: .atLeast(2)),
    Figure(name: "encode: statuses", value: 1000 / statuses, unit: "M lines/s", bar: .atLeast(0.5)),
    Figure(
      name: "encode: statuses with new texts each time", value: 1000 / counting, unit: "M lines/s"),
  ]
}
