// What a further attempt keeps of the earlier ones, and what it repeats.

import Model

extension SyncState {
  /// The state that a further attempt begins with. It asks the failed sources again, and only
  /// those; otherwise it continues with the step that failed. On a new day everything is derived
  /// again.
  ///
  /// - Parameter today: the local day now.
  func again(on today: Day) -> SyncState {
    var run = self
    if !sourceFailures.isEmpty { run.gatherAgain() }
    if today != self.today { run.deriveAgain() }
    run.today = today
    run.stage = nil
    run.isLocked = false
    run.isOffline = false
    run.failure = nil
    run.posted = []
    return run
  }

  /// Handles a store that another process has changed at these sources: the store has discarded
  /// their unsaved records, and derived data is out of date.
  mutating func review(_ changed: Set<Source>) {
    if changed.isEmpty { return }
    if case .received = files { files = .unread }
    for source in unsaved.intersection(changed) {
      ask(source)
      hasGathered = false
    }
    if !healthRead.isDisjoint(with: changed) { hasFetchedHealth = false }
    healthRead.subtract(changed)
    deriveAgain()
  }

  private mutating func gatherAgain() {
    for (source, progress) in progress {
      if case .failed = progress { ask(source) }
    }
    if !healthFailures.isEmpty { hasFetchedHealth = false }
    healthFailures = [:]
    if !streamFailures.isEmpty { hasStreamed = false }
    streamFailures = [:]
    hasGathered = false
    deriveAgain()
  }

  /// Resets a source to "not contacted". Records in a checkpoint need not be saved again.
  private mutating func ask(_ source: Source) {
    progress[source] = .waiting
    if suspended.remove(source) != nil { unsaved.remove(source) }
  }

  private mutating func deriveAgain() {
    finishedStages = []
    history = nil
    loads = [:]
    routine = nil
    scoring = nil
    zones = nil
    row = nil
    prep = nil
    isSaved = false
    isStored = false
  }
}
