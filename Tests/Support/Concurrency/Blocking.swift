// Runs tests that wait for processes, or compute for long, on threads of their own.

// A build without Swift's dynamic libraries has no Testing, and needs none.
#if canImport(Testing)
  package import Testing

  /// Runs a suite's tests on `ThreadExecutor`, so that they do not delay asynchronous tests.
  package struct Blocking: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await withTaskExecutorPreference(ThreadExecutor.shared) {
        try await function()
      }
    }
  }

  extension Trait where Self == Blocking {
    /// The tests wait for processes, or compute for long.
    package static var blocking: Blocking { Blocking() }
  }
#endif
