// When each status is on the line: long enough to be read, without delaying the work.

package import Model

/// The parameters of the pacing rule, each divided by `speed`.
package struct PaceRule: Hashable, Sendable {
  private let speed: Double
  /// Whether every status is shown at once, without holds.
  let isInstant: Bool

  package init(speed: Double = 1, isInstant: Bool = false) {
    (self.speed, self.isInstant) = (speed, isInstant)
  }

  /// No pacing at all.
  package static let instant = PaceRule(isInstant: true)

  /// How long a status with this hold is shown while others wait.
  func hold(_ hold: Duration) -> Duration { max(hold / speed, floor) }

  /// The longest time from posting a status to showing it.
  var lag: Duration { .seconds(2) / speed }
  /// The shortest time that anything is on the line.
  var floor: Duration { isInstant ? .zero : .milliseconds(330) / speed }
  /// The longest movement of the bar through a stage after the end of the work.
  var longestMovement: Duration { .milliseconds(250) / speed }
  /// The shortest: a third of the bar in it is no leap.
  var shortestMovement: Duration { .milliseconds(130) / speed }
  /// How long the full bar is seen.
  var fullBar: Duration { .milliseconds(100) / speed }

  /// From this duration on work is worth a longer ending.
  var longWork: Duration { .milliseconds(1500) / speed }

  /// The longest time from the end of the work to the exit.
  func delay(after work: Duration) -> Duration {
    (work < longWork ? .milliseconds(500) : .seconds(1)) / speed
  }
}

/// A status that is shown, or waits to be.
struct PacedStatus: Sendable {
  var status: SyncStatus
  /// How long it is shown while others wait.
  var hold: Duration
  let emitted: Moment

  /// What is left out first, if time is short.
  var rank: Duration { status.hold ?? .zero }
}

