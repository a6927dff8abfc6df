// A value of every case that has a text of its own: failures, statuses, notices, warnings, waits.

import Model
import Reporting

/// The values that the golden of all messages shows; ``MessagesTests`` fails when a case has none.
enum EveryCase {
  static let later = Timestamp(seconds: Show.dawn.seconds + 3600)
  static let yesterday = Timestamp(seconds: Show.dawn.seconds - 86_400)

  private static let full = HealthCoverage(hasHealthData: true, hasSleepData: true)
  private static let none = HealthCoverage(hasHealthData: false, hasSleepData: false)
  private static let noSleep = HealthCoverage(hasHealthData: true, hasSleepData: false)
  private static let remark = ExternalMessage(
    code: "low_battery", message: "The sensor's battery is low.", hint: "Replace it",
    source: .strava)

  static let statuses: [SyncStatus] = [
    .fetchingHealthData, .readingFiles(count: nil), .readingFiles(count: 1),
    .readingFiles(count: 1312), .contactingIntegrations(sources: [], unavailable: []),
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
    .downloadingActivities(source: nil, count: nil), .downloadingStreams(source: .strava),
    .generatingRoutine, .processingData,
    .computingZones, .calculatingScores(full), .calculatingScores(none),
    .calculatingScores(noSleep), .refreshingScores(full), .refreshingScores(none),
    .refreshingScores(noSleep), .buildingPrep,
    .saving(destination: "/home/jo/.local/share/velo-sync", dryRun: false),
    .saving(destination: "/home/jo/.local/share/velo-sync", dryRun: true), .finalizing, .complete,
    .updated(at: yesterday), .offline,
    .free(FreeStatus(text: "Compiling main.c…", spoken: "Compiling main dot c")),
  ]

  static let waits: [Wait] = [
    Wait(
      reason: .rateLimit, source: .strava, until: Timestamp(seconds: Show.dawn.seconds + 200),
      duration: .seconds(201)),
    Wait(
      reason: .retry(attempt: 2, of: 3), source: .strava, until: Show.dawn, duration: .seconds(3)),
    Wait(
      reason: .retry(attempt: 2, of: 3, isAnswered: false), source: .strava, until: Show.dawn,
      duration: .seconds(3)),
    Wait(reason: .retry(attempt: 2, of: nil), source: nil, until: Show.dawn, duration: .seconds(3)),
    Wait(reason: .locked, source: nil, until: later, duration: .seconds(3600)),
  ]

  static let notices: [Notice] =
    [
      .rehearsal, .sampleData, .recordsSkipped(.strava, count: 1),
      .recordsSkipped(.strava, count: 3), .recordsSkipped(.appleHealth, count: 1),
      .recordsSkipped(.appleHealth, count: 3), .recordsCorrected(.appleHealth, count: 2),
      .filesLeftOut(count: 1), .filesLeftOut(count: 4),
      .fileLeftOut(file: "/home/jo/Rides/settings.fit", .noRide),
      .fileLeftOut(file: "/home/jo/Rides/cut.fit", nil), .filesIncomplete(count: 1),
      .filesIncomplete(count: 2), .ridesThinned(count: 1),
      .recordsWithheld(.intervals, count: 40),
      .longImport(.strava, requests: 1234, duration: .seconds(19 * 3600)),
      .longImport(.strava, requests: 99, duration: .seconds(3 * 86_400)),
      .streamsMissing(.strava, count: 2), .loadsOutdated(.ftp), .loadsOutdated(.maxHeartRate),
      .foreignFiles(["activities/strava/2026 (conflict).ndjson"]),
      .foreignFiles(["a", "b", "c", "d", "e"]),
      .syncRunning(since: yesterday, .downloadingActivities(source: .strava, count: 183)),
      .syncRunning(since: yesterday, nil), .syncRunning(since: nil, nil),
      .rideList(.otherSports(count: 1)), .rideList(.otherSports(count: 3)),
      .rideList(.noneToDraw(.load, latest: Day(number: 17_000), until: Day(number: 17_000))),
      .rideList(.nothingCounts(ActivityID(source: .garmin, sourceID: "1234"))),
      .rideList(.loadsMissing(LoadShortage(activities: 2, withPower: 2))),
      .rideList(.zonesMissing(nil, areOfFiles: false)), .rideList(.powerMissing),
      .rideList(.nothingStored(isConnected: true)), .rideList(.nothingStored(isConnected: false)),
      .rideList(.latest(count: 10, since: Day(number: 20_700))),
      .rideList(.latest(count: 1, since: Day(number: 20_700))),
      .rideList(.noneFound(options: " --by month")),
      .rideList(
        .eddington([
          .metric: EddingtonNumber(number: 64, thisYear: 38, missing: 3),
          .imperial: EddingtonNumber(number: 45, thisYear: 1, missing: 1),
        ])),
      .rideList(
        .noneSince(Day(number: 20_700), latest: "2026-05-27", options: " --sport run")),
      .rideList(
        .noneSince(
          Day(number: 20_700), until: Day(number: 20_710), latest: "2026-05-27",
          options: " --until 2026-09-14")),
      .recordsDeleted(.strava, count: 3017), .recordsDeleted(.strava, count: 0),
      .fileSaved("ride.gpx", bytes: 1_400_000), .fileSaved("ride.svg", bytes: 12_345),
      .rideCounted(ride, isExcluded: true), .rideCounted(ride, isExcluded: false),
      .folderEmpty(path: "/home/jo/Rides"),
      .foldersDisconnected(["/home/jo/Rides", "/media/watch"]),
      .remoteSignIn(.strava), .signInShared(.strava, stores: ["velo-sync", "anna"]),
      .activitiesLimited(since: Day(of: yesterday)),
      .runUnrecorded(path: "/home/jo/.local/state/velo-sync/last-run.ndjson.part", .diskFull),
      .storeChecked(
        StoreContents(activities: 1183, days: 90, scores: 42, streams: 12), findings: 0),
      .storeChecked(StoreContents(activities: 1, streams: 1), findings: 1),
      .storeChecked(StoreContents(), findings: 2), .storeChecked(StoreContents(), findings: 0),
      .loadsRecomputed(count: 1), .foldersAway(["/media/jo/GARMIN"]),
      .foldersAway(["/media/jo/GARMIN", "/home/jo/Rides"]),
      .reported(remark),
    ] + shortages.map { .loadsMissing($0) } + steps.map { .nextStep($0) }

