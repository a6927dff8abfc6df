// Threads for tests that block: blocking the pool's few threads would stop all other tests.

/// Runs tasks on a few threads of its own.
package final class ThreadExecutor: TaskExecutor {
  /// Enough to keep two processors busy while most of them wait for a process.
  package static let shared = ThreadExecutor(threads: 3)

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
