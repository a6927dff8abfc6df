// When each status is on the line: long enough to be read, never holding up the work.

package import Model

/// The numbers of the pacing rule.
package struct PaceRule: Hashable, Sendable {
  /// No status is shown later than this after it was emitted.
  package var lag: Duration = .seconds(2)
  /// What is shown stays at least this long.
  package var floor: Duration = .milliseconds(330)
  /// The exit is delayed by at most this…
  package var linger: Duration = .seconds(1)
  /// …and by at most the length of the work less this.
  package var shortRun: Duration = .milliseconds(1500)
  /// Divides every hold.
  package var speed: Double = 1
  /// Whether nothing is held: the newest status is on the line at once.
  package var isInstant = false

  package init() {}

  /// The rule with every number divided by `speed`.
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

/// A queue of statuses, as a pure function of moments.
package struct Pacer: Sendable {
  private struct Entry {
    var status: SyncStatus
    let hold: Duration
    let emitted: Moment
  }

  private let rule: PaceRule
  private var shown: Entry?
  private var shownAt: Moment
  private var queue: [Entry] = []
  /// When the exit may wait no longer; nil while the work goes on.
  private var exit: Moment?

  /// - Parameter moment: the first frame's.
  package init(rule: PaceRule, at moment: Moment) {
    self.rule = rule
    shownAt = moment
  }

  /// The status on the line; nil before the first.
  package var current: SyncStatus? { shown?.status }

  /// Takes in a status. One under the name and source of a status that is shown or waits changes
  /// its text in place.
  ///
  /// - Parameter hold: how long it should be there when others wait behind it.
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

  /// Forgets what waits and shows the newest status at once: after a wait, an error or a signal.
  package mutating func flush(at moment: Moment) {
    guard let newest = queue.last else { return }
    queue.removeAll()
    show(newest, at: moment)
  }

  /// The work is over. Returns when the exit may come.
  ///
  /// - Parameter duration: how long the work took.
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

  /// Goes on to the status that is due at `moment`.
  package mutating func advance(to moment: Moment) {
    if queue.isEmpty { return }
    if shown == nil { show(queue.removeFirst(), at: moment) }
    thin()
    while !queue.isEmpty, let change = nextChange, change <= moment {
      show(queue.removeFirst(), at: moment)
      thin()
    }
  }

  /// When the next status is due; nil while none waits.
  package var nextChange: Moment? {
    guard !queue.isEmpty else { return nil }
    guard shown != nil, let hold = holds().first else { return shownAt }
    return shownAt + hold
  }

  private mutating func show(_ entry: Entry, at moment: Moment) {
    shown = entry
    shownAt = moment
  }

  /// Leaves out what would be there for less than the floor: the shortest hold first, among equals
  /// the oldest, never the newest while the work goes on.
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
  private var isFeasible: Bool {
    limits.allSatisfy { rule.floor * $0.count <= $0.within }
  }

  /// For the status on the screen and each one waiting, how long it is shown: its hold, all shrunk
  /// in the same proportion, down to the floor, as far as the limits ask for.
  private func holds() -> [Duration] {
    let wanted = ([shown].compactMap { $0 } + queue).map(\.hold.inSeconds)
    let floor = rule.floor.inSeconds
    var factor = 1.0
    for limit in limits {
      factor = min(factor, scale(wanted.prefix(limit.count), into: limit.within.inSeconds, floor))
    }
    return wanted.map { .seconds(max(floor, $0 * factor)) }
  }

  /// How long the first `count` statuses, from the one on the screen on, may be shown together.
  private var limits: [(count: Int, within: Duration)] {
    let before = shown == nil ? 0 : 1
    var limits = queue.enumerated().map { index, entry in
      (count: before + index, within: entry.emitted + rule.lag - shownAt)
    }
    if let exit { limits.append((before + queue.count, exit - shownAt)) }
    return limits.filter { $0.count > 0 }
  }
}

/// The largest factor up to 1 by which `holds`, each kept at `floor` at least, fit `room`.
private func scale(_ holds: ArraySlice<Double>, into room: Double, _ floor: Double) -> Double {
  guard holds.reduce(0, +) > room else { return 1 }
  var stretch = holds.sorted(by: >)
  // Those that shrink to the floor keep it; the others share what is left.
  while let smallest = stretch.last {
    let shared = room - floor * Double(holds.count - stretch.count)
    let factor = shared / stretch.reduce(0, +)
    if factor * smallest >= floor { return factor }
    stretch.removeLast()
  }
  return 0
}
