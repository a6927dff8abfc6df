// What the state counts.

import Reporting
import Model
import Support
import Testing

private func event(_ kind: SyncEvent.Kind, at milliseconds: Int = 0) -> SyncEvent {
  SyncEvent(at: moment(milliseconds), kind: kind)
}

private func moment(_ milliseconds: Int) -> Moment {
  Moment(nanoseconds: Int64(milliseconds) * 1_000_000)
}

@Suite(.blocking) struct RunStateTests {
  private var state = RunState(started: moment(0))

  private mutating func apply(_ kind: SyncEvent.Kind, at milliseconds: Int = 0) {
    state.apply(event(kind, at: milliseconds))
  }

  @Test mutating func `the fraction grows with the work and never goes back`() {
    let gauge = Gauge()
    apply(
      .work(Work(stage: .routine, weight: 0.2, source: .strava, unit: .activities, gauge: gauge)))
    var last = 0.0
    // An unknown total is approached; then it turns out to be much larger.
    for done in stride(from: 0, through: 2000, by: 50) {
      gauge.set(done)
      if done == 1000 { gauge.expect(100_000) }
      state.readGauges(at: moment(done))
      #expect(state.progress.fraction >= last)
      #expect(state.progress.fraction < 0.2)
      last = state.progress.fraction
    }
    apply(.stageFinished(.routine))
    expectEqual(state.progress.fraction, 0.33)
  }

  @Test mutating func `the whole is done when all stages are`() {
    for stage in Stage.allCases {
      #expect(state.progress.fraction < 1)
      apply(.stageFinished(stage))
    }
    expectEqual(state.progress.fraction, 1)
    var failed = RunState(started: moment(0))
    failed.apply(event(.stageFinished(.routine)))
    failed.apply(event(.summary(RunSummary(outcome: .failed, exit: .storage, counts: Counts()))))
    expectEqual(failed.progress.fraction, 0.33)
  }

  private func waiting(_ reason: Wait.Reason, for seconds: Int) -> SyncEvent.Kind {
    .waiting(
      Wait(
        reason: reason, source: .strava, until: Timestamp(seconds: Int64(seconds)),
        duration: .seconds(seconds)))
  }

  /// Answers to requests sent before a wait do not end it, later ones do.
  @Test mutating func `a wait outlasts the answers under way`() {
    apply(waiting(.rateLimit, for: 60), at: 1000)
    for began in [100, 999, 1000] {
      apply(request(began: moment(began), duration: .zero), at: 1500)
      // As recorded: without the moment it began.
      apply(request(duration: .milliseconds(1500 - began)), at: 1500)
    }
    #expect(state.wait(at: moment(60_000)) != nil)
    var other = state
    apply(request(began: moment(1700)), at: 2000)
    other.apply(event(request(duration: .milliseconds(300)), at: 2000))
    #expect(state.wait(at: moment(2000)) == nil && other.wait(at: moment(2000)) == nil)
  }

  /// Endless reports take no more memory: one item is kept per source.
  @Test mutating func `a program that never stops takes no more memory`() {
    for count in 0..<2_000 {
      apply(report(.strava, .connected, activities: count))
      apply(.failure(.network(.strava)))
    }
    expectEqual(state.reports.map(\.activities), [1_999])
    #expect(state.failures.count <= 64)
  }
}
