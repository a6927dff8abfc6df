// The fraction of the run: a value, made from the gauges of our own work and from reported
// progress.

package import Model

/// How much of a piece of work is done.
struct Count: Hashable, Sendable {
  struct Files: Hashable, Sendable { let done, total: Int }

  /// What is counted, if known.
  let unit: Work.Unit?
  /// The name of what is being read, such as a file; nil for none.
  var name: DisplayText?
  /// Units done.
  var done = 0
  /// Units in all; nil while unknown.
  var total: Int?
  /// How many of several files are read; nil for one file, or while their number is unknown.
  var files: Files?

  var isFinished: Bool { total.map { done >= $0 } ?? false }

  /// The share that is done, 0…1. With an unknown total it approaches 1 and never reaches it.
  var share: Double {
    let done = Double(max(0, done))
    guard let total else { return done / (done + 200) }
    return total > 0 ? min(1, done / Double(total)) : 1
  }
}

/// The progress of a run. The fraction stays within the spans of the stages that have begun, is 1
/// only when all stages are finished, and never decreases, unless another bar of a program begins.
///
/// Gauges change at any time, so they are read only by ``read(_:at:)``. Between two calls every
/// question gets an answer from the same reading: the bar, the count and the time left of a frame
/// agree.
package struct Progress: Sendable {
  /// A piece of work that has begun, as it was at the last reading.
  package struct Item: Sendable {
    let stage: Stage
    /// The share of the whole run, 0…1; 0 for reported work.
    fileprivate let weight: Double
    let source: Source?
    let began: Moment
    fileprivate(set) var count: Count
    /// nil for work that somebody else reports.
    private let gauge: Gauge?
    /// What somebody else reported; nil for our own work.
    fileprivate(set) var reported: Reported?
    private var pace: WorkPace
    /// When it last advanced, or began.
    private(set) var moved: Moment

    /// A report about work that is not ours.
    struct Reported: Sendable {
      /// The fraction of a run without stages, whose pace is that of the run.
      let fraction: Double?
      /// The time left when the report came; nil if it does not say.
      let left: Duration?
      let at: Moment
      /// What the run was doing then.
      let status: SyncStatus.Identity
    }

    fileprivate init(_ work: Work, at moment: Moment) {
      stage = work.stage
      weight = work.weight
      source = work.source
      gauge = work.gauge
      began = moment
      count = Count(
        unit: work.unit, name: work.name, done: work.gauge.done, total: work.gauge.total)
      pace = WorkPace(done: count.done, at: moment)
      moved = moment
    }

    /// Its weight is 0, because whoever reports it also reports the fraction of the run.
    fileprivate init(_ report: ReportedProgress, at moment: Moment) {
      stage = report.stage ?? .routine
      weight = 0
      source = report.source
      count = Count(unit: report.unit)
      gauge = nil
      began = moment
      pace = WorkPace(done: 0, at: moment)
      moved = moment
    }

    fileprivate mutating func apply(
      _ report: ReportedProgress, during status: SyncStatus, at moment: Moment
    ) {
      let isFirst = reported == nil
      reported = Reported(
        fraction: report.stage == nil ? report.fraction : nil, left: report.left, at: moment,
        status: status.identity)
      moved = moment
      if report.done != nil || report.left != nil {
        count.done = report.done ?? 0
        if report.done == nil || report.total != nil { count.total = report.total }
      }
      if isFirst, let paced { pace = WorkPace(done: paced.done, at: moment) }
      measure(isWaiting: false, at: moment)
    }

    /// Returns whether the gauge has changed.
    @discardableResult
    fileprivate mutating func read() -> Bool {
      guard let gauge else { return false }
      let last = count
      (count.done, count.total) = (gauge.done, gauge.total)
      return last != count
    }

    /// Measures the pace of the last reading.
    fileprivate mutating func measure(_ waits: Waits, at moment: Moment) {
      if count.isFinished { return }
      if gauge != nil, pace.done != count.done { moved = moment }
      measure(isWaiting: source.map { waits.isWaiting($0, at: moment) } ?? false, at: moment)
    }

    private mutating func measure(isWaiting: Bool, at moment: Moment) {
      guard let paced else { return }
      pace.note(done: paced.done, of: paced.total, isWaiting: isWaiting, at: moment)
    }

    /// What the pace is measured by: the count, or the fraction that was reported, in millionths.
    private var paced: (done: Int, total: Int?)? {
      if gauge != nil || count.total != nil { return (count.done, count.total) }
      return reported?.fraction.map { (Int($0 * 1_000_000), 1_000_000) }
    }

    /// The time left, as reported or by the pace of the last seconds. nil until the total is known,
    /// the run, or what was reported, is 3 s old and 5 % is done, and when nothing is left.
    func timeLeft(runStarted: Moment, at now: Moment) -> Duration? {
      if let reported, let left = reported.left {
        let rest = left - (now - reported.at)
        return rest > .zero ? rest : nil
      }
      guard let paced, let total = paced.total, total > 0, paced.done < total else { return nil }
      let start = gauge == nil ? began : runStarted
      guard now - start >= .seconds(3), Double(paced.done) * 20 >= Double(total) else { return nil }
      return pace.timeLeft.flatMap { $0 > .zero ? $0 : nil }
    }
  }

  /// 0…1 over the whole run.
  package private(set) var fraction = 0.0
  private var items: [Item] = []
  private var finished: Set<Stage> = []
  /// Whether any progress was measured or reported.
  private(set) var isKnown = false
  /// Whether there is work of our own: only that advances without an event.
  private var isMeasured = false
  /// Whether the fraction does not yet include a change of the items.
  private var isBehind = false

  mutating func begin(_ work: Work, at moment: Moment) {
    items.append(Item(work, at: moment))
    isKnown = true
    isMeasured = true
    isBehind = true
  }

  /// Takes in what somebody else reports while the run is doing `status`.
  ///
  /// - Parameter startsAnew: whether a smaller fraction is that of another bar, not one that is
  ///   late.
  mutating func apply(
    _ report: ReportedProgress, during status: SyncStatus, startsAnew: Bool, at moment: Moment
  ) {
    isBehind = true
    if let reported = report.fraction ?? (report.source == nil ? report.share : nil) {
      if startsAnew, reported < fraction { beginBar() }
      fraction = max(fraction, reported)
      isKnown = true
    }
    if report.done == nil, report.left == nil, report.fraction == nil || report.stage != nil {
      return
    }
    let index = index(for: report) ?? items.count
    if index == items.count { items.append(Item(report, at: moment)) }
    items[index].apply(report, during: status, at: moment)
  }

  /// What was reported is done, and nothing is known of what follows.
  mutating func endBar() {
    beginBar()
    isKnown = isMeasured
  }

  /// Another bar begins, from 0.
  mutating func beginBar() {
    fraction = 0
    isBehind = true
    items.removeAll { $0.reported != nil }
  }

  /// The index of the work that a report is about; nil for another one.
  private func index(for report: ReportedProgress) -> Int? {
    items.lastIndex {
      $0.reported != nil && $0.source == report.source
        && (report.done == nil || $0.count.unit == report.unit)
    }
  }

  /// The work that a report is about.
  func item(of report: ReportedProgress) -> Item? { index(for: report).map { items[$0] } }

  /// A stage begins, for the first time or again: the earlier ones are finished, the later ones
  /// not.
  mutating func begin(_ stage: Stage) {
    finished = stage.earlier
    add()
  }

  mutating func finish(_ stage: Stage) {
    finished.insert(stage)
    read()
    add()
  }

  mutating func complete() { fraction = 1 }

  /// Another attempt begins: unfinished work will be announced again. If everything was finished,
  /// the new attempt starts from zero.
  mutating func retry() {
    read()
    if finished.count == Stage.allCases.count { self = Progress() }
    isBehind = true
    items.removeAll { $0.count.share < 1 }
  }

  /// Reads every gauge once, and measures the pace. Called once for each frame, before it is laid
  /// out.
  ///
  /// - Parameter waits: the time of a source that waits does not count.
  mutating func read(_ waits: Waits, at moment: Moment) {
    read()
    for index in items.indices { items[index].measure(waits, at: moment) }
  }

  private mutating func read() {
    guard isMeasured else { return }
    var hasChanged = isBehind
    for index in items.indices where items[index].read() { hasChanged = true }
    if hasChanged { add() }
  }

  private mutating func add() {
    isBehind = false
    guard finished.count < Stage.allCases.count else {
      fraction = 1
      return
    }
    let sum = Stage.allCases.reduce(0) { $0 + covered(of: $1) }
    fraction = max(fraction, min(sum, 0.9999))
  }

  /// The part of the run's fraction that this stage has contributed.
  private func covered(of stage: Stage) -> Double {
    let width = stage.span.upperBound - stage.span.lowerBound
    if finished.contains(stage) { return width }
    let done = items.reduce(0) { $1.stage == stage ? $0 + $1.weight * $1.count.share : $0 }
    return min(done, width)
  }

  /// The progress of one stage, 0…1, consistent with the overall fraction.
  package func fraction(of stage: Stage) -> Double {
    let width = stage.span.upperBound - stage.span.lowerBound
    return min(1, max(0, (fraction - stage.span.lowerBound) / width))
  }

  /// The newest work of a source that has a unit.
  package func item(of source: Source) -> Item? {
    items.last { $0.source == source && $0.count.unit != nil }
  }

  /// The work that belongs to a status, even if another status was posted since. Where the status
  /// names no source: the last count reported meanwhile for the whole run, or the newest reading of
  /// files, in bytes, with the number of files; before the first status that of a check.
  func item(of status: SyncStatus) -> Item? {
    if let source = status.source { return item(of: source) }
    if let item = items.last, item.count.unit == .files, status == .initial { return item }
    let reported = items.last { $0.source == nil && $0.reported?.status == status.identity }
    if reported != nil || !status.isReadingFiles { return reported }
    var item = items.last { $0.count.unit == .bytes && $0.source?.isFiles ?? true }
    let files = items.last { $0.count.unit == .files }?.count
    if let files, let total = files.total, total > 1 {
      item?.count.files = Count.Files(done: min(files.done, total), total: total)
    }
    return item
  }

  /// All work of sources that has a unit.
  var ofSources: [Item] { items.filter { $0.source != nil && $0.count.unit != nil } }
}
