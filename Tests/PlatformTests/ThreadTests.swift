// Threads, a result that several provide, and the local time.

import Support
import Synchronization
import Model
import Testing

@testable import Platform
import CLibrary

@Suite(.blocking) struct ThreadTests {
  private enum Trouble: Error { case cancelled, late }
  private typealias Answer = FirstResult<[Bool], Trouble>

  /// The main thread handles them all, except for faults, which are the thread's own: their handler
  /// has a stack even where the thread's is used up.
  @Test func `a thread handles its faults only`() async {
    let result = Answer()
    let faults = [SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGABRT]
    let hasStarted = DedicatedThread.start {
      var set = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &set)
      var stack = stack_t()
      sigaltstack(nil, &stack)
      let blocked = ([SIGINT, SIGTERM, SIGPIPE] + faults).map { sigismember(&set, $0) == 1 }
      result.resolve(.success(blocked + [Int(stack.ss_flags) & Int(SS_DISABLE) == 0]))
    }
    #expect(hasStarted)
    await expectEqual(
      result.wait(orCancelled: .cancelled),
      .success([true, true, true] + faults.map { _ in false } + [true]))
  }

  @Test func `the first result counts`() async {
    let early = Answer()
    expect(!early.isResolved)
    early.resolve(.success([true]))
    early.resolve(.failure(.late))
    expect(early.isResolved)
    await expectEqual(early.wait(orCancelled: .cancelled), .success([true]))

    // A cancellation is one of the results, before the wait or during it.
    for result in [nil, .failure(.late)] as [Answer.Outcome?] {
      let answer = Answer()
      if let result { answer.resolve(result) }
      let waiting = Task { await answer.wait(orCancelled: .cancelled) }
      waiting.cancel()
      await expectEqual(waiting.value, result ?? .failure(.cancelled))
      expect(answer.isResolved)
    }
  }

  /// A thread waits for a signal or for a moment, whichever comes first.
  @Test func `a condition is checked again`() async throws {
    let condition = Condition(0)
    try await onThread {
      startThread {
        for _ in 0..<3 {
          condition.withLock { $0 += 1 }
          condition.signal()
        }
      }
      expectEqual(condition.wait { $0 == 3 ? .over($0) : .until(nil) }, 3)
      var checks = 0
      let past = SystemTime().moment() + .seconds(-1)
      expectEqual(
        condition.wait { _ in
          checks += 1
          return checks == 3 ? .over("checked") : .until(past)
        }, "checked")
    }
  }

  /// The C library's calendar in the other direction, in any time zone: each hour of the days
  /// around a year's end and both changes of the clock.
  @Test func `local offsets are those of the moment`() {
    let time = SystemTime()
    for day in [20_450, 20_453, 20_454, 20_541, 20_751, 0, -1] as [Int64] {
      for hour in 0..<24 as Range<Int64> {
        var seconds = time_t(day * 86_400 + hour * 3600)
        var local = tm()
        localtime_r(&seconds, &local)
        local.tm_isdst = 0
        let offset = timegm(&local) - seconds
        expectEqual(time.localOffset(at: Timestamp(seconds: Int64(seconds))), Int(offset))
      }
    }
    // Beyond all calendars.
    expectEqual(time.localOffset(at: Timestamp(seconds: .max)), 0)
  }

  @Test func `clocks go on`() {
    let time = SystemTime()
    let start = time.moment()
    #expect(time.moment() >= start)
    // 2026.
    #expect(time.wallClock().seconds > 1_767_225_600)
    #expect(Set((0..<8).map { _ in SystemRandom().next() }).count > 1)
  }
}
