// Tools that a test needs and that the machine may not have.

import CLibrary

extension Program {
  /// The path of a tool; nil when the machine does not have it.
  package static func find(_ tool: String) -> String? {
    ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(tool)" }
      .first { access($0, X_OK) == 0 }
  }
}

// A build without a dynamic library of Swift's has no Testing, and needs none.
#if canImport(Testing)
  package import Testing

  extension Trait where Self == ConditionTrait {
    /// Skips the test, visibly, where the machine does not have the tool.
    package static func needs(_ tool: String) -> Self {
      .enabled(if: Program.find(tool) != nil, "needs \(tool)")
    }
  }
#endif
