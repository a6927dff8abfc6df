// Further scenes for the transcripts: notices, warnings, errors, other commands, wrapped programs.

import Model
import Reporting
import Terminal

extension GalleryScene {
  static let further =
    notices + warnings + otherFailures + otherStatuses + logs + sources + programs + endsOfRuns
    + gaps

  private static let yesterday = Timestamp(seconds: Show.dawn.seconds - 86_400)
  private static let remark = ExternalMessage(
    code: "low_battery", message: "The sensor's battery is low.", hint: "Replace it",
    source: .strava)

  private static let notices: [GalleryScene] = [
    Notice.rehearsal, .sampleData, .recordsSkipped(.strava, count: 1),
    .recordsSkipped(.strava, count: 3), .recordsSkipped(.appleHealth, count: 1),
    .recordsSkipped(.appleHealth, count: 3), .recordsCorrected(.appleHealth, count: 2),
    .recordsWithheld(.intervals, count: 40),
    .longImport(.strava, requests: 1234, duration: .seconds(19 * 3600)),
    .longImport(.strava, requests: 99, duration: .seconds(3 * 86_400)),
    .streamsMissing(.strava, count: 2), .loadsOutdated,
    .loadsMissing(
      LoadShortage(
        activities: 12, withPower: 12, withHeartRate: 12, settings: [.sex, .maxHeartRate])),
    .loadsMissing(
      LoadShortage(
        activities: 12, withPower: 5, withHeartRate: 7,
        settings: [.sex, .maxHeartRate, .restingHeartRate, .thresholdHeartRate])),
    .loadsMissing(LoadShortage(activities: 1, withPower: 1, withHeartRate: 0, settings: [])),
    .loadsMissing(LoadShortage(activities: 2, withPower: 0, withHeartRate: 2, settings: [.sex])),
    .recordsDeleted(.strava, count: 3017), .reported(remark),
  ].map { notice in
    GalleryScene("notice: \(notice.code)") { show in
      show.start()
      show.post(.notice(notice))
    }
  }

  private static let warnings: [GalleryScene] = [
    Warning.liveUnavailable, .recordLost(path: "/home/jo/events", .diskFull), .notRevoked(.strava),
    .stillSupplied(.strava), .lineTorn(file: "/home/jo/events"),
    .linesSkipped(file: "/home/jo/events", count: 1, fault: "status has no text"),
    .linesSkipped(file: "/home/jo/events", count: 3, fault: "done is out of range"),
    .runUnfinished(file: "/home/jo/events"),
    .screenMissing(command: "nano"),
    .strangeEvents(command: "make", count: 2, fault: "a line is not JSON from byte 1 on"),
    .fileDamaged(file: "/home/jo/Rides/cut.fit"),
    .fileRefused(file: "/home/jo/Rides/old.zip (ride.fit)", .damaged(line: nil)),
    .moreFiles(damaged: 2, refused: 0), .moreFiles(damaged: 0, refused: 1),
    .moreFiles(damaged: 1, refused: 12), .folderMissing(path: "/media/jo/GARMIN"),
    .outdated(age: .seconds(3 * 86_400), limit: .seconds(86_400)),
    .outdated(age: nil, limit: .seconds(86_400)), .reported(remark),
  ].map { warning in
    GalleryScene("warning: \(warning.code)") { show in
      show.start()
      show.post(.warning(warning))
    }
  }

  private static let otherFailures = everyFailure.map { failure in
    GalleryScene("error: \(failure.code)") { show in
      show.start()
      show.post(.failure(failure))
      if let remedy = Remedy(for: [failure]) {
        show.propose(remedy)
      }
      show.end(.failed)
    }
  }

  private static let otherStatuses = [
    SyncStatus.offline, .updated(at: yesterday),
    .free(FreeStatus(text: "Compiling main.c…", spoken: "Compiling main dot c")),
  ].map { status in
    GalleryScene("status: \(status.name)") { show in
      show.start()
      show.post(.status(status))
      show.wait(1500)
    }
  }

