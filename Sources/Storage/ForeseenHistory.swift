// The history of a source, made from its files while the service is still asked.

import SyncModel

/// The records of year files, one file after the other.
struct StoredHistory: Sendable {
  private(set) var activities: [Activity] = []
  /// Whether they are in order of start.
  private(set) var isOrdered = true

  /// - Parameter count: how many there will be.
  init(count: Int) {
    activities.reserveCapacity(count)
  }

  /// Adds the records of a file, which are in order.
  mutating func add(_ forEach: ((consuming Activity) -> Void) -> Void) {
    let (before, first) = (activities.last?.start, activities.count)
    forEach { activities.append($0) }
    if let before, activities.count > first {
      isOrdered = isOrdered && before < activities[first].start
    }
  }

  /// Adds the records of another source.
  mutating func add(_ other: StoredHistory) {
    isOrdered = isOrdered && other.isOrdered
    add { other.activities.forEach($0) }
  }
}

/// The history of a source as its files have it, made while the service is still asked: most runs find
/// nothing that would change it.
struct ForeseenHistory {
  private let stamps: [Int: FileStamp?]
  private let reading: Task<StoredHistory, Never>

  /// Begins to read; nil when rows of a file are at hand already.
  init?(of shelf: Shelf<Activity>) {
    guard let files = shelf.untouchedFiles, !files.isEmpty else { return nil }
    stamps = shelf.fileStamps
    reading = Task.detached(executorPreference: CurrentWork.executor) {
      var history = StoredHistory(count: files.reduce(0) { $0 + $1.count })
      for file in files where !Task.isCancelled { history.add(file.forEachRecord) }
      return history
    }
  }

  /// The history; nil when the shelf is not any more as it was.
  func history(of shelf: Shelf<Activity>?) async -> StoredHistory? {
    guard let shelf, !shelf.isTouched, shelf.fileStamps == stamps else {
      reading.cancel()
      return nil
    }
    return await reading.value
  }
}
