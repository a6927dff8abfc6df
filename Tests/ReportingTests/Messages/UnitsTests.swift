// Every text with a unit that the reader chooses, in both systems: one table to read.

import Model
import Reporting
import Support
import Terminal
import Testing

@Suite(.blocking) struct UnitsTests {
  /// Lines without such a unit are the same in both, and left out.
  @Test func textsAreInBothSystems() throws {
    let pages = scenes.flatMap { scene in
      [Messages.Voice.written, .spoken].map { voice in
        let (metric, imperial) = (lines(.metric, voice, scene), lines(.imperial, voice, scene))
        expectEqual(metric.count, imperial.count, "\(scene.name)")
        let pairs = zip(metric, imperial).filter { $0 != $1 }
        return Gallery.page(
          "\(scene.name), \(voice)", pairs.flatMap { ["km  " + $0, "mi  " + $1] })
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

  private struct Scene {
    let name: String
    let play: (inout Show) -> Void

    init(_ name: String, _ play: @escaping (inout Show) -> Void) {
      (self.name, self.play) = (name, play)
    }
  }

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

  private var scenes: [Scene] {
    let rides = rides
    return [
      Scene("rides") { show in
        show.start(command: "rides")
        for ride in rides { show.post(.activity(ListedRide(ride))) }
      },
      Scene("rides by year") { show in
        var total = RideTotal(by: .year, label: "2026")
        for ride in rides { total.add(ride) }
        let numbers = [
          Units.metric: EddingtonNumber(number: 64, thisYear: 38, missing: 3),
          .imperial: EddingtonNumber(number: 45, thisYear: 1, missing: 1),
        ]
        show.start(command: "rides")
        show.post(.total(total))
        show.post(.notice(.rideList(.eddington(numbers))))
      },
      Scene("ride") { show in
        show.start(command: "ride")
        show.post(.activity(ListedRide(rides[0])))
      },
      Scene("chart hours") { show in
        show.post(
          .runStarted(RunStart(id: "0", subject: .chart(.hours), arguments: [], scope: nil)))
        for series in Season.series(.hours, days: 70) { show.post(.chart(series)) }
      },
      Scene("sync") { show in
        show.start()
        show.post(.status(.processingData))
        for part in GalleryScene.written("parts") { part.play(&show) }
      },
    ]
  }

  private func lines(_ units: Units, _ voice: Messages.Voice, _ scene: Scene) -> [String] {
    let messages = Messages(clock: .utc, voice: voice, home: nil, units: units)
    var show = Show(
      LogRenderer(
        messages: messages, glyphs: .unicode, style: LogStyle(heartbeat: nil),
        troubles: TroubleLines(messages: messages, glyphs: .unicode),
        began: Moment(nanoseconds: 0)), columns: 72)
    scene.play(&show)
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
