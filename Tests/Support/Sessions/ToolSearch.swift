// Tools that a test needs and that the machine may not have.

import CLibrary

extension Program {
  /// The path of a tool; nil when neither the project's own folder of tools nor the machine has it.
  package static func find(_ tool: String) -> String? {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return ["\(root)/.build/tools/bin", "/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"]
      .map { "\($0)/\(tool)" }
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
