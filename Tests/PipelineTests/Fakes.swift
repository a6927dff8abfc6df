// Scripted services and other fakes around a sync.

import Support
import Synchronization
import Model

extension ManualTime {
  /// A clock that nobody has to wait for, starting at six in the morning of a day.
  convenience init(day: Day, step: Duration = .zero) {
    self.init(.leap, at: day.startOfDayUTC.seconds + 6 * 3600, step: step)
  }
}

/// Keeps all events.
final class Recorder: EventSink {
  private let kinds = Mutex<[SyncEvent.Kind]>([])
  /// Called with every status.
  private let act: @Sendable (SyncStatus) -> Void

  init(act: @escaping @Sendable (SyncStatus) -> Void = { _ in }) { self.act = act }

  func post(_ kind: SyncEvent.Kind) {
    kinds.withLock { $0.append(kind) }
    if case .status(let status) = kind { act(status) }
  }

  var events: [SyncEvent.Kind] { kinds.withLock(\.self) }

  /// The events since the last call.
  func take() -> [SyncEvent.Kind] {
    kinds.withLock { kinds in
      defer { kinds = [] }
      return kinds
    }
  }
}

/// Counts calls; all copies of its holder share it.
final class Visits: Sendable {
  private let number = Mutex(0)
  private let ranges = Mutex<[ListRange]>([])

  var count: Int { number.withLock(\.self) }

  /// What was to be listed.
  var listed: [ListRange] { ranges.withLock(\.self) }

  func list(_ range: ListRange) { ranges.withLock { $0.append(range) } }

  /// Counts a call and returns its number, from 1.
  func add() -> Int {
    number.withLock { number in
      number += 1
      return number
    }
  }
}

/// A service with scripted answers.
struct ScriptedService: ActivityService {
  let source: Source
  var athlete = Athlete(id: "1", rider: RiderSettings(ftpWatts: 250))
  var contactFailure: SyncFailure?
  var pages: [[Activity]] = []
  /// Thrown after the pages.
  var listFailure: SyncFailure?
  /// The first contact from which nothing fails.
  var worksFrom = Int.max
  let visits = Visits()
  /// The failure to save new tokens, up to that contact.
  var unsaved: SyncFailure?
  var knownCount: Int?
  /// Called before contact is answered and before the list ends.
  var beforeContact: @Sendable () async -> Void = {}
  var beforeEnd: @Sendable () async -> Void = {}

  func contact() async throws(SyncFailure) -> Athlete {
    await beforeContact()
    if visits.add() < worksFrom, let contactFailure { throw contactFailure }
    return athlete
  }

  func count(in range: ListRange) -> Int? { knownCount }

  func settle() async throws(SyncFailure) {
    if visits.count < worksFrom, let unsaved { throw unsaved }
  }

  func list(
    _ range: ListRange, page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) {
    visits.list(range)
    for activities in pages { try await page(ActivityPage(activities: activities)) }
    await beforeEnd()
    if Task.isCancelled { throw .interrupted }
    if visits.count < worksFrom, let listFailure { throw listFailure }
  }
}

struct ScriptedHealth: HealthService {
  let source = Source.appleHealth
  var record: [WellnessDay] = []
  var failure: SyncFailure?
  /// The first call that does not fail.
  var worksFrom = Int.max
  let visits = Visits()

  func days() async throws(SyncFailure) -> [WellnessDay] {
    if visits.add() < worksFrom, let failure { throw failure }
    return record
  }
}

/// Opens once and releases everyone who waits.
actor Latch {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func pass() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}
