// The task executor: runs all tasks, wakes sleepers in time, and cancelled ones at once.

import Support
import Model
import Testing

@testable import Platform

@Suite(.blocking) struct TaskExecutorThreadsTests {
  private let workers = TaskExecutorThreads()
  private let time = SystemTime()

  private func work<Answer: Sendable>(
    _ body: @escaping @Sendable () async -> Answer
  ) async throws -> Answer {
    try workers.start()
    return await Task(executorPreference: workers) { [workers] in
      await CurrentWork.$executor.withValue(workers) { await body() }
    }.value
  }

  @Test func `runs every task of a group`() async throws {
    let sum = try await work {
      await withTaskGroup(of: Int.self) { group in
        for number in 1...1000 {
          group.addTask {
            await Task.yield()
            return number
          }
        }
        return await group.reduce(0, +)
      }
    }
    expectEqual(sum, 500_500)
  }

  @Test func `sleepers do not wake early`() async throws {
    let time = time
    let wakes = try await work {
      await withTaskGroup(of: (wanted: Moment, real: Moment).self) { group in
        let now = time.moment()
        for milliseconds in [30, 10, 20] {
          group.addTask {
            let wanted = now + .milliseconds(milliseconds)
            try? await time.sleep(until: wanted)
            return (wanted, time.moment())
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    expectEqual(wakes.count, 3)
    #expect(wakes.allSatisfy { $0.real >= $0.wanted })
  }

  @Test func `cancelled sleeper wakes at once`() async throws {
    let time = time
    let hasSlept = try await work {
      let sleeper = Task(executorPreference: CurrentWork.executor) {
        try await time.sleep(for: .seconds(3600))
      }
      sleeper.cancel()
      let slept: Void? = try? await sleeper.value
      // A moment in the past does not block.
      let past: Void? = try? await time.sleep(until: Moment(nanoseconds: -1))
      return [slept != nil, past != nil]
    }
    expectEqual(hasSlept, [false, true])
  }
}
