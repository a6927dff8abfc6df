// The scenes of the gallery: moments of a run whose picture differs from the others.

import Model
import Reporting

/// A moment of a run, given by the events up to then.
struct GalleryScene: Sendable {
  let name: String
  /// Whether the golden of all messages also shows the lines that many runs have.
  var isWhole = false
  /// Whether it has text of another program, which is shown as it is.
  var hasForeignText = false
  /// Plays the run up to the moment that is drawn.
  let play: @Sendable (inout Show) -> Void

  init(
    _ name: String, isWhole: Bool = false, hasForeignText: Bool = false,
    _ play: @escaping @Sendable (inout Show) -> Void
  ) {
    (self.name, self.isWhole, self.hasForeignText) = (name, isWhole, hasForeignText)
    self.play = play
  }
}

extension GalleryScene {
  /// Drawn in the gallery at each width.
  static let layout = progress + scores + panels + results + overview

  /// A sync that has reached a status.
  static func reached(_ status: SyncStatus, _ show: inout Show) {
    show.start([.strava, .intervals])
    for stage in Stage.allCases {
      show.post(.stageStarted(stage))
      if stage == status.stage { break }
      show.post(.stageFinished(stage))
    }
    show.post(.status(status))
    show.wait(1000)
  }

  private static let progress = [
    GalleryScene("62 of 183, time left, a tip") { show in
      _ = downloading(&show, done: 62, of: 183)
      show.wait(6400)
    },
    GalleryScene("second-by-second data: 16 of 457") { show in
      _ = downloading(&show, done: 183, of: 183)
      show.wait(1000)
      show.post(.status(.downloadingStreams(source: .strava)))
      show.work(.strava, .requests, of: 457).set(16)
      show.wait(11_000)
    },
    GalleryScene("a line above") { show in
      _ = downloading(&show, done: 62, of: 183)
      show.wait(1000)
      show.post(.notice(.recordsSkipped(.strava, count: 2)))
    },
    GalleryScene("signing in") { show in
      show.start(attempt: 2)
      show.post(
        .signIn(
          SignIn(
            source: .strava, url: "https://www.strava.com/oauth/a", until: Show.dawn + .seconds(300)
          )))
      show.wait(400)
    },
    GalleryScene("waiting") { show in
      _ = downloading(&show, done: 62, of: 183)
      show.wait(1000)
      show.post(.waiting(EveryCase.waits[1]))
      show.wait(1000)
    },
  ]

  static let overview = [
    GalleryScene("status: everything") { show in
      tellStatus(&show)
      show.end()
    }
  ]

  static let scores = [
    GalleryScene("placeholders at their brighter level") { show in
      _ = downloading(&show, done: 62, of: 183)
      show.wait(700)
    },
    GalleryScene("saved scores with their date") { show in
      tellScores(&show, areSaved: true)
      reached(.contactingIntegrations(sources: [.strava], unavailable: []), &show)
    },
    GalleryScene("fitness, form and the latest ride without health data") { show in
      show.start()
      tellLatestRide(&show)
      show.post(.status(.buildingPrep))
      show.wait(400)
    },
    GalleryScene("scores of today; one cannot be") { show in
      show.post(score(.recovery, 71, .good))
      show.post(score(.sleep, nil, nil))
      show.post(score(.strain, 100, .veryHigh))
      reached(.buildingPrep, &show)
    },
    GalleryScene("low, and at least") { show in
      show.post(score(.recovery, 9, .low))
      show.post(score(.sleep, 49, .fair))
      show.post(
        .score(
          ScoreReport(
            kind: .strain,
            score: Score(value: 43, band: .low, inputsUsed: 1, inputsTotal: 2, atLeast: true),
            date: Day(of: Show.dawn), cached: false)))
      reached(.buildingPrep, &show)
    },
  ]

  /// Without a hint beside the prompt, with one, left without an answer, and without a prompt.
  private static let panels = [
    GalleryScene("failed: without a hint") { failed(.network(.strava), .retry, &$0) },
    GalleryScene("failed: with a hint") { failed(.badReply(.strava), .retry, &$0) },
    GalleryScene("failed: sign in again") { failed(.auth(.strava), .signIn(.strava), &$0) },
    GalleryScene("failed, and left") { failed(.server(.strava), nil, &$0) },
    GalleryScene("failed: a long path") { show in
      failed(.badInput(file: "/home/jo/activities/strava/2026.ndjson", line: 123), nil, &show)
    },
  ]

  private static func failed(
    _ failure: SyncFailure, _ retryOption: RetryOption?, _ show: inout Show
  ) {
    _ = downloading(&show, done: 62, of: 183)
    show.wait(1000)
    show.post(.failure(failure))
    if let retryOption { show.propose(retryOption) } else { show.end(.failed) }
  }

