// The scenes of the gallery: moments of a sync, from every status to every end.

import Reporting
import Model

/// A moment of a run, given by the events up to then.
struct GalleryScene: Sendable {
  let name: String
  /// Plays the run up to the moment that is drawn.
  let play: @Sendable (inout Show) -> Void

  init(_ name: String, _ play: @escaping @Sendable (inout Show) -> Void) {
    self.name = name
    self.play = play
  }
}

extension GalleryScene {
  static let all = statuses + progress + waits + scores + panels + endings + results

  /// A sync that has reached a status.
  private static func reached(_ status: SyncStatus, _ show: inout Show) {
    show.start([.strava, .intervals])
    for stage in Stage.allCases {
      show.post(.stageStarted(stage))
      if stage == status.stage { break }
      show.post(.stageFinished(stage))
    }
    show.post(.status(status))
    show.wait(1000)
  }

  private static let full = HealthCoverage(hasHealthData: true, hasSleepData: true)
  private static let noSleep = HealthCoverage(hasHealthData: true, hasSleepData: false)
  private static let none = HealthCoverage(hasHealthData: false, hasSleepData: false)

  private static let statuses = [
    SyncStatus.fetchingHealthData,
    .contactingIntegrations(sources: [], unavailable: []),
    .contactingIntegrations(sources: [.strava], unavailable: []),
    .contactingIntegrations(sources: [.strava, .intervals], unavailable: []),
    .contactingIntegrations(sources: [.strava, .intervals, .wahoo], unavailable: []),
    .contactingIntegrations(sources: [.strava, .intervals], unavailable: [.intervals]),
    .contactingIntegrations(sources: [.strava, .intervals, .wahoo], unavailable: [.wahoo]),
    .downloadingActivities(source: .strava, count: 183),
    .downloadingActivities(source: .strava, count: 1),
    .downloadingActivities(source: .appleHealth, count: 3017),
    .downloadingActivities(source: .strava, count: nil),
    .downloadingActivities(source: nil, count: 183),
    .downloadingActivities(source: nil, count: nil),
    .generatingRoutine, .processingData, .computingZones,
    .calculatingScores(full), .calculatingScores(none), .calculatingScores(noSleep),
    .refreshingScores(full), .refreshingScores(none), .refreshingScores(noSleep),
    .buildingPrep,
    .saving(destination: "/home/jo/.local/share/velo-sync", dryRun: false),
    .saving(destination: "/home/jo/.local/share/velo-sync", dryRun: true),
    .finalizing, .complete,
  ].map { status in
    GalleryScene("\(status.name): \(messages.text(status, now: Show.dawn))") {
      reached(status, &$0)
    }
  }

  private static let progress = [
    GalleryScene("62 of 183, time left, a tip") { show in
      _ = downloading(&show, done: 62, of: 183)
      show.wait(6400)
    },
    GalleryScene("62 so far") { show in
      _ = downloading(&show, done: 62, of: nil)
      show.wait(1000)
    },
    GalleryScene("12,345 of 20,000") { show in
      _ = downloading(&show, done: 12_345, of: 20_000)
      show.wait(100_000)
    },
    GalleryScene("stopping") { show in
      _ = downloading(&show, done: 62, of: 183)
      show.wait(1000)
      show.signal(.interrupt)
    },
    GalleryScene("a line above") { show in
      _ = downloading(&show, done: 62, of: 183)
      show.wait(1000)
      show.post(.notice(.recordsSkipped(.strava, count: 2)))
    },
    GalleryScene("signing in") { show in
      show.start(attempt: 2)
      show.post(
        .signIn(SignIn(source: .strava, url: "https://www.strava.com/oauth/a", until: Show.dawn)))
      show.wait(400)
    },
  ]

