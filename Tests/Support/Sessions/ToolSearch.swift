// Finds tools that a test would like to use.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Program {
  /// The path of a tool; nil when the machine does not have it.
  package static func find(_ tool: String) -> String? {
    ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(tool)" }
      .first { access($0, X_OK) == 0 }
  }
}
