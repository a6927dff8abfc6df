// Taking the lock again: received data that was not saved is kept only where no other process wrote
// in between.

import Model

extension Store {
  /// Forgets the tables, so that the disk is read again when they are next needed. What this run
  /// has received is then applied again.
  func forgetStored() {
    for source in Source.allCases {
      // Records of files are in the table alone.
      if case .complete(var merge) = self[source].listing, merge.isOfFiles,
        let table = self[source].activities.table
      {
        merge.takeBack(from: table)
        self[source].listing = .complete(merge)
      }
      if case .all = self[source].activities { self[source].activities = .unread }
      if case .all = self[source].wellness { self[source].wellness = .unread }
    }
  }

  /// Notes the stamps of the files that this run has read or written.
  func rememberStored() {
    for source in Source.allCases {
      let state = self[source]
      if let stamps = state.activities.stamps { self[source].leftActivities = stamps }
      if let stamps = state.wellness.stamps { self[source].leftWellness = stamps }
      if let merge = state.unsaved, !merge.isOfFiles {
        // One that cannot be looked at now counts as missing: once it can be, it has changed.
        self[source].leftCheckpoint = (try? disk.stamp(paths().checkpoint(source))) ?? .missing
      }
    }
  }

  /// Finds the sources that others have changed since the lock was released, and forgets what this
  /// run received from them and has not saved: it could replace newer records by old ones, and
  /// delete records that it does not know.
  func noticeChanges() throws(SyncFailure) {
    changedMeanwhile = []
    for source in Source.allCases where try !isAsLeft(source) {
      changedMeanwhile.insert(source)
      self[source].activities = .unread
      self[source].wellness = .unread
      if self[source].unsaved != nil { self[source].restart() }
      if self[source].days.isEmpty { continue }
      self[source].days = []
      self[source].dayCounts = Counts()
    }
  }

  /// Whether a source's files are as this run left them. A complete listing also needs its
  /// checkpoint: a run that lists the source resumes from it, and one that saves or purges the
  /// source removes it.
  private func isAsLeft(_ source: Source) throws(SyncFailure) -> Bool {
    let paths = try paths()
    let state = self[source]
    if let left = state.leftActivities,
      try disk.stamps(in: paths.activities(source)) != left
    {
      return false
    }
    if let left = state.leftWellness, try disk.stamps(in: paths.wellness(source)) != left {
      return false
    }
    guard let left = state.leftCheckpoint else { return true }
    return try (disk.stamp(paths.checkpoint(source)) ?? .missing) == left
  }
}
