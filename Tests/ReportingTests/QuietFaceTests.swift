// The quiet face: only warnings and errors.

import Reporting
import Model
import Support
import Testing

@Suite(.blocking) struct QuietFaceTests {
  private func quiet() -> Show {
    Show(
      QuietFace(messages: messages, troubles: TroubleLines(messages: messages, glyphs: .unicode)))
  }

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
    show.post(.sourceFinished(SourceResult(source: .strava, outcome: .ok, counts: counts(new: 3))))
    show.post(score(.recovery, 71, .good))
    show.end(.ok, counts(new: 3))
    #expect(show.out.isEmpty)
    #expect(show.err.isEmpty)
  }

  @Test func warningsErrorsAndWhereToSignInGoToStandardError() {
    var show = quiet()
    show.start()
    show.post(.signIn(SignIn(source: .strava, url: "https://example.com/a", until: Show.dawn)))
    show.post(.warning(.notRevoked(.strava)))
    show.post(.failure(.server(.strava)))
    show.end(.failed)
    #expect(show.out.isEmpty)
    expectEqual(
      show.errors,
      [
        "Open this page to connect Strava: https://example.com/a",
        """
        velo-sync: warning: Strava did not confirm that access was revoked. \
        You can revoke it on its website.
        """,
        "velo-sync: Strava is temporarily unavailable. (server)", "  Try again later",
      ])
  }
}
