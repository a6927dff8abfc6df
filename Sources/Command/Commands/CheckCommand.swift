// `velo-sync check`: reads the whole store, and says what is wrong in it.

import Flags
import Model
import Storage

struct CheckCommand {
  let session: Session

  /// Checks the store. Contacts no service and writes nothing.
  func run(_ loop: inout Loop) -> ExitStatus {
    let events = loop.events
    return session.showStore(&loop, namesSources: false) {
      (store, _) async throws(SyncFailure) in
      let files = Gauge()
      for stage in Stage.allCases {
        let weight = stage.span.upperBound - stage.span.lowerBound
        events.post(
          .work(Work(stage: stage, weight: weight, source: nil, unit: .files, gauge: files)))
      }
      let (contents, findings) = try await store.inspect(progress: files)
      for finding in findings { events.post(.warning(.found(finding))) }
      events.post(.notice(.storeChecked(contents, findings: findings.count)))
      if findings.isEmpty { return .ok }
      return RunSummary(outcome: .failed, exit: .badInput, counts: Counts())
    }
  }
}
