// A stream to measure with: typical events, repeated.

import Reporting
import Model

/// Lines as the JSON renderer writes them.
struct RecordedStream: Sendable {
  let bytes: [UInt8]
  /// The number of lines.
  let count: Int

  init(count: Int) {
    let events = RecordedEvents()
    bytes = (0..<count).flatMap { events.line($0) ?? [] }
    self.count = count
  }
}

/// The events of consecutive runs: of a hundred lines about seventy are progress, twenty are
/// statuses, and the rest other types.
final class RecordedEvents {
  private var encoder = EventEncoder(messages: Messages(clock: .utc, home: "/home/jo"))
  private let state = RunState(started: Moment(nanoseconds: 0))

  /// The line with this number.
  func line(_ line: Int) -> [UInt8]? {
    let now = Now(
      moment: Moment(nanoseconds: Int64(line) * 50_000_000),
      wall: Timestamp(seconds: 1_795_154_400 + Int64(line / 20)))
    let place = line % 100
    let kind: SyncEvent.Kind =
      switch place {
      case ..<70: .progress(progressMix[line % progressMix.count])
      case ..<90: .status(statusMix[line % statusMix.count])
      default: otherMix[place - 90]
      }
    return encoder.line(SyncEvent(at: now.moment, kind: kind), state, at: now)
  }
}

/// The statuses of a first sync.
private let statusMix: [SyncStatus] = [
  .fetchingHealthData, .contactingIntegrations(sources: [.strava, .intervals], unavailable: []),
  .downloadingActivities(source: .strava, count: nil),
  .downloadingActivities(source: .strava, count: 183), .generatingRoutine, .processingData,
  .computingZones, .calculatingScores(HealthCoverage(hasHealthData: true, hasSleepData: false)),
  .buildingPrep, .saving(destination: "/home/jo/.local/share/velo-sync", dryRun: false),
  .finalizing, .complete,
]

/// Typical progress: of a source, then of the run as a whole.
private let progressMix: [ReportedProgress] = (0..<64).map { step in
  let part = Double(step) / 64
  return step % 2 == 0
    ? ReportedProgress(
      fraction: part * 0.33, stage: .routine, stageFraction: part, source: .strava, done: step * 17,
      total: 1200, unit: .activities, left: .seconds(64 - step))
    : ReportedProgress(fraction: part * 0.33, stage: .routine, stageFraction: part)
}

private let otherMix: [SyncEvent.Kind] = {
  var counts = Counts()
  counts.new = 12
  counts.unchanged = 170
  let today = Day(of: Timestamp(seconds: 1_795_154_400))
  let score = Score(value: 71, band: .good, inputsUsed: 2, inputsTotal: 3)
  return [
    .stageStarted(.routine), .stageFinished(.routine),
    .sourceFinished(SourceResult(source: .strava, outcome: .ok, counts: counts)),
    .sourceFinished(SourceResult(source: .intervals, outcome: .failed, counts: Counts())),
    .score(ScoreReport(kind: .recovery, score: score, date: today, cached: false)),
    .score(ScoreReport(kind: .sleep, score: score, date: today, cached: true)),
    .waiting(
      Wait(
        reason: .rateLimit, source: .strava, until: Timestamp(seconds: 1_795_155_300),
        duration: .seconds(900))),
    .notice(.sampleData), .warning(.notRevoked(.strava)), .failure(.network(.intervals)),
  ]
}()
