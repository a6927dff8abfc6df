// The port for the threads that execute a run's tasks.

/// The threads that execute a run's tasks, and the timers that wake them.
package protocol WorkExecutor: TaskExecutor {
  /// Sleeps until a moment of the monotonic clock.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(until moment: Moment) async throws(CancellationError)
}

/// The executor of the current work. Child tasks inherit it. A task made with `Task` or
/// `Task.detached` uses it only when it is named: `Task(executorPreference: CurrentWork.executor)`.
package enum CurrentWork {
  /// nil outside of any work: Swift's own pool then executes the tasks.
  @TaskLocal package static var executor: (any WorkExecutor)?
}
