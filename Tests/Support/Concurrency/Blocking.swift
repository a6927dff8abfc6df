// The queue of the tests that start processes or servers, block a thread, or compute for long, and
// threads for them: Swift's own pool is too small.

import Platform
import Synchronization
import CLibrary

// A build without Swift's dynamic libraries has no Testing, and needs none.
#if canImport(Testing)
  package import Testing

  /// Lets each of a suite's tests wait for a place, then runs it on threads of its own.
  ///
  /// All tests begin at once, so that without a queue a deadline would pass while the work that it
  /// watches has no processor. A test that has its place has one; only then its deadlines begin.
  /// The two threads of Swift's pool are left to tests that compute for a moment.
  package struct Blocking: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true
    /// Whether no other test that is alone runs meanwhile.
    fileprivate var isAlone = false

    /// Whether the current test has its place: a suite and a test in it may both ask for one.
    @TaskLocal private static var hasPlace = false

    package func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      if Self.hasPlace { return try await function() }
      // First, so that nobody waits for it in a place that its holder needs.
      if isAlone { await Places.alone.take() }
      defer { if isAlone { Places.alone.giveBack() } }
      await Places.shared.take()
      defer { Places.shared.giveBack() }
      try await Self.$hasPlace.withValue(true) {
        try await withTaskExecutorPreference(ThreadExecutor.shared) {
          try await function()
        }
      }
    }
  }

  extension Trait where Self == Blocking {
    /// The tests start processes or servers, block a thread, or compute for long.
    package static var blocking: Blocking { Blocking() }

    /// As ``blocking``, and the tests change what belongs to the whole process, such as the actions
    /// of signals: two of them at once, from whatever module, would take each other's signals.
    package static var alone: Blocking { Blocking(isAlone: true) }
  }
#endif

/// Twice as many places as there are processors: most of these tests wait for a program.
final class Places: Sendable {
  static let count = 2 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  static let shared = Places(count)
  static let alone = Places(1)

  private let state: Mutex<(free: Int, waiting: [CheckedContinuation<Void, Never>])>

  private init(_ count: Int) { state = Mutex((count, [])) }

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func giveBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}

/// Runs `body` on a new thread that is never joined and handles no signals.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  precondition(DedicatedThread.start(body), "no thread to be had")
}

/// Runs blocking work on a new thread and awaits it, so that no thread of Swift's pool is blocked:
/// two blocked ones would stop every other task on a machine with two cores.
package func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    startThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}

/// Runs tasks on a few threads of its own: blocking the pool's would stop all other tests.
package final class ThreadExecutor: TaskExecutor {
  /// More than there are places: a test may wait on one thread for its own task on another.
  package static let shared = ThreadExecutor(threads: 2 * Places.count)

  private let jobs = Monitor<[UnownedJob]>([])

  init(threads: Int) {
    for _ in 0..<threads {
      startThread { [self] in
        while true {
          let job = jobs.waitForever { jobs in jobs.isEmpty ? nil : jobs.removeFirst() }
          job.runSynchronously(on: asUnownedTaskExecutor())
        }
      }
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }
}
