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
      .waiting(
        Wait(reason: .rateLimit, source: .strava, until: Show.dawn, duration: .seconds(90))))
    show.wait(600_000)
    show.signal(.progressRequest)
    show.post(finished(.strava, counts(new: 3)))
    show.post(score(.recovery, 71, .good))
    show.end(.ok, counts(new: 3))
    expectEqual(show.out + show.err, [])
  }

  /// A line a warning, two an error, and where to sign in.
  @Test func warningsErrorsAndWhereToSignInGoToStandardError() {
    var show = quiet()
    show.start()
    show.post(.signIn(SignIn(source: .strava, url: "https://example.com/a", until: Show.dawn)))
    show.post(.warning(.notRevoked(.strava)))
    show.post(.failure(.server(.strava)))
    show.end(.failed)
    expectEqual(show.out, [])
    expectEqual(
      [
        show.errors.count, show.errors.with("https://example.com/a").count,
        show.errors.with("(server)").count,
      ], [4, 1, 1])
  }
}
