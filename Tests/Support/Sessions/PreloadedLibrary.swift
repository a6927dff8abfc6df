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

  /// Makes a file fail to open, as on a disk that is gone.
  ///
  /// - Parameters:
  ///   - name: the end of its path.
  ///   - count: how often it opens before.
  package init(refusing name: String, after count: Int, in folder: TemporaryFolder) throws {
    try self.init(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <stdarg.h>
      #include <string.h>
      #include <sys/types.h>

      static int opened(const char *name, const char *path, int flags, mode_t mode) {
        static int count;
        size_t length = strlen(path), end = strlen("/\(name)");
        if (length > end && strcmp(path + length - end, "/\(name)") == 0 && ++count > \(count)) {
          errno = ESTALE;
          return -1;
        }
        int (*next)(const char *, int, ...) = dlsym(RTLD_NEXT, name);
        return next(path, flags, mode);
      }

      #define OPEN(name) \\
        int name(const char *path, int flags, ...) { \\
          va_list rest; \\
          va_start(rest, flags); \\
          mode_t mode = va_arg(rest, mode_t); \\
          va_end(rest); \\
          return opened(#name, path, flags, mode); \\
        }
      OPEN(open)
      OPEN(open64)
      """, in: folder)
  }

  /// The environment that makes a program load it.
  package var environment: [String: String] { ["LD_PRELOAD": path] }
}