  /// Heartbeats, requests, finished sources and another attempt.
  private static let logs = [
    GalleryScene("silence: a download of known length") { show in
      _ = downloading(&show, done: 62, of: 183)
      show.wait(100_000)
      show.signal(.progressRequest)
    },
    GalleryScene("silence: a download of unknown length") { show in
      _ = downloading(&show, done: 62, of: nil)
      show.wait(100_000)
      show.signal(.progressRequest)
    },
    GalleryScene("silence: waiting for another sync") { show in
      show.start()
      show.post(
        .waiting(
          Wait(
            reason: .locked, source: nil, until: Timestamp(seconds: Show.dawn.seconds + 300),
            duration: .seconds(300))))
      show.wait(60_000)
    },
    GalleryScene("bytes of a file") { show in
      show.start([.appleHealth], command: "import")
      show.post(.stageStarted(.routine))
      show.post(.status(.fetchingHealthData))
      let gauge = Gauge()
      gauge.expect(120_000_000)
      show.post(
        .work(
          Work(
            stage: .routine, weight: 0.33, source: .appleHealth, unit: .bytes, name: "export.zip",
            gauge: gauge)))
      gauge.set(34_900_000)
      show.wait(40_000)
    },
    GalleryScene("files and their bytes") { show in
      show.start([.files])
      show.post(.stageStarted(.routine))
      show.post(.status(.readingFiles(count: 312)))
      let (files, bytes) = (Gauge(), Gauge())
      files.expect(312)
      bytes.expect(90_000_000)
      show.post(
        .work(Work(stage: .routine, weight: 0, source: .files, unit: .files, gauge: files)))
      show.post(
        .work(Work(stage: .routine, weight: 0.33, source: nil, unit: .bytes, gauge: bytes)))
      files.set(112)
      bytes.set(34_900_000)
      show.wait(12_000)
    },
    GalleryScene("requests") { show in
      show.start()
      for (status, trouble) in [(200, nil), (nil, nil), (nil, "connection reset")]
        as [(Int?, DisplayText?)]
      {
        show.post(
          .request(
            RequestTrace(
              source: .strava, method: "GET", url: "https://example.com/a", status: status,
              bytes: status.map { _ in 12_345 }, attempt: status == nil ? 2 : 1,
              duration: .milliseconds(200), trouble: trouble)))
      }
    },
    GalleryScene("finished sources") { show in
      show.start([.strava, .intervals, .wahoo])
      for (source, outcome) in [
        (Source.strava, SourceOutcome.ok), (.intervals, .partial), (.wahoo, .failed),
        (.garmin, .skipped),
      ] {
        show.post(.status(.downloadingActivities(source: source, count: nil)))
        show.wait(2000)
        if outcome == .failed { show.post(.failure(.server(source))) }
        show.post(
          .sourceFinished(
            SourceResult(
              source: source, outcome: outcome,
              counts: counts(new: 12, changed: 1, unchanged: 170, deleted: 2, nights: 14))))
      }
    },
    GalleryScene("another attempt") { show in
      show.start()
      show.post(.status(.contactingIntegrations(sources: [.strava], unavailable: [])))
      show.post(.failure(.network(.strava)))
      show.propose(.retry)
      show.wait(1000)
      show.offer = nil
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
          .source(
            SourceReport(
              source: .intervals, state: state, lastSync: state == .connected ? yesterday : nil,
              lastError: state == .expired ? "rate_limited" : nil,
              activities: state == .notConnected ? 0 : 3017, days: state == .imported ? 1 : 0)))
      }
      show.end()
    },
    GalleryScene("connect") { show in
      show.start(command: "connect")
      show.post(
        .signIn(SignIn(source: .strava, url: "https://example.com/a", until: Show.dawn)))
      show.wait(1000)
      show.post(.source(SourceReport(source: .strava, state: .connected, athlete: "Jo")))
      show.end()
    },
    GalleryScene("disconnect") { show in
      show.start(command: "disconnect")
      show.post(.notice(.recordsDeleted(.strava, count: 3017)))
      show.post(.source(SourceReport(source: .strava, state: .notConnected)))
      show.end()
    },
    GalleryScene("status: everything") { show in
      tellStatus(&show)
      show.end()
    },
    GalleryScene("status: as of yesterday, sample data") { show in
      tellStatus(&show, age: 1, isSample: true)
      show.end()
    },
    GalleryScene("status: connected, not synced") { show in
      show.start(command: "status")
      show.post(.source(SourceReport(source: .strava, state: .connected)))
      show.end()
    },
    GalleryScene("status: nothing connected") { show in
      show.start(command: "status")
      show.post(.source(SourceReport(source: .strava, state: .notConnected)))
      show.end()
    },
    GalleryScene("status: stored, not computed") { show in
      show.start(command: "status")
      show.post(
        .source(
          SourceReport(
            source: .strava, state: .connected, lastSync: yesterday, activities: 3, days: 1)))
      show.post(.warning(.outdated(age: .seconds(86_400), limit: .seconds(3600))))
      show.end()
    },
  ]

  private static func wrap(_ show: inout Show) {
    show.post(
      .runStarted(
        RunStart(
          id: "0123456789abcdef", command: "wrap",
          arguments: ["wrap", "--", "/usr/bin/make", "-j"],
          scope: nil)))
  }

  private static func ended(
    _ show: inout Show, _ exit: ExitStatus, isCut: Bool = false
  ) {
    show.post(
      .summary(
        RunSummary(
          outcome: exit == .ok ? .ok : .failed, exit: exit, counts: nil, isCut: isCut)))
    show.leave()
  }

  private static let programs =
    [
      GalleryScene("wrap: running") { show in
        wrap(&show)
        show.wait(64_250)
        show.signal(.progressRequest)
      },
      GalleryScene("wrap: output on both streams") { show in
        wrap(&show)
        show.wait(400)
        show.post(.log(LogLine(stream: .standardOutput, text: "cc -c main.c")))
        show.post(.log(LogLine(stream: .standardError, text: "main.c:1: warning: unused")))
        show.wait(1000)
      },
      GalleryScene("wrap: a question") { show in
        wrap(&show)
        show.wait(400)
        show.state.openLine = OpenLine(
          stream: .standardOutput, text: "Overwrite main.o? ", kind: .begun,
          since: show.context.now.moment)
        show.wait(1000)
      },
      GalleryScene("wrap: finished") { show in
        wrap(&show)
        show.wait(4250)
        ended(&show, .ok)
      },
      GalleryScene("wrap: failed") { show in
        wrap(&show)
        show.wait(4250)
        ended(&show, ExitStatus(code: 2))
      },
      GalleryScene("wrap: killed by a signal with a name") { show in
        wrap(&show)
        show.wait(4250)
        ended(&show, .signal(15))
      },
      GalleryScene("wrap: killed by a signal without a name") { show in
        wrap(&show)
        show.wait(4250)
        ended(&show, .signal(40))
      },
      GalleryScene("wrap: the recording is cut") { show in
        wrap(&show)
        show.wait(4250)
        ended(&show, .failed, isCut: true)
      },
      GalleryScene("wrap: stopped") { show in
        wrap(&show)
        show.wait(1000)
        show.signal(.terminate)
        show.end(.interrupted)
      },
    ] + commandFailures

  private static let commandFailures: [GalleryScene] = [
    SyncFailure.badCommand("", .notFound), .badCommand("mkae", .notFound),
    .badCommand("/home/jo/x", .notExecutable(.notPermitted)),
    .badCommand("/home/jo/x", .notExecutable(.missingFolder)),
    .badRecord(file: "/home/jo/e", .none), .badRecord(file: "/home/jo/e", .empty),
    .badRecord(file: "/home/jo/e", .foreign), .badRecord(file: "/home/jo/e", .newer(format: "2.0")),
    .badRecord(file: "/home/jo/e", .ownRecord),
    .badRecord(file: "/home/jo/e", .unreadable(.notPermitted)),
    .exhausted(.threads), .exhausted(.descriptors), .interrupted,
    .usage(.invalidEvent(fault: "status has no text")),
    .reported(
      ReportedFailure(
        code: .timeout, title: "Took too long", message: "The copy took too long.", hint: nil,
        source: nil, isRetryable: true)),
  ].map { failure in
    GalleryScene("error: \(messages.title(failure))") { show in
      show.post(.failure(failure))
      show.end(.failed)
    }
  }

  private static let endsOfRuns = [
    GalleryScene("import: records of every kind") { show in
      show.start([.appleHealth], command: "import")
      show.post(.status(.processingData))
      show.wait(4000)
      show.post(score(.strain, 43, .low))
      show.end(.ok, counts(new: 12, changed: 1, nights: 40))
    },
    GalleryScene("import: changed records alone") { show in
      show.start([.appleHealth], command: "import")
      show.post(.status(.processingData))
      show.wait(4000)
      show.end(.ok, counts(changed: 2))
    },
    GalleryScene("import: nothing new, dry run") { show in
      show.start([.appleHealth], dryRun: true, command: "import")
      show.post(.status(.processingData))
      show.wait(4000)
      show.end(.ok)
    },
    GalleryScene("import: stopped") { show in
      show.start([.appleHealth], command: "import")
      show.post(.status(.processingData))
      show.wait(4000)
      show.signal(.interrupt)
      show.end(.interrupted)
    },
    GalleryScene("import: stopped while it saves") { show in
      show.start([.appleHealth], command: "import")
      show.post(.stageStarted(.saving))
      show.post(.status(.saving(destination: "/home/jo/data", dryRun: false)))
      show.wait(4000)
      show.signal(.interrupt)
      show.end(.interrupted)
    },
  ]

  private static let gaps: [GalleryScene] = [
    ScoreGap.noHealthData, .noSleepData, .noMorningReading, .shortBaseline(days: 3, needed: 14),
    .shortBaseline(days: 0, needed: 0), .noActivities, .noActivitiesToday, .noLoad,
    .shortHistory(days: 3, needed: 7), .shortHistory(days: 0, needed: 0), .noRecovery, .noFitness,
    .reported("odd_sensor"),
  ].map { gap in
    GalleryScene("missing: \(gap.name)") { show in
      show.start()
      show.post(.status(.processingData))
      show.wait(1000)
      show.post(
        .score(
          ScoreReport(
            kind: .sleep,
            score: Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 3, reason: gap),
            date: Day(of: Show.dawn), cached: false)))
      show.end(.ok, counts(new: 1))
    }
  }

  /// One turn of the tips; only the live face shows them.
  static let tips = (1...15).map { number in
    GalleryScene("tip \(number)") { show in
      show.start()
      show.post(.status(.processingData))
      show.wait(number * 3000 + 500)
    }
  }
}