  /// Without a name of its own.
  private static let ride = Activity(
    id: ActivityID(source: .strava, sourceID: "7"), start: Show.dawn)

  private static let steps: [Advice] = [
    .keepSettings(["--ftp 250"]), .keepSettings(["--max-hr 185", "--sex female"], replacing: true),
    .rides, .streams([.strava, .intervals]),
  ]

  private static let heart: [RiderSettings.Setting] = [
    .sex, .maxHeartRate, .restingHeartRate, .thresholdHeartRate,
  ]
  static let shortages = [
    LoadShortage(activities: 3, withPower: 3, withHeartRate: 0, settings: []),
    LoadShortage(activities: 1, withPower: 0, withHeartRate: 1, settings: heart),
    LoadShortage(activities: 1200, withPower: 0, withHeartRate: 1200, settings: [.sex]),
    LoadShortage(activities: 12, withPower: 12, withHeartRate: 12, settings: heart),
    LoadShortage(activities: 2, withPower: 2, withHeartRate: 2, settings: [.restingHeartRate]),
    LoadShortage(activities: 12, withPower: 5, withHeartRate: 9, settings: [.sex, .maxHeartRate]),
    LoadShortage(
      activities: 2, withPower: 2,
      power: PowerReport(
        bestWatts: 268, date: Day(of: Show.dawn), ftpWatts: nil, weightKilograms: nil)),
  ]

  static let warnings: [Warning] =
    [
      .liveUnavailable, .recordLost(path: "/home/jo/events", .diskFull), .notRevoked(.strava),
      .stillSupplied(.strava), .lineTorn(file: "/home/jo/events"),
      .linesSkipped(file: "/home/jo/events", count: 1, fault: "status has no text"),
      .linesSkipped(file: "/home/jo/events", count: 3, fault: "done is out of range"),
      .runUnfinished(file: "/home/jo/events"),
      .strangeEvents(command: "make", count: 2, fault: "a line is not JSON from byte 1 on"),
      .fileDamaged(file: "/home/jo/Rides/cut.fit"),
      .fileRefused(file: "/home/jo/Rides/old.zip (ride.fit)", .damaged(line: nil)),
      .moreFiles(damaged: 2, refused: 0), .moreFiles(damaged: 0, refused: 1),
      .moreFiles(damaged: 1, refused: 12), .rowsUnreadable(.strava, count: 1),
      .rowsUnreadable(.strava, count: 12),
      .nothingDrawn(file: "/home/jo/chart.svg"), .nothingDrawn(file: nil),
      .traceMissing(file: "/home/jo/Rides/a.fit", .changed),
      .outdated(age: .seconds(183_600), limit: .seconds(21_600), isConnected: true),
      .outdated(age: nil, limit: .seconds(86_400), isConnected: false), .reported(remark),
    ] + findings.map { .found($0) }

