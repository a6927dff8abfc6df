// Scenes for the golden of all messages: every case that has a text, other commands, wrapped
// programs.

import Model
import Reporting
import Terminal

extension GalleryScene {
  static let messages =
    statuses + cases + failed + scores + counted + overview + logs + sources + programs
    + results + endsOfRuns + lengths + usual

  private static let statuses = EveryCase.statuses.map { status in
    GalleryScene("status: \(status.name)") { reached(status, &$0) }
  }

  private static let cases =
    EveryCase.waits.map { wait in
      GalleryScene("waiting: \(wait.reason.name)") { show in
        show.start()
        show.post(.waiting(wait))
        show.wait(1000)
      }
    }
    + EveryCase.notices.map { notice in
      // What to do next is shown with the result.
      let isStep = ["load_missing", "next_step"].contains(notice.code)
      return posted("notice: \(notice.code)", .notice(notice), ends: isStep)
    }
    + EveryCase.warnings.map { posted("warning: \($0.code)", .warning($0)) }
    + EveryCase.gaps.map { gap in
      let none = Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 3, reason: gap)
      let report = ScoreReport(
        kind: .sleep, score: none, date: Day(of: Show.dawn), cached: false)
      return posted("missing: \(gap.name)", .score(report), ends: true)
    }
    + Band.allCases.map { posted("score: \($0)", score(.strain, 43, $0), ends: true) }

  /// An event at the beginning of a sync, or of a sync that ends with it.
  private static func posted(
    _ name: String, _ kind: SyncEvent.Kind, ends: Bool = false, command: String = "sync"
  ) -> GalleryScene {
    GalleryScene(name) { show in
      show.start(command: command)
      show.post(kind)
      if ends { show.end() }
    }
  }

  static let failed = EveryCase.failures.map { failure in
    GalleryScene("error: \(failure.code)") { show in
      show.start()
      show.post(.failure(failure))
      if let retryOption = RetryOption(for: [failure]) { show.propose(retryOption) }
      show.end(.failed)
    }
  }

  /// How long a run took.
  private static let lengths = [
    500, 1000, 4200, 59_400, 59_600, 252_000, 3_600_000, 3_629_000, 7_501_000, 360_000_000,
  ].map { length in
    GalleryScene("\(length) ms") { show in
      show.start()
      show.pass(length)
      show.end()
    }
  }

  /// What the other scenes leave out, because many runs have it.
  static let usual = [
    GalleryScene("a run of nothing", isWhole: true) { show in
      show.start()
      show.end()
    },
    GalleryScene("stages", isWhole: true) { show in
      show.start()
      for stage in Stage.allCases {
        show.post(.stageStarted(stage))
        show.post(.status(.processingData))
      }
    },
    GalleryScene("a run that may be tried again", isWhole: true) { failedRun(.retry, &$0) },
    GalleryScene("a run that may sign in", isWhole: true) { failedRun(.signIn(.strava), &$0) },
  ]

  private static func failedRun(_ retryOption: RetryOption, _ show: inout Show) {
    show.start()
    show.post(
      .failure(
        .reported(
          ReportedFailure(
            code: .unknown, title: "Title", message: "Message.", hint: "Hint", source: nil,
            isRetryable: true))))
    show.propose(retryOption)
    show.end(.failed)
  }

  private static let counted = [
    GalleryScene("a source fails while others work") { show in
      show.start([.strava, .intervals])
      show.post(.status(.downloadingActivities(source: .strava, count: nil)))
      show.wait(1000)
      show.post(.failure(.timeout(.answer(.intervals))))
      show.post(finished(.intervals, .failed))
    },
    GalleryScene("a suggestion, of one value, and none") { show in
      show.start()
      for range in [40...55, 31...31, nil] {
        show.post(.prep(prep(on: Day(of: Show.dawn), range: range)))
      }
      show.end()
    },
    GalleryScene("62 so far") { show in
      _ = downloading(&show, done: 62, of: nil)
      show.wait(1000)
    },
    GalleryScene("12,345 of 20,000") { show in
      _ = downloading(&show, done: 12_345, of: 20_000)
      show.wait(9000)
    },
    GalleryScene("stopping") { show in
      _ = downloading(&show, done: 62, of: 183)
      show.wait(1000)
      show.signal(.interrupt)
    },
  ]

  /// Heartbeats, requests, finished sources and another attempt.
  private static let logs =
    [183, nil].map { total in
      GalleryScene("silence: a download of \(total.map(String.init) ?? "unknown length")") { show in
        _ = downloading(&show, done: 62, of: total)
        show.wait(100_000)
        show.signal(.progressRequest)
      }
    } + furtherLogs

  private static let furtherLogs = [
    GalleryScene("silence: waiting for another sync") { show in
      show.start()
      show.pause(.locked, nil, seconds: 300)
      show.wait(60_000)
    },
    GalleryScene("bytes of a file") { show in
      show.start([.appleHealth], command: "import")
      show.post(.stageStarted(.routine))
      show.post(.status(.fetchingHealthData))
      show.work(.appleHealth, .bytes, of: 120_000_000, name: "export.zip").set(34_900_000)
      show.wait(40_000)
    },
    GalleryScene("the files of a check") { show in
      show.start([], command: "check")
      show.work(nil, .files, of: 1500).set(300)
      show.wait(1000)
    },
    GalleryScene("files and their bytes") { show in
      show.start([.files])
      show.post(.stageStarted(.routine))
      show.post(.status(.readingFiles(count: 312)))
      show.work(.files, .files, of: 312, weight: 0).set(112)
      show.work(nil, .bytes, of: 90_000_000).set(34_900_000)
      show.wait(12_000)
    },
    GalleryScene("requests") { show in
      show.start()
      show.post(request())
      for trouble in [nil, .cut] as [TransportFailure?] {
        show.post(request(status: nil, bytes: nil, attempt: 2, trouble: trouble))
      }
    },
    GalleryScene("finished sources") { show in
      show.start([.strava, .intervals, .wahoo])
      let outcomes: [(Source, SourceOutcome)] = [
        (.strava, .ok), (.intervals, .partial), (.wahoo, .failed), (.garmin, .skipped),
      ]
      for (source, outcome) in outcomes {
        show.post(.status(.downloadingActivities(source: source, count: nil)))
        show.wait(2000)
        if outcome == .failed { show.post(.failure(.server(source))) }
        show.post(
          finished(
            source, outcome, counts(new: 12, changed: 1, unchanged: 170, deleted: 2, nights: 14)))
      }
    },
    GalleryScene("another attempt") { show in
      show.start()
      show.post(.status(.contactingIntegrations(sources: [.strava], unavailable: [])))
      show.post(.failure(.network(.strava)))
      show.propose(.retry)
      show.wait(1000)
      show.retryPrompt = nil
      show.start(attempt: 2)
      show.post(.status(.contactingIntegrations(sources: [.strava], unavailable: [])))
      show.wait(1000)
    },
  ]

  private static let sources = [
    GalleryScene("sources") { show in
      show.start(command: "sources")
      for state in SourceReport.State.allCases {
        show.post(
          report(
            .intervals, state, lastSync: state == .connected ? EveryCase.yesterday : nil,
            lastError: state == .expired ? "rate_limited" : nil,
            activities: state == .notConnected ? 0 : 3017, days: state == .imported ? 1 : 0))
      }
      show.end()
    },
    GalleryScene("connect") { show in
      show.start(command: "connect")
      show.post(
        .signIn(
          SignIn(source: .strava, url: "https://example.com/a", until: Show.dawn + .seconds(300))))
      show.wait(1000)
      show.post(report(.strava, .connected, athlete: "Jo"))
      show.end()
    },
    GalleryScene("connect: a name of another alphabet", hasForeignText: true) { show in
      show.post(report(.strava, .connected, athlete: "Zoë & Ōe …"))
    },
    GalleryScene("disconnect") { show in
      show.start(command: "disconnect")
      show.post(.notice(.recordsDeleted(.strava, count: 3017)))
      show.post(report(.strava, .notConnected))
      show.end()
    },
    GalleryScene("status: as of yesterday, sample data") { show in
      tellStatus(&show, age: 1, isSample: true)
      show.end()
    },
    GalleryScene("status: what is missing, and why") { show in
      tellGaps(&show)
      show.end()
    },
    GalleryScene("status: no health data") { show in
      show.start(command: "status")
      show.post(report(.strava, .connected, activities: 12))
      tellLatestRide(&show, areSaved: true)
      show.end()
    },
    GalleryScene("status: while a sync runs") { show in
      show.start(command: "status")
      show.post(
        .notice(
          .syncRunning(
            since: Show.dawn, .contactingIntegrations(sources: [.strava], unavailable: []))))
      show.post(report(.strava, .connected))
      show.end()
    },
    posted(
      "status: connected, not synced", report(.strava, .connected), ends: true, command: "status"),
    posted(
      "status: imported, but not computed", report(.garmin, .imported, activities: 3), ends: true,
      command: "status"),
    GalleryScene("status: a sample that was not saved whole") { show in
      show.start(sample: true, command: "status")
      show.post(report(.strava, .notConnected, activities: 62))
      show.end()
    },
    posted(
      "status: nothing connected", report(.strava, .notConnected), ends: true, command: "status"),
    GalleryScene("status: stored, not computed") { show in
      show.start(command: "status")
      show.post(report(.strava, .connected, lastSync: EveryCase.yesterday, activities: 3, days: 1))
      show.post(
        .warning(.outdated(age: .seconds(86_400), limit: .seconds(3600), isConnected: true)))
      show.end()
    },
  ]

  private static func ended(_ show: inout Show, _ exit: ExitStatus, isCut: Bool = false) {
    show.exit(exit, isCut: isCut)
    show.leave()
  }

  private static let programs =
    [
      GalleryScene("wrap: running") { show in
        show.wrap()
        show.wait(64_250)
        show.signal(.progressRequest)
      },
      GalleryScene("wrap: output on both streams", hasForeignText: true) { show in
        show.wrap()
        show.wait(400)
        show.line("cc -c main.c")
        show.line("main.c:1: warning: unused", .standardError)
        show.wait(1000)
      },
      GalleryScene("wrap: statuses, lines and progress", hasForeignText: true) { show in
        show.wrap()
        show.wait(1000)
        for _ in 1...2 { show.post(.status(EveryCase.statuses[EveryCase.statuses.count - 1])) }
        show.line("cc main.c")
        show.line("warning: x", .standardError)
        show.post(.progress(ReportedProgress(fraction: 0.459)))
        show.wait(40_000)
        ended(&show, .ok)
      },
      GalleryScene("wrap: a count without a unit") { show in
        show.wrap()
        show.post(.progress(ReportedProgress(done: 3, total: 12)))
        show.wait(31_000)
      },
      GalleryScene("wrap: a summary with counts") { show in
        show.wrap()
        show.post(.summary(RunSummary(outcome: .ok, exit: .ok, counts: counts(new: 12))))
        show.leave()
      },
      GalleryScene("wrap: a question", hasForeignText: true) { show in
        show.wrap()
        show.wait(400)
        show.open("Overwrite main.o? ")
        show.wait(1000)
      },
      GalleryScene("wrap: the recording is cut") { show in
        show.wrap()
        show.wait(4250)
        ended(&show, .failed, isCut: true)
      },
      GalleryScene("wrap: stopped") { show in
        show.wrap()
        show.wait(1000)
        show.signal(.terminate)
        show.end(.interrupted)
      },
    ]
    + [ExitStatus.ok, ExitStatus(code: 2), .signal(15), .signal(40)].map { exit in
      GalleryScene("wrap: exits with \(exit.code)", hasForeignText: exit == .ok) { show in
        show.wrap()
        show.wait(4250)
        ended(&show, exit)
      }
    }

  private static let endsOfRuns =
    [
      (false, counts(new: 12, changed: 1, nights: 40)), (false, counts(nights: 1)),
      (false, counts(changed: 2)), (true, Counts()),
    ].map { dryRun, counts in
      let name = "\(counts.new) new, \(counts.changed) changed, \(counts.daysNew) nights"
      return GalleryScene("import: \(name)\(dryRun ? ", dry run" : "")") { show in
        show.start([.appleHealth], dryRun: dryRun, command: "import")
        show.wait(4000)
        show.end(.ok, counts)
      }
    }
    + [Stage.routine, .saving].map { stage in
      GalleryScene("import: stopped in stage \(stage)") { show in
        show.start([.appleHealth], command: "import")
        show.post(.stageStarted(stage))
        show.wait(4000)
        show.signal(.interrupt)
        show.end(.interrupted)
      }
    }
    + [
      GalleryScene("folders: stopped while they are read") { show in
        show.start([.strava, .files])
        show.post(.status(.readingFiles(count: 312)))
        show.wait(4000)
        show.signal(.interrupt)
        show.end(.interrupted)
      },
      GalleryScene("health: nights and weigh-ins") { show in
        show.start([.intervals])
        show.wait(4000)
        var days = counts(nights: 14)
        days.daysWithoutNight = 1
        show.post(finished(.intervals, days))
        show.end(.ok, days)
      },
      GalleryScene("health: weigh-ins alone") { show in
        show.start([.intervals])
        show.wait(4000)
        var days = counts(nights: 3)
        days.daysWithoutNight = 3
        show.post(finished(.intervals, days))
        show.end(.ok, days)
      },
    ]
}