/// A queue of statuses; time is passed in, so the result depends on its arguments only.
package struct Pacer: Sendable {
  private let rule: PaceRule
  private var shown: PacedStatus?
  /// When what is on the line came there.
  private var since: Moment
  /// When its text last changed.
  private var changed: Moment
  private var queue: [PacedStatus] = []
  /// From this length on the queue is cut to what can be read; a run of ours has fewer statuses.
  private static let queueLimit = 32
  /// The wait that has the line instead of a status; nil for none.
  private var wait: Wait?
  /// What the line shows after the end of the work.
  private var ending: Ending?

  /// - Parameter moment: the moment of the first frame.
  package init(rule: PaceRule, at moment: Moment) {
    self.rule = rule
    (since, changed) = (moment, moment)
  }

  /// The status on the line; nil before the first.
  package func status(at moment: Moment) -> SyncStatus? {
    ending?.status(at: moment) ?? shown?.status
  }

  /// The wait on the line instead of a status; nil for none.
  package func wait(at moment: Moment) -> Wait? { ending?.status(at: moment) == nil ? wait : nil }

  /// Where the bar stands after the end of the work, 0...1; nil before.
  package func fraction(at moment: Moment) -> Double? { ending?.fraction(at: moment) }

  /// When what is on the line has been there long enough to be read.
  var readableAt: Moment { changed + rule.floor }

  /// Queues a status. If the current or a queued status has the same identity, only its text
  /// changes.
  ///
  /// - Parameter hold: how long to show it while others are queued.
  package mutating func post(_ status: SyncStatus, hold: Duration, emitted: Moment) {
    if rule.isInstant {
      if status != .complete { shown = PacedStatus(status: status, hold: .zero, emitted: emitted) }
      return
    }
    func same(_ other: PacedStatus) -> Bool { other.status.identity == status.identity }
    let waiting = queue.lastIndex(where: same)
    if let waiting, readable.contains(waiting) {
      queue[waiting].status = status
    } else if queue.isEmpty, let shown, same(shown) {
      if shown.status == status { return }
      if emitted >= readableAt {
        self.shown?.status = status
        changed = emitted
      } else {
        // What is left of the hold is that of the new text.
        let rest = PacedStatus(
          status: status, hold: max(rule.floor, shown.hold - rule.floor), emitted: emitted)
        self.shown?.hold = rule.floor
        queue.append(rest)
      }
    } else {
      // What was to be passed over is the newest now.
      if let waiting { queue.remove(at: waiting) }
      queue.append(PacedStatus(status: status, hold: rule.hold(hold), emitted: emitted))
      if queue.count > Self.queueLimit { queue = readable.map { queue[$0] } }
    }
  }

  /// Only the newest status follows, as soon as the current one could be read: used at a wait, an
  /// error or a signal.
  package mutating func flush() {
    queue.removeFirst(max(0, queue.count - 1))
    hurry()
  }

  /// A stage has ended: its statuses are held only as long as they need, so that none stands for
  /// long beside the full bar.
  package mutating func hurry() {
    if let hold = shown?.hold { shown?.hold = min(hold, rule.floor) }
    for index in queue.indices { queue[index].hold = min(queue[index].hold, rule.floor) }
  }

  /// Gives the line to a wait, or back to the newest status: as soon as what is there could be
  /// read, and only to a wait that can be read.
  ///
  /// - Parameters:
  ///   - newest: what the run waits for; nil for nothing.
  ///   - left: how long it still waits.
  package mutating func follow(_ newest: Wait?, left: Duration, at moment: Moment) {
    if ending != nil { return }
    if wait != nil, let newest { wait = newest }
    guard (wait == nil) != (newest == nil), moment >= readableAt else { return }
    if newest != nil, left < rule.floor { return }
    wait = newest
    flush()
    if wait == nil, let last = queue.popLast() { shown = last }
    (since, changed) = (moment, moment)
  }

  /// Advances to the status that is due at `moment`.
  package mutating func advance(to moment: Moment) {
    if wait != nil || ending != nil || !hasNext { return }
    if shown == nil { show(0, at: moment) }
    while let change = nextChange(after: moment), change <= moment, let next = readable.first {
      show(next, at: moment)
    }
  }

  /// When the next status is due, or the next movement begins; nil if none waits.
  package func nextChange(after moment: Moment) -> Moment? {
    if let ending { return ending.nextChange(after: moment) }
    guard hasNext, wait == nil else { return nil }
    return max(readableAt, since + (shown?.hold ?? .zero) * share(readable))
  }

  /// The work has ended. Returns when the process may exit; see ``Ending``.
  package mutating func end(
    at moment: Moment, after work: Duration, from fraction: Double, stages: [Stage]
  ) -> Moment {
    if rule.isInstant { return moment }
    let ending = Ending(
      rule: rule, at: moment, after: work, from: fraction, stages: stages,
      shown: wait == nil ? shown?.status : nil, until: readableAt, waiting: queue)
    self.ending = ending
    return ending.exit
  }

  /// Whether a status waits that may be shown before the work has ended.
  private var hasNext: Bool { queue.contains { $0.status != .complete } }

  /// Shows a status of the queue. Those before it are passed over.
  private mutating func show(_ index: Int, at moment: Moment) {
    shown = queue[index]
    queue.removeFirst(index + 1)
    (since, changed) = (moment, moment)
  }

  /// The places in the queue of what can be read: without the statuses that would be shown for less
  /// than the floor, the shortest hold first, of equals the oldest, never the newest. They wait
  /// with the others until the line has passed them: if the work ends before, they may be shown
  /// after all.
  private var readable: [Int] {
    var places = Array(queue.indices)
    while places.count > 1, let shortest = places.dropLast().map({ queue[$0].hold }).min(),
      min(shortest, shown?.hold ?? shortest) * share(places) < rule.floor,
      let victim = places.dropLast().indices
        .min(by: { queue[places[$0]].rank < queue[places[$1]].rank })
    {
      places.remove(at: victim)
    }
    return places
  }

  /// The share of its hold that each of these statuses gets, so that none is shown later than the
  /// rule allows.
  private func share(_ places: [Int]) -> Double {
    var (share, sum) = (1.0, shown?.hold ?? .zero)
    for status in places.map({ queue[$0] }) {
      if sum > .zero { share = min(share, (status.emitted + rule.lag - since) / sum) }
      sum += status.hold
    }
    return max(0, share)
  }
}