  private static let findings: [StoreFinding] = {
    let year: DisplayText = "/home/jo/velo/activities/strava/2026.ndjson"
    let stream: DisplayText = "/home/jo/velo/streams/strava/123.json"
    let kinds: [StoreFinding.Kind] = [
      .misplaced(line: 1200, year: "2025.ndjson"), .doubled(line: 9, first: year, firstLine: 3),
      .doubled(line: 9, first: "/home/jo/velo/activities/strava/2025.ndjson", firstLine: 3),
      .unreadable(.notPermitted),
    ]
    return kinds.map { StoreFinding(file: year, content: .records(.strava), $0) }
      + [.records(.strava), .records(.garmin), .scores].map {
        StoreFinding(file: year, content: $0, .damaged(line: 7))
      }
      + [.streams(.strava), .streams(.garmin), .sheet, .athletes, .format, .other].map {
        StoreFinding(file: stream, content: $0, .damaged(line: nil))
      }
      + [.streams(.strava), .streams(.garmin)].map {
        StoreFinding(file: stream, content: $0, .orphaned)
      }
      + [StoreFinding(file: year, content: .other, .foreign)]
  }()

  static let gaps: [ScoreGap] = [
    .noHealthData, .noSleepData, .noMorningReading, .shortBaseline(days: 3, needed: 14),
    .shortBaseline(days: 0, needed: 0), .noActivities, .noActivitiesToday, .noLoad,
    .shortHistory(days: 3, needed: 7), .shortHistory(days: 0, needed: 0), .noRecovery, .noFitness,
    .reported("odd_sensor"),
  ]

  static let failures: [SyncFailure] =
    services + files + [
      .locked(LockHolder(process: 4711, since: Show.dawn)),
      .locked(LockHolder(process: nil, since: nil)), .locked(.elsewhere), .notConnected(nil),
      .notConnected(.strava),
      .notConnected(.appleHealth), .notConnected(.files), .internal("detail"),
      .exhausted(.threads), .exhausted(.descriptors), .exhausted(.memory), .interrupted,
      .reported(
        ReportedFailure(
          code: .timeout, title: "Took too long", message: "The copy took too long.", hint: nil,
          source: nil, isRetryable: true)),
      .reported(
        ReportedFailure(
          code: .unknown, title: nil, message: nil, hint: nil, source: nil, isRetryable: false)),
    ] + usages.map { .usage($0) }
    + faults.map {
      let expected: DisplayText = "a number from 1 to 2000"
      return .usage(.badValue(option: "--ftp", value: "x", expected: expected, fault: $0))
    }
    + configs.map { .config($0) } + storage

  private static let services: [SyncFailure] =
    [
      .network(.strava), .timeout(.answer(.strava)), .timeout(.run(.seconds(300))),
      .timeout(.run(.milliseconds(1500))), .timeout(.signIn(.strava)), .server(.strava),
      .auth(.strava), .badReply(.strava),
    ]
    + [RefusedDeletions(count: 300, total: 300)].compactMap { $0 }.map {
      .deletionsRefused(.strava, $0)
    }
    + [SignInFailure.credentials, .clientSecret(clientID: "54321"), .otherSignIn, .noCode].map {
      .signInRefused(.strava, $0)
    } + [.signInRefused(.intervals)]
    + [
      Refusal.denied, .missingScopes(["activity:read_all"]), .inactiveApplication,
      .tooManyAthletes, .unapprovedApplication, .tooManySignIns, .other,
    ].map { .permission(.strava, $0) }
    + [.permission(.files, .folder("/home/jo/Rides"))]
    + [RateLimit.Window.quarterHour, .day, .unnamed].map {
      .rateLimited(.strava, RateLimit(window: $0, retryAt: later))
    }

  private static let exports: [ExportFailure] = [
    .damaged(line: nil), .damaged(line: 7), .missing, .empty, .text, .webPage, .clinicalDocument,
    .otherXML, .encoding("Shift_JIS"),
    .foreign, .device, .pipe, .special, .linkLoop, .danglingLink, .notAFolder, .emptyFolder,
    .folderWithoutExport,
    .folderWithSeveral, .archiveWithoutExport, .archiveWithSeveral, .noRide, .noStreams, .noSamples,
    .noPositions, .gone,
    .changed, .noDate,
    .nestedTooDeep, .encrypted, .tooManyFiles, .tooMuch, .unreadable(.notPermitted),
  ]

