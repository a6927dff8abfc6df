// What a run is doing when several things go on side by side.

import Model

extension RunState {
  /// The status to speak of, and since when it lasts: of several downloads the one that began last
  /// and is not finished; when what was begun is finished, the sources that have not answered yet.
  var current: (status: SyncStatus, since: Moment) {
    guard let source = status.source, tallies[source]?.result != nil else {
      return (status, statusSince)
    }
    if let item = progress.counted.last(where: { !isFinished($0.work.source) }) {
      return (.downloadingActivities(source: item.work.source, count: item.total), item.began)
    }
    let silent = run?.sources.filter { !$0.isFiles && !isFinished($0) } ?? []
    if silent.isEmpty { return (status, statusSince) }
    return (.contactingIntegrations(sources: silent, unavailable: []), stageSince)
  }

  /// The work that a status speaks of, whether or not another status was posted since.
  func counted(of status: SyncStatus) -> Progress.Item? {
    status.source.map(progress.item) ?? progress.counted(of: status)
  }

  /// Whether something takes the place of the status on the line: a wait, or a sign-in that a person
  /// is expected to make.
  func displacesStatus(at moment: Moment) -> Bool {
    wait(at: moment) != nil || signIn != nil
  }

  /// Whether there is something to say before the first status.
  func hasTopic(at moment: Moment) -> Bool {
    displacesStatus(at: moment) || run?.program != nil
  }

  /// What a wrapped command asks the person at the terminal, as far as one can tell. Once it says what
  /// it does it has its answer: the end of what was typed is not seen.
  func question(at moment: Moment) -> DisplayText? {
    guard let openLine, openLine.isQuestion(at: moment), openLine.since >= statusTold else {
      return nil
    }
    return openLine.text
  }

  private func isFinished(_ source: Source?) -> Bool {
    source.map { tallies[$0]?.result != nil } ?? true
  }
}
