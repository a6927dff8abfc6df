// Threads for tests that block: blocking the pool's few threads would stop all other tests.

/// Runs tasks on a few threads of its own.
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
