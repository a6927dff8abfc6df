// The fraction of the run, made from the gauges of the work under way, or as somebody else tells it.

package import Model

/// Units done and units in all, at one moment.
struct WorkCount: Hashable, Sendable {
  let done: Int
  /// nil while it is unknown.
  let total: Int?
  /// What is counted, where that is said.
  var unit: Work.Unit?
  /// What is worked on, where that has a name.
  var name: DisplayText?
}

/// How far the run is. The fraction never goes backward, stays inside the span of the stages that
/// were reached, and is 1 only when all stages are finished.
package struct Progress: Sendable {
  /// A piece of work that has begun.
  package struct Item: Sendable {
    package let work: Work
    package let began: Moment
    /// What somebody else said of it; nil for our own work.
    fileprivate(set) var reported: Reported?

    /// What was said of work that is not ours.
    struct Reported: Sendable {
      /// The time left, when it was last said.
      let left: Duration?
      let at: Moment
      /// What the run was doing.
      let status: SyncStatus.Identity
    }

    /// Units done.
    package var done: Int { work.gauge.done }
    /// Units in all, when known.
    package var total: Int? { work.gauge.total }
    /// Both, as they are now.
    var count: WorkCount {
      WorkCount(done: done, total: total, unit: work.unit, name: work.name)
    }

    /// The share of it that is done, 0…1. An unknown total is approached and never reached.
    fileprivate var share: Double {
      let done = Double(max(0, work.gauge.done))
      guard let total = work.gauge.total else { return done / (done + 200) }
      return total > 0 ? min(1, done / Double(total)) : 1
    }
  }

  /// 0…1 over the whole run.
  package private(set) var fraction = 0.0
  private var items: [Item] = []
  private var finished: Set<Stage> = []
  /// Whether anybody ever said how far the run is.
  private(set) var isKnown = false
  /// Whether there is work of our own: only that can go on without an event.
  private var isMeasured = false

  mutating func begin(_ work: Work, at moment: Moment) {
    items.append(Item(work: work, began: moment))
    isKnown = true
    isMeasured = true
  }

  /// Takes in what somebody else says while the run is doing `status`.
  mutating func tell(_ report: ReportedProgress, beside status: SyncStatus, at moment: Moment) {
    if let reported = report.fraction ?? (report.source == nil ? report.share : nil) {
      fraction = max(fraction, reported)
      isKnown = true
    }
    guard let done = report.done else { return }
    let gauge = item(for: report, at: moment)
    items[gauge].reported = Item.Reported(left: report.left, at: moment, status: status.identity)
    items[gauge].work.gauge.set(done)
    if let total = report.total { items[gauge].work.gauge.expect(total) }
  }

  /// The place of the work that a report is about.
  private mutating func item(for report: ReportedProgress, at moment: Moment) -> Int {
    let place = items.lastIndex {
      $0.reported != nil && $0.work.source == report.source && $0.work.unit == report.unit
    }
    if let place { return place }
    // It has no weight: whoever reports it says what it is of the whole.
    let work = Work(
      stage: report.stage ?? .routine, weight: 0, source: report.source, unit: report.unit,
      gauge: Gauge())
    items.append(Item(work: work, began: moment))
    return items.count - 1
  }

  /// What was counted for the run as a whole while it was doing `status`.
  func reported(beside status: SyncStatus) -> Item? {
    items.last { $0.work.source == nil && $0.reported?.status == status.identity }
  }

  /// A stage begins, for the first time or again: then those behind it are to come, too.
  mutating func begin(_ stage: Stage) {
    finished = finished.filter { $0.span.lowerBound < stage.span.lowerBound }
  }

  mutating func finish(_ stage: Stage) {
    finished.insert(stage)
    add()
  }

  mutating func complete() {
    fraction = 1
  }

  /// The run is tried again: what was under way will be announced anew. When everything had been
  /// done, the new attempt is a run of its own.
  mutating func retry() {
    if finished.count == Stage.allCases.count { self = Progress() }
    items.removeAll { $0.share < 1 }
  }

  /// Reads the gauges.
  mutating func read() {
    if isMeasured { add() }
  }

  private mutating func add() {
    guard finished.count < Stage.allCases.count else {
      fraction = 1
      return
    }
    var sum = 0.0
    for stage in Stage.allCases { sum += covered(of: stage) }
    fraction = max(fraction, min(sum, 0.9999))
  }

  /// The part of the run's fraction that this stage has contributed.
  private func covered(of stage: Stage) -> Double {
    let width = stage.span.upperBound - stage.span.lowerBound
    if finished.contains(stage) { return width }
    let done = items.reduce(0) { $1.work.stage == stage ? $0 + $1.work.weight * $1.share : $0 }
    return min(done, width)
  }

  /// How far a stage is, 0…1, as the overall fraction shows it.
  package func fraction(of stage: Stage) -> Double {
    let width = stage.span.upperBound - stage.span.lowerBound
    return min(1, max(0, (fraction - stage.span.lowerBound) / width))
  }

  /// The newest unfinished work of a source that counts something.
  package func item(of source: Source) -> Item? {
    items.last { $0.work.source == source && $0.work.unit != nil }
  }

  /// The work of a status that names no source.
  func counted(of status: SyncStatus) -> Item? {
    reported(beside: status) ?? (status == .fetchingHealthData ? files : nil)
  }

  /// The newest reading of files.
  private var files: Item? {
    items.last { $0.work.source?.isFiles == true && $0.work.unit == .bytes }
  }

  /// All work that counts something, by source.
  package var counted: [Item] {
    items.filter { $0.work.source != nil && $0.work.unit != nil }
  }
}
