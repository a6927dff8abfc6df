// Writes events of every type as the encoder of a stream does.

import Codec
import Format
import Model

enum EventSamples {
  static let stamp = Timestamp(seconds: 1_795_154_400)

  /// The line of an event, with what a stream adds to it.
  static func line(of kind: SyncEvent.Kind) -> [UInt8] {
    var json = JSONWriter()
    write(kind, LineHead(at: stamp, sequence: 7, elapsed: 1200), to: &json)
    return json.take()
  }

  private static func write(_ kind: SyncEvent.Kind, _ head: LineHead, to json: inout JSONWriter) {
    switch kind {
    case .runStarted(let start): Events.runStarted.write(RunStartMembers(start), head, to: &json)
    case .stageStarted(let stage): Events.stageStarted.write(StageMembers(stage), head, to: &json)
    case .stageFinished(let stage):
      Events.stageFinished.write(StageMembers(stage, duration: .seconds(3)), head, to: &json)
    case .status(.free(let status)):
      let members = StatusMembers(.free(status), text: status.text, spoken: status.spoken)
      Events.status.write(members, head, to: &json)
    case .status(let status):
      Events.status.write(StatusMembers(status, text: "Text…", spoken: "Text"), head, to: &json)
    case .progress(var report):
      report.stageFraction = 0.5
      Events.progress.write(report, head, to: &json)
    case .sourceFinished(let result):
      let members = SourceFinishedMembers(result, requests: 8, bytes: 9, duration: .seconds(1))
      Events.sourceFinished.write(members, head, to: &json)
    case .score(let report): Events.score.write(ScoreMembers(report), head, to: &json)
    case .prep(let sheet): Events.prep.write(sheet, head, to: &json)
    case .fitness(let report): Events.fitness.write(report, head, to: &json)
    case .power(let report): Events.power.write(report, head, to: &json)
    case .chart(let series): Events.chart.write(series, head, to: &json)
    case .activity(let ride): Events.activity.write(ride, head, to: &json)
    case .total(let total): Events.total.write(total, head, to: &json)
    case .routine(let routine): Events.routine.write(routine, head, to: &json)
    case .waiting(let wait): Events.waiting.write(WaitMembers(wait), head, to: &json)
    case .notice(.reported(let message)): Events.notice.write(message, head, to: &json)
    case .warning(.reported(let message)): Events.warning.write(message, head, to: &json)
    case .failure(.reported(let failure)):
      let members = FailureMembers(
        .reported(failure), title: failure.title ?? "", message: failure.message ?? "",
        hint: failure.hint ?? "")
      Events.failure.write(members, head, to: &json)
    case .request(let trace): Events.request.write(trace, head, to: &json)
    case .log(let line): Events.log.write(line, head, to: &json)
    case .source(let report): Events.source.write(report, head, to: &json)
    case .signIn(let signIn): Events.signIn.write(SignInMembers(signIn), head, to: &json)
    case .summary(let summary):
      let run = RunStart(id: "", subject: .sync, arguments: [], scope: nil)
      let members = SummaryMembers(summary, run: run, scores: [:], duration: .seconds(5))
      Events.summary.write(members, head, to: &json)
    case .work, .foreign, .notice, .warning, .failure: break
    }
  }
}
