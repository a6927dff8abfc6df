// Taking the lock again: what a run has received outlasts the time without it only where nobody else
// has been.

import Model

extension Store {
  /// Reads the disk again when it is next needed; what this run has received is applied again.
  func forgetStored() {
    for source in unsaved {
      guard let merge = finished[source], merge.athlete == nil, merge.isReleased,
        let table = activities[source]
      else { continue }
      finished[source]?.restore(from: table)
    }
    activities = [:]
    wellness = [:]
  }

  /// Remembers what the files look like that this run has read or written.
  func rememberStored() {
    for table in activities.values { leftFiles[table.folder] = table.stamps }
    for table in wellness.values { leftFiles[table.folder] = table.stamps }
    // What came as files is in no checkpoint.
    for source in unsaved where finished[source]?.isReleased == true {
      if finished[source]?.athlete == nil { continue }
      // One that cannot be looked at is not as it was left.
      leftCheckpoints[source] =
        (try? disk.stamp(place().checkpoint(source))) ?? FileStamp(size: -1, modified: 0)
    }
  }

  /// Finds the sources that others have changed since the lock was given back, and forgets what they
  /// sent and was not saved: over newer records it would bring back the old ones, and take away
  /// those it does not know.
  func noticeChanges() throws(SyncFailure) {
    changedMeanwhile = []
    for source in Source.allCases where try !isAsLeft(source) {
      changedMeanwhile.insert(source)
      if unsaved.contains(source) { restart(source) }
      if days.removeValue(forKey: source) != nil { dayCounts[source] = nil }
    }
  }

  /// A complete listing also hangs on its checkpoint: who lists the source after us goes on from it,
  /// and who saves or purges the source removes it.
  private func isAsLeft(_ source: Source) throws(SyncFailure) -> Bool {
    let place = try place()
    for folder in [place.activities(source), place.wellness(source)] {
      if let left = leftFiles[folder], try disk.stamps(in: folder) != left { return false }
    }
    guard let left = leftCheckpoints[source] else { return true }
    return try disk.stamp(place.checkpoint(source)) == left
  }

  /// Forgets what this run received from a source before.
  func restart(_ source: Source) {
    merges[source] = nil
    writers[source] = nil
    leftCheckpoints[source] = nil
    guard finished.removeValue(forKey: source) != nil else { return }
    if unsaved.remove(source) != nil { activities[source] = nil }
  }
}
