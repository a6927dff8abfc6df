// When each status is on the line: long enough to be read, without delaying the work.

package import Model

/// The parameters of the pacing rule.
package struct PaceRule: Hashable, Sendable {
  /// The longest time from posting a status to showing it.
  package var lag: Duration = .seconds(2)
  /// The shortest time a status is shown.
  package var floor: Duration = .milliseconds(330)
  /// The exit is delayed by at most this, and
  package var linger: Duration = .seconds(1)
  /// by at most the duration of the work minus this.
  package var shortRun: Duration = .milliseconds(1500)
  /// Divides every hold.
  package var speed: Double = 1
  /// Whether every status is shown at once, without holds.
  package var isInstant = false

  package init() {}

  /// The rule with every duration divided by `speed`.
  package init(speed: Double) {
    self.speed = speed
    lag = lag / speed
    floor = floor / speed
    linger = linger / speed
    shortRun = shortRun / speed
  }

  /// No pacing at all.
  package static let instant = {
    var rule = PaceRule()
    rule.isInstant = true
    return rule
  }()
}

/// A queue of statuses; time is passed in, so the result depends on its arguments only.
package struct Pacer: Sendable {
  private struct Entry {
    var status: SyncStatus
    var hold: Duration
    let emitted: Moment
  }

  private let rule: PaceRule
  private var shown: Entry?
  private var shownAt: Moment
  private var queue: [Entry] = []
  /// The latest moment of the exit; nil while the work goes on.
  private var exit: Moment?

  /// - Parameter moment: the moment of the first frame.
  package init(rule: PaceRule, at moment: Moment) {
    self.rule = rule
    shownAt = moment
  }

  /// The status on the line; nil before the first.
  package var current: SyncStatus? { shown?.status }

  /// Queues a status. If the current or a queued status has the same identity, only its text changes.
  ///
  /// - Parameter hold: how long to show it while others are queued.
  package mutating func post(_ status: SyncStatus, hold: Duration, emitted: Moment) {
    if rule.isInstant {
      shown = Entry(status: status, hold: .zero, emitted: emitted)
      return
    }
    func same(_ other: Entry) -> Bool { other.status.identity == status.identity }
    if let waiting = queue.lastIndex(where: same) {
      queue[waiting].status = status
    } else if queue.isEmpty, let shown, same(shown) {
      self.shown?.status = status
    } else {
      let hold = max(hold / rule.speed, rule.floor)
      queue.append(Entry(status: status, hold: hold, emitted: emitted))
    }
  }

  /// Drops the queue and shows the newest status at once: used after a wait, an error or a signal.
  package mutating func flush(at moment: Moment) {
    guard let newest = queue.last else { return }
    queue.removeAll()
    show(newest, at: moment)
  }

  /// A stage has ended: its statuses are held only as long as they need, so that none stands for long
  /// beside the full bar.
  package mutating func hurry() {
    if let hold = shown?.hold { shown?.hold = min(hold, rule.floor) }
    for index in queue.indices { queue[index].hold = min(queue[index].hold, rule.floor) }
  }

  /// The work has ended. Returns the moment of the exit.
  package mutating func finish(at moment: Moment, after duration: Duration) -> Moment {
    if rule.isInstant { return moment }
    let allowance = min(max(duration - rule.shortRun, .zero), rule.linger)
    var deadline = moment + allowance
    if shown != nil { deadline = max(deadline, shownAt + rule.floor) }
    exit = deadline
    advance(to: moment)
    guard shown != nil else { return moment }
    let end = holds().reduce(shownAt) { $0 + $1 }
    return max(moment, min(deadline, end))
  }

  /// Advances to the status that is due at `moment`.
  package mutating func advance(to moment: Moment) {
    if queue.isEmpty { return }
    if shown == nil { show(queue.removeFirst(), at: moment) }
    thin()
    while !queue.isEmpty, let change = nextChange, change <= moment {
      show(queue.removeFirst(), at: moment)
      thin()
    }
  }

  /// When the next status is due; nil if the queue is empty.
  package var nextChange: Moment? {
    guard !queue.isEmpty else { return nil }
    guard shown != nil, let hold = holds().first else { return shownAt }
    return shownAt + hold
  }

  private mutating func show(_ entry: Entry, at moment: Moment) {
    shown = entry
    shownAt = moment
  }

  /// Drops statuses that cannot be shown for the floor: the shortest hold first, then the oldest; never
  /// the newest while the work goes on.
  private mutating func thin() {
    while !queue.isEmpty, !isFeasible {
      let droppable = exit == nil ? queue.dropLast() : queue[...]
      guard let victim = droppable.indices.min(by: { queue[$0].hold < queue[$1].hold }) else {
        return
      }
      queue.remove(at: victim)
    }
  }

  /// Whether everything can be shown for the floor at least.
  private var isFeasible: Bool { limits.allSatisfy { rule.floor * $0.count <= $0.within } }

  /// How long to show the current status and each queued one: their holds, shrunk in proportion, but
  /// not below the floor, to meet the limits.
  private func holds() -> [Duration] {
    let wanted = ([shown].compactMap { $0 } + queue).map(\.hold.inSeconds)
    let floor = rule.floor.inSeconds
    var factor = 1.0
    for limit in limits {
      factor = min(factor, scale(wanted.prefix(limit.count), into: limit.within.inSeconds, floor))
    }
    return wanted.map { .seconds(max(floor, $0 * factor)) }
  }

  /// The longest total time of the first `count` statuses, beginning with the current one.
  private var limits: [(count: Int, within: Duration)] {
    let before = shown == nil ? 0 : 1
    var limits = queue.enumerated().map { index, entry in
      (count: before + index, within: entry.emitted + rule.lag - shownAt)
    }
    if let exit { limits.append((before + queue.count, exit - shownAt)) }
    return limits.filter { $0.count > 0 }
  }
}

/// The largest factor, at most 1, by which the holds fit into `room` seconds with none below `floor`.
private func scale(_ holds: ArraySlice<Double>, into room: Double, _ floor: Double) -> Double {
  guard holds.reduce(0, +) > room else { return 1 }
  var stretch = holds.sorted(by: >)
  // Holds that would fall below the floor stay at it; the others share the rest.
  while let smallest = stretch.last {
    let shared = room - floor * Double(holds.count - stretch.count)
    let factor = shared / stretch.reduce(0, +)
    if factor * smallest >= floor { return factor }
    stretch.removeLast()
  }
  return 0
}
