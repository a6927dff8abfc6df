// A library in C that the dynamic linker loads into a program before its own code runs.

import Support

/// Compiled at the time of the test.
struct PreloadedLibrary {
  let path: String

  /// A C compiler of this machine; nil when there is none, or libraries cannot be preloaded.
  static let compiler: String? = {
    #if os(Linux)
      ["cc", "gcc", "clang"].lazy.compactMap { Program.find($0) }.first
    #else
      nil
    #endif
  }()

  /// - Parameters:
  ///   - name: of its source in C, a file of EndToEndTests/Libraries.
  ///   - macros: what the source leaves to be defined.
  ///   - folder: where it is compiled.
  /// - Throws: `SystemFailure` when it does not compile.
  init(
    _ name: String, defining macros: [String: String] = [:], in folder: TemporaryFolder
  ) throws {
    let source = Golden.path(of: "Tests/EndToEndTests/Libraries/\(name).c")
    path = folder / "preloaded.so"
    let result = try Program(
      Self.compiler ?? "",
      ["-shared", "-fPIC", "-o", path, source, "-ldl"] + macros.map { "-D\($0.key)=\($0.value)" },
      environment: ["PATH": "/usr/bin:/bin"]
    ).run()
    if result.status != .exited(0) { throw SystemFailure("compile \(result.errors)", code: 0) }
  }

  /// The environment that makes a program load it.
  var environment: [String: String] { ["LD_PRELOAD": path] }
}