  private static let waits = [
    Wait(
      reason: .rateLimit, source: .strava, until: Timestamp(seconds: Show.dawn.seconds + 200),
      duration: .seconds(201)),
    Wait(
      reason: .retry(attempt: 2, of: 3), source: .strava, until: Show.dawn, duration: .seconds(3)),
    Wait(
      reason: .locked, source: nil, until: Timestamp(seconds: Show.dawn.seconds + 300),
      duration: .seconds(300)),
  ].map { wait in
    GalleryScene("waiting: \(reasonName(wait.reason))") { show in
      _ = downloading(&show, done: 62, of: 183)
      show.wait(1000)
      show.post(.waiting(wait))
      show.wait(1000)
    }
  }

  private static let scores = [
    GalleryScene("placeholders at their brighter level") { show in
      _ = downloading(&show, done: 62, of: 183)
      show.wait(700)
    },
    GalleryScene("saved scores with their date") { show in
      show.post(score(.recovery, 71, .good, day: -1, cached: true))
      show.post(score(.sleep, 82, .optimal, day: -1, cached: true))
      show.post(score(.strain, 43, .low, day: -1, cached: true))
      reached(.contactingIntegrations(sources: [.strava], unavailable: []), &show)
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

  private static let failures: [SyncFailure] = [
    .network(.strava), .timeout(.answer(.strava)), .timeout(.run(.seconds(300))),
    .timeout(.signIn(.strava)), .server(.strava), .auth(.strava), .signInRefused(.strava),
    .permission(.strava, .denied), .permission(.strava, .missingScopes(["activity:read_all"])),
    .permission(.strava, .inactiveApplication), .permission(.wahoo, .unapprovedApplication),
    .permission(.wahoo, .tooManySignIns),
    .rateLimited(
      .strava,
      RateLimit(window: .quarterHour, retryAt: Timestamp(seconds: Show.dawn.seconds + 600))),
    .rateLimited(
      .strava, RateLimit(window: .day, retryAt: Timestamp(seconds: Show.dawn.seconds + 64_800))),
    .rateLimited(
      .intervals, RateLimit(window: .unnamed, retryAt: Timestamp(seconds: Show.dawn.seconds + 60))),
    .badReply(.strava), .badInput(file: "/home/jo/activities/strava/2026.ndjson", line: 123),
    .missingInput(file: "export.zip"),
    .storage(StorageTrouble(path: "/home/jo/.local/share/velo-sync", reason: .diskFull)),
    .storage(
      StorageTrouble(path: "/home/jo/rides", reason: .notPermitted, isReading: true)),
    .locked(LockHolder(process: 4711, since: Show.dawn)), .notConnected(nil),
    .config(.otherAthlete(.strava, stored: "Jo", signedIn: "Kim")),
    .usage(.unknownOption("--jsno", suggestion: "--json")), .internal("detail"),
  ]

  private static let panels = failures.map { failure in
    GalleryScene("failed: \(messages.title(failure)) (\(failure.code))") { show in
      _ = downloading(&show, done: 62, of: 183)
      show.wait(1000)
      show.post(.failure(failure))
      if let remedy = Remedy(for: [failure]) {
        show.propose(remedy)
      } else {
        show.end(.failed)
      }
    }
  }

  /// The same failures after cancelling, or where nobody can be asked.
  private static let endings = failures.filter { Remedy(for: [$0]) != nil }.map { failure in
    GalleryScene("failed, and left: \(messages.title(failure)) (\(failure.code))") { show in
      _ = downloading(&show, done: 62, of: 183)
      show.wait(1000)
      show.post(.failure(failure))
      show.end(.failed)
    }
  }

  /// A sync that ends well.
  private static func ended(
    _ show: inout Show, dryRun: Bool = false, sample: Bool = false, outcome: RunSummary.Outcome,
    _ counts: Counts
  ) {
    show.start([.strava, .intervals], dryRun: dryRun, sample: sample)
    show.post(.status(.processingData))
    show.wait(4200)
    show.post(score(.recovery, 71, .good))
    show.post(score(.sleep, 82, .optimal))
    show.post(score(.strain, 43, .low))
    show.post(prep(40...55))
    show.end(outcome, counts)
  }

  private static let results = [
    GalleryScene("result: 12 new, 1 changed, 14 nights") { show in
      show.post(
        .sourceFinished(SourceResult(source: .intervals, outcome: .ok, counts: counts(nights: 14))))
      ended(&show, outcome: .ok, counts(new: 12, changed: 1))
    },
    GalleryScene("result: deleted, changed") { show in
      ended(&show, outcome: .ok, counts(changed: 1, deleted: 2))
    },
    GalleryScene("result: nothing new") { show in
      ended(&show, outcome: .ok, counts(unchanged: 12))
    },
    GalleryScene("result: dry run of the sample") { show in
      ended(&show, dryRun: true, sample: true, outcome: .ok, counts(new: 12))
    },
    GalleryScene("result: partly updated, to be retried") { show in
      show.start([.strava, .intervals])
      show.post(.status(.processingData))
      show.post(.failure(.timeout(.answer(.intervals))))
      show.post(
        .sourceFinished(SourceResult(source: .intervals, outcome: .failed, counts: Counts())))
      show.post(
        .sourceFinished(SourceResult(source: .strava, outcome: .ok, counts: counts(new: 12))))
      show.post(score(.recovery, 71, .good))
      show.wait(1000)
      show.propose(.retry, outcome: .partial, counts(new: 12))
    },
    GalleryScene("result: partly updated") { show in
      show.start([.strava, .intervals])
      show.post(.failure(.timeout(.answer(.intervals))))
      show.post(
        .sourceFinished(SourceResult(source: .intervals, outcome: .failed, counts: Counts())))
      show.post(
        .sourceFinished(SourceResult(source: .strava, outcome: .ok, counts: counts(new: 12))))
      ended(&show, outcome: .partial, counts(new: 12))
    },
    GalleryScene("result: a dry run that failed in part") { show in
      show.post(.failure(.timeout(.answer(.intervals))))
      show.post(
        .sourceFinished(SourceResult(source: .intervals, outcome: .failed, counts: Counts())))
      show.post(
        .sourceFinished(SourceResult(source: .strava, outcome: .ok, counts: counts(new: 12))))
      ended(&show, dryRun: true, outcome: .partial, counts(new: 12))
    },
    GalleryScene("result: a score is missing, and why") { show in
      show.start()
      show.post(score(.recovery, nil, nil))
      show.post(score(.sleep, nil, nil))
      show.post(score(.strain, 43, .low))
      show.wait(1000)
      show.end(.ok, counts(new: 1))
    },
    GalleryScene("result: offline, saved scores") { show in
      show.start()
      show.post(score(.recovery, 71, .good, day: -1, cached: true))
      show.post(score(.sleep, 82, .optimal, day: -1, cached: true))
      show.post(score(.strain, 43, .low, day: -1, cached: true))
      show.post(.failure(.network(.strava)))
      show.post(.status(.offline))
      show.end(.failed)
    },
    GalleryScene("result: stopped") { show in
      _ = downloading(&show, done: 62, of: 183)
      show.wait(1000)
      show.signal(.interrupt)
      show.end(.interrupted)
    },
  ]
}

func prep(_ range: ClosedRange<Int>) -> SyncEvent.Kind {
  let none = Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 3)
  return .prep(
    PrepSheet(
      scores: ScoreDay(date: Day(of: Show.dawn), recovery: none, sleep: none, strain: none),
      zones: [], ftpWatts: nil,
      suggestedStrain: SuggestedStrain(range: range, loads: nil, reason: nil)))
}

private func reasonName(_ reason: Wait.Reason) -> String {
  guard case .retry(let attempt, let tries?) = reason else { return "\(reason)" }
  return "retry(attempt: \(attempt), of: \(tries))"
}
