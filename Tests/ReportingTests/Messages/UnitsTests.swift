// Every text with a unit that the reader chooses, in both systems: one table to read.

import Model
import Reporting
import Support
import Terminal
import Testing

@Suite(.blocking) struct UnitsTests {
  /// Lines without such a unit are the same in both, and left out.
  @Test func textsAreInBothSystems() throws {
    let pages = scenes.flatMap { name, play in
      [Messages.Voice.written, .spoken].map { voice in
        let (metric, imperial) = (lines(.metric, voice, play), lines(.imperial, voice, play))
        expectEqual(metric.count, imperial.count, "\(name)")
        let pairs = zip(metric, imperial).filter { $0 != $1 }
        return Gallery.page(
          "\(name), \(voice)", pairs.flatMap { ["km  " + $0, "mi  " + $1] })
      }
    }
    let pictures = [Chart.hours, .trace].map { chart in
      Gallery.page(
        "picture of \(chart.rawValue)",
        ["km  " + labels(chart, .metric), "mi  " + labels(chart, .imperial)])
    }
    let results = Gallery.page("result, live", [live(.metric), live(.imperial)])
    try Gallery.compare((pages + pictures + [results]).joined(separator: "\n"), with: "units.txt")
  }

  private typealias Scene = (name: String, play: (inout Show) -> Void)

  /// Ten miles, a thousand feet and ten miles an hour; then half a kilometre.
  private var rides: [Activity] {
    [("Ten miles", 16_093.44, 3600, 304.8), ("A shower", 500, 240, 1)].enumerated().map {
      var ride = Activity(
        id: ActivityID(source: .strava, sourceID: "\($0)"), start: Show.dawn)
      (ride.name, ride.distanceMetres) = ($1.0, $1.1)
      (ride.durationSeconds, ride.elevationGainMetres) = ($1.2, $1.3)
      return ride
    }
  }

  private func total(_ by: RideGrouping, _ label: DisplayText) -> SyncEvent.Kind {
    var total = RideTotal(by: by, label: label)
    for ride in rides { total.add(ride) }
    return .total(total)
  }

  private var scenes: [Scene] {
    let (rides, ride) = (rides, rides[0])
    let totals = [total(.day, "2026-11-20"), total(.year, "2026")]
    return [
      (
        "rides",
        { show in
          show.start(command: "rides")
          for ride in rides { show.post(.activity(ListedRide(ride))) }
        }
      ),
      (
        "rides by day",
        { show in
          show.start(command: "rides")
          show.post(totals[0])
        }
      ),
      (
        "rides by year",
        { show in
          show.start(command: "rides")
          show.post(totals[1])
          let numbers = [
            Units.metric: EddingtonNumber(number: 64, thisYear: 38, missing: 3),
            .imperial: EddingtonNumber(number: 45, thisYear: 1, missing: 1),
          ]
          show.post(.notice(.rideList(.eddington(numbers))))
        }
      ),
      (
        "ride",
        { show in
          show.start(command: "ride")
          show.post(.activity(ListedRide(ride)))
          for series in Season.series(.trace).suffix(1) { show.post(.chart(series)) }
        }
      ),
      (
        "chart hours",
        { show in
          show.post(
            .runStarted(
              RunStart(id: "0", subject: .chart(.hours), arguments: [], scope: nil)))
          for series in Season.series(.hours, days: 70) { show.post(.chart(series)) }
        }
      ),
      (
        "sync",
        { show in
          show.start()
          show.post(.status(.processingData))
          tellLatestRide(&show)
        }
      ),
    ]
  }

  private func lines(
    _ units: Units, _ voice: Messages.Voice, _ play: (inout Show) -> Void
  ) -> [String] {
    let messages = Messages(clock: .utc, voice: voice, home: nil, units: units)
    var show = Show(
      LogRenderer(
        messages: messages, glyphs: .unicode, style: LogStyle(heartbeat: nil),
        troubles: TroubleLines(messages: messages, glyphs: .unicode),
        began: Moment(nanoseconds: 0)), columns: 72)
    play(&show)
    show.end(.ok, counts(new: 2))
    return show.lines
  }

  /// The result of a sync that names the rides it brought.
  private func live(_ units: Units) -> String {
    let messages = Messages(clock: .utc, home: nil, units: units)
    var show = Show(
      LiveRenderer(
        messages: messages, glyphs: .unicode, palette: .colorless, style: LiveStyle(),
        began: Moment(nanoseconds: 0)))
    show.start()
    for ride in rides { show.post(.activity(ListedRide(ride, isNew: true))) }
    show.end(.ok, counts(new: 2))
    return screen(show).visibleLines.joined(separator: " | ")
  }

  /// The labels of a picture.
  private func labels(_ chart: Chart, _ units: Units) -> String {
    let messages = Messages(clock: .utc, home: nil, units: units)
    let bytes = ChartSVG(chart, Season.series(chart), messages, today: Season.today)?.bytes ?? []
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: ">")
    return parts.filter { $0.hasSuffix("</text") }.map { String($0.dropLast("</text".count)) }
      .joined(separator: " | ")
  }
}
