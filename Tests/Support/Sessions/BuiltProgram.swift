// Finds the executables built together with the tests.

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
