// Tests that wait for real processes do so on threads of their own.

import Support
import Testing

/// Runs a suite's tests on `ThreadExecutor`, so that their waiting starves nobody.
struct Blocking: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadExecutor.shared) {
      try await function()
    }
  }
}

extension Trait where Self == Blocking {
  /// The tests wait for processes.
  static var blocking: Blocking { Blocking() }
}
