// The texts of the statuses, displayed and spoken, and how long each stays.

package import Model
import Terminal

extension SyncStatus {
  /// How long to show the status while others are queued; nil for statuses that are never queued.
  package var hold: Duration? {
    switch self {
    case .initial, .updated, .offline: nil
    case .downloadingActivities, .downloadingStreams: .milliseconds(1200)
    case .readingFiles, .processingData, .calculatingScores: .milliseconds(1000)
    case .fetchingHealthData, .contactingIntegrations, .generatingRoutine, .computingZones,
      .refreshingScores, .buildingPrep, .saving, .free:
      .milliseconds(800)
    case .finalizing: .milliseconds(500)
    case .complete: .milliseconds(300)
    }
  }

  /// How much it says to a person when not every status of a run can be read.
  var weight: Int {
    switch self {
    case .calculatingScores, .refreshingScores: 3
    case .saving: 2
    case .finalizing, .complete: 0
    default: 1
    }
  }
}

extension Messages {
  /// Displayed before the first status of another attempt.
  var tryingAgain: DisplayText { "Trying again…" }

  /// Displayed while the files of the store are checked, which has no status.
  var checking: DisplayText { "Checking the files of the store…" }

  /// The displayed text.
  package func text(_ status: SyncStatus, now: Timestamp) -> DisplayText {
    texts(status, now: now).shown
  }

  /// The spoken text: complete, without symbols.
  package func spoken(_ status: SyncStatus, now: Timestamp) -> DisplayText {
    texts(status, now: now).spoken
  }

  private func texts(
    _ status: SyncStatus, now: Timestamp
  ) -> (shown: DisplayText, spoken: DisplayText) {
    func same(_ text: String) -> (DisplayText, DisplayText) { ("\(text)…", DisplayText(text)) }
    return switch status {
    case .initial: same("Loading")
    case .fetchingHealthData: same("Fetching health data")
    case .readingFiles(let number):
      same("Reading \(number.map { count($0, "ride file") } ?? "ride files")")
    case .contactingIntegrations(let sources, let unavailable):
      (
        contacting(sources, unavailable),
        sources.isEmpty
          ? "Loading data" : "Connecting to \(sources.map(name).joined(separator: ", "))"
      )
    case .downloadingActivities(let source, let count): downloading(source, count)
    case .downloadingStreams(let source):
      (
        "Downloading second-by-second data…",
        "Downloading second-by-second data from \(name(source))"
      )
    case .generatingRoutine: same("Generating your weekly routine")
    case .processingData: ("Processing data…", "Processing workout data")
    case .computingZones: same("Computing power zones")
    case .calculatingScores(let coverage):
      scores(coverage, "Calculating", "recovery, sleep and strain scores")
    case .refreshingScores(let coverage):
      scores(coverage, "Refreshing", "scores", with: " with new data")
    case .buildingPrep: same("Building your prep plan")
    case .saving(let destination, let dryRun):
      (
        dryRun ? "Checking what would be saved…" : "Saving to \(path(destination))…",
        "Saving your data"
      )
    case .finalizing: ("Finalizing everything…", "Finalizing")
    case .complete: ("All set!", "Sync complete")
    case .updated(let at): ("Updated \(ago(at, now: now))", "Updated \(ago(at, now: now))")
    case .offline: ("Offline. Showing saved data.", "No internet connection. Showing saved data")
    case .free(let status): (status.text, status.spoken)
    }
  }

  /// "Stage 2 of 3: Prep, 33 percent."
  func spoken(_ stage: Stage, percent: Int) -> DisplayText {
    let number = (Stage.allCases.firstIndex(of: stage) ?? 0) + 1
    let percent = self.percent(percent).description
    return "Stage \(number) of \(Stage.allCases.count): \(name(stage)), \(percent)."
  }

  /// Said when a run begins; nil for commands that are over at once.
  func spokenStart(_ run: RunStart, now: Timestamp) -> DisplayText? {
    if run.attempt > 1 { return "Trying again." }
    if let name = run.spokenName { return "Running \(name.description)" }
    return run.isSync ? spoken(.initial, now: now) : nil
  }

  private func contacting(_ sources: [Source], _ unavailable: [Source]) -> DisplayText {
    let answering = sources.filter { !unavailable.contains($0) }
    let base =
      switch sources.count {
      case 0: "Loading data"
      case 1, 2: "Contacting \(list(answering.isEmpty ? sources : answering))"
      default: "Syncing integrations"
      }
    let down = unavailable.isEmpty ? "" : " (\(list(unavailable)) unavailable)"
    return "\(base)\(down)…"
  }

  private func downloading(
    _ source: Source?, _ count: Int?
  ) -> (shown: DisplayText, spoken: DisplayText) {
    let name = source.map { self.name($0) + " " } ?? ""
    let number = count.map { self.number($0) + " " } ?? ""
    let activities = count == 1 ? "activity" : "activities"
    return (
      "Downloading \(number)\(name)\(activities)…",
      "Downloading \(number)\(activities) from \(source.map(self.name) ?? "external services")"
    )
  }

  private func scores(
    _ coverage: HealthCoverage, _ verb: String, _ scores: String, with news: String = ""
  ) -> (shown: DisplayText, spoken: DisplayText) {
    if !coverage.hasHealthData {
      return (
        "\(verb) scores (limited data)…",
        "\(verb) \(scores) with limited data due to missing health data"
      )
    }
    return coverage.hasSleepData
      ? ("\(verb) scores…", "\(verb) \(scores)\(news)")
      : (
        "\(verb) scores (no sleep data)…",
        "\(verb) recovery and strain scores. Sleep score unavailable due to no sleep data"
      )
  }

  static let longestTip = tips.map(\.text.cells).max() ?? 0

  var tipLead: DisplayText { "Did you know?" }

  /// Those that this run, and whose run it is, can use.
  static func tips(for run: RunStart?) -> [DisplayText] {
    tips.filter { tip in run.map { tip.fits($0) } ?? true }.map(\.text)
  }

  private typealias Tip = (text: DisplayText, fits: @Sendable (RunStart) -> Bool)

  private static let hasNights = { @Sendable (run: RunStart) in
    run.sources.contains(where: \.hasNights)
  }

  /// Each fits a window of 60 columns.
  private static let tips: [Tip] = [
    ("Sleep is only scored when your watch recorded the night.", hasNights),
    ("Your rides are plain files, one per line: try jq on them.", { _ in true }),
    ("Ctrl-C is always safe: downloaded data is kept.", { !$0.isImport }),
    ("Recovery compares this morning with your last weeks.", hasNights),
    ("velo-sync --dry-run shows what a sync would do.", { !$0.dryRun }),
    ("If a score is missing, the summary says why.", { _ in true }),
    ("Fitness changes slowly: it averages six weeks of riding.", { _ in true }),
    ("velo-sync --json writes the same as events for jq.", { _ in true }),
    ("Scores are computed here: no data leaves this machine.", { _ in true }),
    ("velo-sync --full finds edits older than 30 days.", { $0.sources.contains(.strava) }),
    ("Load 100 is one hour as hard as you can ride it.", { _ in true }),
    ("The exit code tells a script what to do next: see --help.", { _ in true }),
    ("Strain is the load of your day on a scale from 0 to 100.", { _ in true }),
    ("velo-sync sources shows the state of each service.", { !$0.isImport }),
    ("Hide tips with --no-tips, here or in the config file.", { _ in true }),
  ]
}