  private static let files: [SyncFailure] =
    [
      .badInput(file: "/home/jo/export.xml", line: 12_345),
      .badInput(file: "/home/jo/export.xml", line: nil),
      .noRides(isConnected: true), .noRides(isConnected: false), .missingRide("strava:7", near: []),
      .missingRide("2026-11-20", near: [Day(number: 20_770), Day(number: 20_773)]),
      .missingRide("2026-11-20", near: [Day(number: 20_770)]),
      .missingFolders(["/home/jo/Garmin"]),
      .missingFolders(["/home/jo/Garmin", "/home/jo/My rides"]),
      .missingInput(file: "export.zip"),
      .missingInput(file: "/home/jo/config", isConfig: true),
    ] + exports.map { .badExport(file: "/home/jo/export", $0) }
    + [
      RecordFailure.none, .empty, .foreign, .newer(format: "2.0"), .ownRecord,
      .unreadable(.notPermitted),
    ].map { .badRecord(file: "/home/jo/e", $0) } + [
      .badCommand("", .notFound), .badCommand("mkae", .notFound),
      .badCommand("/home/jo/x", .notExecutable(.notPermitted)),
      .badCommand("/home/jo/x", .notExecutable(.missingFolder)),
    ]

  private static let usages: [UsageFailure] = [
    .unknownOption("--jsno", suggestion: "--json"), .unknownOption("--xyz", suggestion: nil),
    .unknownCommand("snyc", meant: ["sync"]), .unknownSource("x", suggestion: nil),
    .unknownSource("x", suggestion: nil, isToConnect: true),
    .missingValue(option: "--store"), .needlessValue(option: "--json"),
    .badValue(option: "-o", value: "", expected: "auto or live"),
    .badValue(option: "VELO_SYNC_OUTPUT", value: "loud", expected: "auto or live"),
    .missingArgument(command: "connect", argument: "SOURCE"), .unexpectedArgument("x"),
    .optionOfOthers(option: "--port", command: "sync", commands: ["connect"]),
    .notInConfig(option: "--json"), .needsSample(option: "--speed"), .sampleStore(path: "/data"),
    .realStore(path: "/data"), .liveImpossible, .nothingToRead(what: "client ID"),
    .cannotConnect(.garmin), .folderNotConnected(path: "/home/jo/Rides"),
    .baseURL(variable: "VELO_SYNC_STRAVA_API"),
    .needsConfirmation(.strava), .invalidEvent(fault: "status has no text"),
    .conflictingOptions("--exclude", "--include"),
    .foldersAsSource(command: "connect", ["/home/jo/Rides", "/my rides"]),
    .severalRides(
      "strava:1",
      [
        ActivityID(source: .strava, sourceID: "17"), ActivityID(source: .garmin, sourceID: "19"),
      ]),
  ]
  private static let faults: [ValueFault] = [
    .notANumber, .notWhole, .tooSmall, .tooLarge, .notADuration, .noUnit, .tooShort, .tooLong,
    .notADate, .beforeEpoch, .inFuture, .unavailable,
  ]

  private static let configs: [ConfigFailure] =
    [
      .newerStore(path: "/data", format: "2"),
      .otherAthlete(.strava, stored: "Jo", signedIn: "Kim"), .noLibcurl("libcurl.so.4"),
      .noLibz("libz.so.1"), .damagedCredentials(path: "/x"),
      .notConfigFile(path: "/x"), .unreadable(path: "/x", reason: .notPermitted), .noHome,
      .line(file: "/home/jo/config", line: 3, problem: .unknownOption("--x", suggestion: nil)),
      .line(file: "/home/jo/config", line: 3, problem: .missingValue(option: "--store")),
    ]
    + [CredentialRisk.readableByOthers, .ownedByOthers, .symbolicLink, .noFile].map {
      .unsafeCredentials(path: "/home/jo/credentials.json", $0)
    }

  private static let reasons: [StorageFailure.Reason] = [
    .diskFull, .readOnly, .notPermitted, .tooLarge, .notADirectory, .missingFolder, .isADirectory,
    .ioError, .closed, .noReader, .tooManyFiles, .system(5),
  ]
  /// Writing, reading, and losing a sign-in.
  private static let storage: [SyncFailure] = reasons.flatMap { reason in
    var unstarted = StorageFailure(path: "/home/jo/events", reason: reason)
    unstarted.unstarted = "make"
    return [
      StorageFailure(path: "/home/jo/data", reason: reason),
      StorageFailure(path: "/home/jo/data", reason: reason, isReading: true),
      unstarted,
      StorageFailure(path: "/home/jo/c.json", reason: reason, lostSignIn: .strava),
    ].map { SyncFailure.storage($0) }
  }
}
