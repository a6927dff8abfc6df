// A library in C that the dynamic linker loads into a program before its own code runs.

/// Compiled at the time of the test.
package struct PreloadedLibrary {
  package let path: String

  /// A C compiler of this machine; nil when there is none, or libraries cannot be preloaded.
  package static let compiler: String? = {
    #if os(Linux)
      ["cc", "gcc", "clang"].lazy.compactMap { Program.find($0) }.first
    #else
      nil
    #endif
  }()

  /// - Parameters:
  ///   - source: C.
  ///   - folder: where it is compiled.
  /// - Throws: `SystemFailure` when it does not compile.
  package init(_ source: String, in folder: TemporaryFolder) throws {
    let file = try folder.write(source, to: "preloaded.c")
    path = folder / "preloaded.so"
    let result = try Program(
      Self.compiler ?? "", ["-shared", "-fPIC", "-o", path, file, "-ldl"],
      environment: ["PATH": "/usr/bin:/bin"]
    ).run()
    if result.status != .exited(0) { throw SystemFailure("compile \(result.errors)", code: 0) }
  }

  /// The environment that makes a program load it.
  package var environment: [String: String] { ["LD_PRELOAD": path] }
}
