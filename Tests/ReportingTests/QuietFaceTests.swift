// The quiet face: only warnings and errors.

import Model
import Reporting
import Support
import Testing

@Suite(.blocking) struct QuietFaceTests {
  @Test func aGoodRunSaysNothing() {
    var show = quiet()
    show.start()
    show.post(.stageStarted(.routine))
    show.post(.notice(.sampleData))
    show.post(.status(.downloadingActivities(source: .strava, count: 3)))
    show.post(
      .waiting(Wait(reason: .rateLimit, source: .strava, until: Show.dawn, duration: .seconds(90))))
    show.wait(600_000)
    show.signal(.progressRequest)
    show.post(finished(.strava, counts(new: 3)))
    show.post(score(.recovery, 71, .good))
    show.end(.ok, counts(new: 3))
    expectEqual(show.out + show.err, [])
  }
}
