// Everything the accessible face can say: whole sentences of letters, digits and punctuation.

import Reporting
import Model
import Support
import Testing

/// The characters that a screen reader reads aloud or as a pause.
private let speakable = Set(
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;?!'\"()-/_".utf8)

private func expectSpeakable(_ show: Show) {
  for byte in show.out + show.err where byte != 0x0A && !speakable.contains(byte) {
    Issue.record("\(Unicode.Scalar(byte)) in \(show.lines + show.errors)")
    return
  }
  #expect(!show.lines.isEmpty || !show.errors.isEmpty)
  for line in show.lines + show.errors {
    #expect(line.hasSuffix(".") || line.hasSuffix("?"), "\(line)")
    expectEqual(line.first?.isUppercase, true, "\(line)")
    #expect(!line.contains("..") && !line.contains("  "), "\(line)")
  }
  // Append-only: whole lines, each written at once.
  #expect(show.writes.allSatisfy { $0.bytes.last == 0x0A })
}

private let everyCoverage = [(true, true), (true, false), (false, false)].map {
  HealthCoverage(hasHealthData: $0, hasSleepData: $1)
}

private let everyStatus: [SyncStatus] =
  [
    .fetchingHealthData, .contactingIntegrations(sources: [], unavailable: []),
    .contactingIntegrations(sources: Source.allCases, unavailable: [.wahoo]),
    .downloadingActivities(source: nil, count: nil),
    .downloadingActivities(source: .strava, count: 1),
    .downloadingActivities(source: .wahoo, count: 3017), .generatingRoutine, .processingData,
    .computingZones,
  ] + everyCoverage.flatMap { [.calculatingScores($0), .refreshingScores($0)] } + [
    .buildingPrep, .saving(destination: "/home/jo/data", dryRun: true), .finalizing, .complete,
    .updated(at: Show.dawn), .offline,
  ]

private let everyReason: [StorageTrouble.Reason] = [
  .diskFull, .readOnly, .notPermitted, .tooLarge, .notADirectory, .missingFolder, .isADirectory,
  .ioError, .closed, .noReader, .tooManyFiles, .system(5),
]

private let until = Timestamp(seconds: Show.dawn.seconds + 3600)

private let everyUsage: [UsageTrouble] = [
  .unknownOption("--jsno", suggestion: "--json"), .unknownOption("--xyz", suggestion: nil),
  .unknownCommand("snyc", suggestion: "sync"), .unknownSource("x", suggestion: nil),
  .missingValue(option: "--store"), .needlessValue(option: "--json"),
  .badValue(option: "-o", value: "", expected: "auto or live"),
  .badValue(option: "VELO_SYNC_OUTPUT", value: "loud", expected: "auto or live"),
  .badValue(option: "--ftp", value: "9999", expected: "a number from 1 to 2000", fault: .tooLarge),
  .missingArgument(command: "connect", argument: "SOURCE"), .unexpectedArgument("x"),
  .optionOfOthers(option: "--port", command: "sync", commands: ["connect"]),
  .notInConfig(option: "--json"), .needsSample(option: "--speed"), .sampleStore(path: "/data"),
  .realStore(path: "/data"), .liveImpossible, .nothingToRead(what: "client ID"),
  .cannotConnect(.garmin), .baseURL(variable: "VELO_SYNC_STRAVA_API"),
  .needsConfirmation(.strava),
]

private let everyConfig: [ConfigTrouble] = [
  .newerStore(path: "/data", format: "2"),
  .otherAthlete(.strava, stored: "Jo", signedIn: "Kim"), .noLibcurl("libcurl.so.4"),
  .noLibz("libz.so.1"),
  .unsafeCredentials(path: "/home/jo/credentials.json"), .damagedCredentials(path: "/x"),
  .unsafeCredentials(path: "/x", .symbolicLink), .unsafeCredentials(path: "/x", .noFile),
  .unsafeCredentials(path: "/x", .ownedByOthers),
  .unreadable(path: "/x", reason: .notPermitted), .noHome,
  .line(file: "/home/jo/config", line: 3, problem: .unknownOption("--x", suggestion: nil)),
  .line(file: "/home/jo/config", line: 3, problem: .missingValue(option: "--store")),
]

let everyFailure: [SyncFailure] =
  [
    .network(.strava), .timeout(.answer(.strava)), .timeout(.run(.seconds(300))),
    .timeout(.run(.milliseconds(1500))), .timeout(.signIn(.strava)), .server(.intervals),
    .auth(.strava), .signInRefused(.strava), .signInRefused(.wahoo, .otherSignIn),
    .signInRefused(.strava, .noCode),
    .signInRefused(.strava, .clientSecret(clientID: "54321")), .permission(.strava, .denied),
    .permission(.strava, .missingScopes(["activity:read_all"])),
    .permission(.strava, .inactiveApplication), .permission(.strava, .other),
    .permission(.strava, .tooManyAthletes),
    .permission(.wahoo, .unapprovedApplication), .permission(.wahoo, .tooManySignIns),
    .badReply(.strava), .badInput(file: "/home/jo/export.xml", line: 12_345),
    .badInput(file: "/home/jo/export.xml", line: nil),
    .badExport(file: "/home/jo/export.zip", .damaged(line: nil)),
    .badExport(file: "/home/jo/export.zip (export.xml)", .damaged(line: 7)),
    .badExport(file: "/home/jo/notes.txt", .text), .badExport(file: "/dev/null", .device),
    .badExport(file: "/home/jo/export.zip (export.xml)", .encrypted),
    .badExport(file: "/home/jo/export.xml", .unreadable(.notPermitted)),
    .missingInput(file: "export.zip"),
    .locked(LockHolder(process: 4711, since: Show.dawn)),
    .locked(LockHolder(process: nil, since: nil)), .notConnected(nil), .notConnected(.strava),
    .notConnected(.appleHealth), .internal("detail"),
  ] + everyUsage.map { .usage($0) } + everyConfig.map { .config($0) }
  + [RateLimit.Window.quarterHour, .day, .unnamed].map {
    .rateLimited(.strava, RateLimit(window: $0, retryAt: until))
  }
  + everyReason.flatMap { reason in
    [true, false].map {
      .storage(StorageTrouble(path: "/home/jo/data", reason: reason, isReading: $0))
    } + [
      .storage(StorageTrouble(path: "/home/jo/c.json", reason: reason, lostSignIn: .strava))
    ]
  }

@Suite(.blocking) struct LinearTranscriptTests {
  @Test(arguments: everyStatus)
  func statuses(_ status: SyncStatus) {
    var show = accessible()
    show.start()
    let before = show.lines.count
    if let stage = status.stage { show.post(.stageStarted(stage)) }
    show.post(.status(status))
    expectEqual(show.lines.count, before + (status.stage == nil ? 1 : 2))
    show.wait(300_000)
    show.signal(.progressRequest)
    expectSpeakable(show)
  }

  @Test(arguments: everyFailure)
  func failures(_ failure: SyncFailure) {
    var show = accessible()
    show.start()
    show.post(.failure(failure))
    show.end(.failed)
    expectEqual(show.errors.count, 1)
    expectEqual(show.errors.first?.hasPrefix("Error: "), true)
    // The error code is not spoken.
    expectEqual(show.errors.first?.contains("(\(failure.code))"), false)
    expectSpeakable(show)
  }

  @Test func pathsAndUnitsAreWhole() {
    var show = accessible()
    show.post(.failure(.timeout(.run(.seconds(300)))))
    show.post(.failure(.timeout(.run(.milliseconds(1500)))))
    show.post(.failure(.badInput(file: "/home/jo/export.xml", line: 123)))
    show.post(.failure(.rateLimited(.strava, RateLimit(window: .day, retryAt: until))))
    show.post(.failure(.notConnected(.strava)))
    show.post(.warning(.notRevoked(.strava)))
    expectEqual(
      show.errors,
      [
        "Error: Not finished within 5 minutes. Run velo-sync again later.",
        "Error: Not finished within 1.5 seconds. Run velo-sync again later.",
        "Error: /home/jo/export.xml is damaged at line 123. "
          + "Fix or remove the line, or restore the file from a backup.",
        "Error: Strava's limit for today is used up. Resumes where it stopped after 08:00.",
        "Error: Strava is not connected. Run velo-sync connect strava.",
        "Warning: Strava did not confirm that access was revoked. "
          + "You can revoke it on its website.",
      ])
    expectSpeakable(show)
  }

  @Test(arguments: [
    (500, "less than a second"), (1000, "1 second"), (4200, "4 seconds"), (59_400, "59 seconds"),
    (59_600, "1 minute"), (252_000, "4 minutes 12 seconds"), (3_600_000, "1 hour"),
    (3_629_000, "1 hour"), (7_501_000, "2 hours 5 minutes"),
    (100 * 3_600_000, "4 days 4 hours"),
  ])
  func lengthsOfTimeAreWords(_ length: Int, _ text: String) {
    var show = accessible(AccessibleStyle(heartbeat: nil))
    show.start()
    show.wait(length)
    show.end()
    expectEqual(show.lines.last, "The sync brought nothing new. It took \(text).")
  }

  @Test func noticesWarningsAndRequests() {
    var show = accessible(AccessibleStyle(isVerbose: true))
    show.start()
    let notices: [Notice] = [
      .rehearsal, .sampleData, .recordsSkipped(.strava, count: 1),
      .recordsSkipped(.strava, count: 3), .recordsDeleted(.strava, count: 2), .loadsOutdated,
      .recordsSkipped(.appleHealth, count: 1), .recordsCorrected(.appleHealth, count: 2),
      .loadsMissing(
        LoadShortage(activities: 2, withPower: 1, withHeartRate: 2, settings: [.sex])),
    ]
    for notice in notices { show.post(.notice(notice)) }
    let warnings: [Warning] = [
      .liveUnavailable, .notRevoked(.strava), .stillSupplied(.strava),
      .recordLost(path: "/home/jo/events", .diskFull),
    ]
    for warning in warnings { show.post(.warning(warning)) }
    for status in [200, nil] {
      show.post(
        .request(
          RequestTrace(
            source: .strava, method: "GET", url: "https://example.com/a", status: status,
            bytes: status == nil ? nil : 1, attempt: status == nil ? 2 : 1,
            duration: .milliseconds(200))))
    }
    expectEqual(
      show.lines.suffix(2),
      [
        "GET https://example.com/a gave status 200, 1 byte, in less than a second.",
        "GET https://example.com/a gave no answer, on try 2, in less than a second.",
      ])
    expectEqual(show.errors.count, 4)
    expectSpeakable(show)
  }

  @Test func sourcesAndSigningIn() {
    var show = accessible()
    show.start(command: "sources")
    let yesterday = Timestamp(seconds: Show.dawn.seconds - 86_400)
    for state in [SourceReport.State.connected, .imported, .notConnected, .expired, .unavailable] {
      show.post(
        .source(
          SourceReport(
            source: .intervals, state: state,
            lastSync: state == .connected ? yesterday : nil,
            lastError: state == .expired ? "rate_limited" : nil,
            activities: state == .notConnected ? 0 : 3017, days: state == .imported ? 1 : 0)))
    }
    show.end()
    expectEqual(
      show.lines,
      [
        "Intervals.icu is connected, last synced 1 day ago, with 3,017 activities.",
        "Intervals.icu is imported, never synced, with 3,017 activities and 1 day.",
        "Intervals.icu is not connected.",
        "Intervals.icu is expired, never synced, with 3,017 activities. "
          + "The last sync failed: rate limited. Run velo-sync connect intervals.",
        "Intervals.icu is unavailable, never synced, with 3,017 activities.",
      ])
    expectSpeakable(show)

    show = accessible()
    show.start(command: "connect")
    show.post(.signIn(SignIn(source: .strava, url: "https://example.com/a", until: until)))
    show.post(.source(SourceReport(source: .strava, state: .connected, athlete: "Jo")))
    show.post(.source(SourceReport(source: .strava, state: .notConnected)))
    show.end()
    expectEqual(
      show.lines,
      [
        "Open https://example.com/a in a browser to connect Strava.",
        "Connected to Strava as Jo. Run velo-sync next.", "Disconnected from Strava.",
      ])
  }

  @Test func howEverythingStands() {
    var show = accessible()
    tellStatus(&show)
    show.end()
    expectEqual(
      show.lines,
      [
        "Updated 5 minutes ago.",
        "The store in /home/jo/.local/share/velo-sync contains 3,212 activities and 1,204 days.",
        "Strava is connected, last synced 5 minutes ago, with 3,017 activities.",
        "Intervals.icu is expired, last synced 2 days ago, with 195 activities and 1,204 days. "
          + "The last sync failed: auth. Run velo-sync connect intervals.",
        "Recovery 71, Good. It was computed from 2 of 3 inputs.", "Sleep 82, Optimal.",
        "Strain 43, Low.",
        "Fitness 64, fatigue 71, form minus 7. Six weeks before, fitness was 40.",
        "This week: done on Monday, Tuesday and Thursday; planned on Friday and Sunday; "
          + "nothing on Wednesday and Saturday.",
        "The suggested strain for today is 40 to 55, as a rule of thumb.",
      ])
    expectSpeakable(show)

    show = accessible()
    tellStatus(&show, age: 1, isSample: true)
    show.end()
    #expect(show.lines.contains("Strain 43, Low, on 19 November."))
    #expect(show.lines.contains { $0.hasPrefix("The week as of 19 November: done on Monday") })
    expectEqual(
      show.lines.last, "The suggested strain for 19 November was 40 to 55, as a rule of thumb.")
    expectSpeakable(show)

    show = accessible()
    show.start(command: "status")
    show.post(.source(SourceReport(source: .strava, state: .connected)))
    show.end()
    expectEqual(
      show.lines,
      [
        "Not synced yet.", "Nothing is stored in /home/jo/.local/share/velo-sync.",
        "Strava is connected, never synced.", "Run velo-sync next.",
      ])
    expectSpeakable(show)
  }

  @Test(arguments: [
    (RunSummary.Outcome.ok, false), (.ok, true), (.partial, false), (.partial, true),
    (.failed, false), (.interrupted, false),
  ])
  func results(_ outcome: RunSummary.Outcome, _ dryRun: Bool) {
    var show = accessible()
    show.start([.strava, .intervals], dryRun: dryRun, sample: true)
    show.post(
      .sourceFinished(SourceResult(source: .strava, outcome: .ok, counts: counts(new: 12))))
    if outcome == .partial {
      show.post(.failure(.timeout(.answer(.intervals))))
      show.post(
        .sourceFinished(SourceResult(source: .intervals, outcome: .failed, counts: counts())))
    }
    show.wait(72_000)
    show.end(outcome, counts(new: 12))
    let result =
      switch outcome {
      case .ok where dryRun: "Dry run, nothing written: 12 new activities. This was sample data. "
      case .ok: "The sync brought 12 new activities. This was sample data. "
      case .partial where dryRun:
        """
        Dry run, nothing written: 12 new activities. Intervals.icu failed. This was sample data. \

        """
      case .partial:
        "Partly updated: 12 new activities. Intervals.icu failed. This was sample data. "
      case .failed, .interrupted: ""
      }
    switch outcome {
    case .ok, .partial: expectEqual(show.lines.last, result + "It took 1 minute 12 seconds.")
    case .failed: expectEqual(show.lines.last, "The sync failed after 1 minute 12 seconds.")
    case .interrupted: expectEqual(show.lines.last, "Stopped. What was downloaded is kept.")
    }
    expectSpeakable(show)
  }

  /// The progress of a large file is spoken in percent.
  @Test func aFileIsToldInPercent() {
    var show = accessible()
    show.start([.appleHealth])
    show.post(.stageStarted(.routine))
    show.post(.status(.downloadingActivities(source: .appleHealth, count: nil)))
    let gauge = Gauge()
    show.post(
      .work(Work(stage: .routine, weight: 0.2, source: .appleHealth, unit: .bytes, gauge: gauge)))
    gauge.expect(1_000_000_000)
    gauge.set(340_000_000)
    show.wait(30_000)
    expectEqual(
      show.lines.last,
      "Still downloading activities from Apple Health after 30 seconds: 34 percent.")
    expectSpeakable(show)
  }

  @Test func namesFromOutsideStay() {
    var show = accessible()
    show.post(.source(SourceReport(source: .strava, state: .connected, athlete: "Zoë & Ōe …")))
    expectEqual(show.lines, ["Connected to Strava as Zoë & Ōe …. Run velo-sync next."])
  }
}
