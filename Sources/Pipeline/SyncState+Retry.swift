// What a further attempt keeps of the earlier ones, and what it does again.

import Model

extension SyncState {
  /// The state with which a further attempt begins. It asks again what failed, and only that;
  /// otherwise it goes on with the step that failed, but a new day is derived anew.
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

  /// Takes in that others have changed what is stored of these sources: the store has forgotten what
  /// they sent and was not saved, and what was derived is out of date.
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

  /// The source has told nothing. What stands in a checkpoint needs no other.
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
