// The history of a source, made from its files while the service is still asked.

import Model

/// The records of year files, one file after the other.
struct StoredHistory: Sendable {
  private(set) var activities: [Activity] = []
  private(set) var past = PastRides()
  /// Whether the activities are in order of start.
  private(set) var isOrdered = true
  /// Activities that began before it may be past rides.
  private let boundary: Timestamp?

  init(pastBefore boundary: Timestamp?) {
    self.boundary = boundary
  }

  /// Adds the records of a file that nobody has read, which are in order.
  mutating func add(_ file: KnownYear<Activity>) {
    let (before, first) = (activities.last?.start, activities.count)
    if boundary == nil { activities.reserveCapacity(first + file.count) }
    file.forEachRecord(boundary, { past.append($0) }, { activities.append($0) })
    checkOrder(from: first, after: before)
  }

  /// Makes space for so many activities at once: growing takes up to twice the memory.
  mutating func reserve(_ count: Int) { activities.reserveCapacity(activities.count + count) }

  /// Adds the records of a file, which are in order.
  mutating func add(_ file: YearFile<Activity>) {
    let (before, first) = (activities.last?.start, activities.count)
    for index in file.rows.indices {
      if let boundary, let ride = file.rows[index].record.pastRide(before: boundary) {
        past.append(ride)
      } else {
        activities.append(file.rows[index].record)
      }
    }
    checkOrder(from: first, after: before)
  }

  /// The activities in order of start, then source, then id.
  consuming func inOrder() -> [Activity] {
    isOrdered ? activities : activities.sorted { $0.comes(before: $1) }
  }

  private mutating func checkOrder(from first: Int, after before: Timestamp?) {
    if let before, activities.count > first {
      isOrdered = isOrdered && before < activities[first].start
    }
  }
}

/// The history of a source as its files have it, made while the service is still asked: most runs find
/// nothing that would change it.
struct PrefetchedHistory {
  private let stamps: [Int: FileStamp?]
  private let boundary: Timestamp?
  private let reading: Task<StoredHistory, Never>

  /// Begins to read; nil when rows of a file are at hand already.
  init?(of table: YearTable<Activity>, pastBefore boundary: Timestamp?) {
    guard let files = table.untouchedFiles, !files.isEmpty else { return nil }
    stamps = table.fileStamps
    self.boundary = boundary
    reading = Task.detached(executorPreference: CurrentWork.executor) {
      var history = StoredHistory(pastBefore: boundary)
      for file in files where !Task.isCancelled { history.add(file) }
      return history
    }
  }

  /// The history; nil when the shelf is not any more as it was, or another boundary is wanted.
  func history(
    of table: YearTable<Activity>?, pastBefore boundary: Timestamp?
  ) async -> StoredHistory? {
    guard let table, !table.isTouched, table.fileStamps == stamps, boundary == self.boundary else {
      reading.cancel()
      return nil
    }
    return await reading.value
  }
}

extension Activity {
  /// What is needed of it, if it began before the boundary and nothing is left to be computed; nil
  /// otherwise.
  fileprivate func pastRide(before boundary: Timestamp) -> PastRides.Ride? {
    guard start < boundary, sameAs.isEmpty, let load, let loadFrom, loadFrom != .service else {
      return nil
    }
    return PastRides.Ride(
      day: day, load: load, origin: loadFrom, hasMeasuredPower: hasMeasuredPower)
  }

  fileprivate func comes(before other: Activity) -> Bool {
    if start != other.start { return start < other.start }
    if id.source != other.id.source { return id.source < other.id.source }
    return id.sourceID < other.id.sourceID
  }
}