  /// A sync that ends well.
  private static func ended(
    _ show: inout Show, dryRun: Bool = false, sample: Bool = false,
    outcome: RunSummary.Outcome = .ok, _ counts: Counts
  ) {
    show.start([.strava, .intervals], dryRun: dryRun, sample: sample)
    show.post(.status(.processingData))
    show.wait(4200)
    show.end(outcome, counts)
  }

  private static func failInPart(_ show: inout Show) {
    show.post(.failure(.timeout(.answer(.intervals))))
    show.post(finished(.intervals, .failed))
    show.post(finished(.strava, counts(new: 12)))
  }

  private static func tellNewRides(_ rides: [(name: String?, metres: Double?)], _ show: inout Show)
  {
    for (index, ride) in rides.enumerated() {
      var activity = Activity(
        id: ActivityID(source: .strava, sourceID: "\(index)"), start: Show.dawn)
      (activity.name, activity.distanceMetres) = (ride.name, ride.metres)
      show.post(.activity(ListedRide(activity, isNew: true)))
    }
  }

  private static func tellScores(_ show: inout Show, areSaved: Bool = false) {
    for (kind, value, band) in [
      (ScoreKind.recovery, 71, Band.good), (.sleep, 82, .optimal), (.strain, 43, .low),
    ] {
      show.post(score(kind, value, band, day: areSaved ? -1 : 0, cached: areSaved))
    }
  }

  static let results = [
    GalleryScene("result: 12 new, 1 changed, 14 nights", isWhole: true) { show in
      show.post(finished(.intervals, counts(nights: 14)))
      tellScores(&show)
      show.post(.prep(prep(on: Day(of: Show.dawn), range: 40...55)))
      ended(&show, outcome: .ok, counts(new: 12, changed: 1))
    },
    GalleryScene("result: a first sync without health data", isWhole: true) { show in
      show.start()
      show.post(.status(.processingData))
      tellLatestRide(&show)
      show.wait(4200)
      show.post(.notice(.nextStep(.rides)))
      show.end(.ok, counts(new: 12))
    },
    GalleryScene("result: loads computed again", isWhole: true) { show in
      show.post(.notice(.loadsRecomputed(count: 29)))
      ended(&show, counts(unchanged: 29))
    },
    GalleryScene("result: deleted, changed", isWhole: true) {
      ended(&$0, counts(changed: 1, deleted: 2))
    },
    GalleryScene("result: new rides by name", isWhole: true) { show in
      tellNewRides([("Commute", 8100), ("Evening climb", 41_230)], &show)
      ended(&show, counts(new: 2))
    },
    GalleryScene("result: more than there is room for", isWhole: true) { show in
      tellNewRides(
        [("Reykjanes loop against the wind", 77_700), (nil, nil), ("Commute", 8100)], &show)
      ended(&show, counts(new: 3))
    },
    GalleryScene("result: nothing new", isWhole: true) { ended(&$0, counts(unchanged: 12)) },
    GalleryScene("result: dry run of the sample", isWhole: true) {
      ended(&$0, dryRun: true, sample: true, counts(new: 12))
    },
    GalleryScene("result: partly updated, to be retried", isWhole: true) { show in
      show.start([.strava, .intervals])
      show.post(.status(.processingData))
      failInPart(&show)
      show.post(score(.recovery, 71, .good))
      show.wait(1000)
      show.propose(.retry, outcome: .partial, counts(new: 12))
    },
    GalleryScene("result: partly updated", isWhole: true) { show in
      show.start([.strava, .intervals])
      failInPart(&show)
      ended(&show, outcome: .partial, counts(new: 12))
    },
    GalleryScene("result: a dry run that failed in part", isWhole: true) { show in
      failInPart(&show)
      ended(&show, dryRun: true, outcome: .partial, counts(new: 12))
    },
    GalleryScene("result: a score is missing, and why", isWhole: true) { show in
      show.start()
      show.post(score(.recovery, nil, nil))
      show.post(score(.sleep, nil, nil))
      show.post(score(.strain, 43, .low))
      show.wait(1000)
      show.end(.ok, counts(new: 1))
    },
    GalleryScene("result: offline, saved scores", isWhole: true) { show in
      show.start()
      tellScores(&show, areSaved: true)
      show.post(.failure(.network(.strava)))
      show.post(.status(.offline))
      show.end(.failed)
    },
    GalleryScene("result: stopped", isWhole: true) { show in
      _ = downloading(&show, done: 62, of: 183)
      show.wait(1000)
      show.signal(.interrupt)
      show.end(.interrupted)
    },
  ]
}
