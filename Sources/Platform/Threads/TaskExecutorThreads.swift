// The task executor of a run. Creates its own threads so that a lack of threads is an error.

import CLibrary
import Synchronization
package import Model

/// Executes tasks in the order they become ready, on up to one thread per processor (at most 8).
/// Swift's own pool hangs if the system refuses a thread, and crashes if it refuses a descriptor
/// for timers. This one needs a single thread and no descriptor.
package final class TaskExecutorThreads: WorkExecutor {
  /// The workers of this process, shared by all runs.
  package static let shared = TaskExecutorThreads()

  private struct State {
    /// Ready to run.
    var jobs: [UnownedJob] = []
    var sleepers: [Sleeper] = []
    var threads = 0
    var idle = 0

    /// Counts a thread that is about to be started; false if there are enough.
    mutating func reserveThread(within limit: Int) -> Bool {
      if threads >= limit { return false }
      threads += 1
      return true
    }
  }

  /// A sleeping task. Resumed with false if cancelled.
  private struct Sleeper {
    let id: Int
    let wake: Moment
    let task: CheckedContinuation<Bool, Never>
  }

  private enum Step {
    case run(UnownedJob)
    case wake(CheckedContinuation<Bool, Never>)
  }

  private let state = Condition(State())
  private let time = SystemTime()
  private let lastID = Atomic(0)
  private let limit = max(1, min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// Starts a thread if there is none.
  ///
  /// - Throws: `exhausted` if the system has no threads left.
  package func start() throws(SyncFailure) {
    if state.withLock({ $0.reserveThread(within: 1) }), !addThread() { throw .exhausted(.threads) }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      return state.jobs.count > state.idle && state.reserveThread(within: limit)
    }
    // If no thread can be added, the job waits for an existing one.
    if !needsThread || !addThread() { state.signal() }
  }

  package func sleep(until moment: Moment) async throws(CancellationError) {
    let id = lastID.add(1, ordering: .relaxed).newValue
    let isOver = await withTaskCancellationHandler {
      await withCheckedContinuation { (task: CheckedContinuation<Bool, Never>) in
        let isNext = state.withLock { state in
          defer { state.sleepers.append(Sleeper(id: id, wake: moment, task: task)) }
          return state.sleepers.allSatisfy { moment < $0.wake }
        }
        if isNext { state.signal() }
        // The cancellation handler may have run before the sleeper was added.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
    if !isOver { throw CancellationError() }
  }

  private func cancel(_ id: Int) {
    let sleeper = state.withLock { state in
      state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
    }
    sleeper?.task.resume(returning: false)
  }

  /// Starts the thread that was reserved.
  private func addThread() -> Bool {
    if DedicatedThread.start({ [self] in run() }) { return true }
    state.withLock { $0.threads -= 1 }
    return false
  }

  private func run() {
    while true {
      switch nextStep() {
      case .run(let job): job.runSynchronously(on: asUnownedTaskExecutor())
      case .wake(let task): task.resume(returning: true)
      }
    }
  }

  /// Waits for a job or a due sleeper.
  private func nextStep() -> Step {
    var isIdle = false
    return state.wait { state in
      if isIdle { state.idle -= 1 }
      isIdle = false
      let next = state.sleepers.indices.min { state.sleepers[$0].wake < state.sleepers[$1].wake }
      if let next, state.sleepers[next].wake <= time.moment() {
        return .over(.wake(state.sleepers.remove(at: next).task))
      }
      if !state.jobs.isEmpty { return .over(.run(state.jobs.removeFirst())) }
      state.idle += 1
      isIdle = true
      return .until(next.map { state.sleepers[$0].wake })
    }
  }
}
