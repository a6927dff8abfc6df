// Finds the executables built together with the tests, and tools that a machine may not have.

import CLibrary

/// Executables of this package.
package enum BuiltProgram {
  /// The path of a product, which is beside the tests' own bundle.
  ///
  /// - Throws: `SystemFailure` when there is none.
  package static func path(of name: String = "velo-sync") throws -> String {
    var folder = imagePath
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      let candidate = folder + "/" + name
      var status = stat()
      if stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        access(candidate, X_OK) == 0
      {
        return candidate
      }
    }
    throw SystemFailure("find \(name) beside \(imagePath)", code: ENOENT)
  }

  /// The file this code was loaded from: the test runner on Linux, the bundle's binary, three
  /// folders down, on Darwin.
  private static var imagePath: String {
    #if canImport(Darwin)
      var info = Dl_info()
      guard dladdr(#dsohandle, &info) != 0, let name = info.dli_fname else { return "" }
      return absolute(String(cString: name))
    #else
      return absolute("/proc/self/exe")
    #endif
  }

  private static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension Program {
  /// The path of a tool; nil when neither the project's own folder of tools nor the machine has it.
  package static func find(_ tool: String) -> String? {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return ["\(root)/.build/tools/bin", "/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"]
      .map { "\($0)/\(tool)" }
      .first { access($0, X_OK) == 0 }
  }
}
