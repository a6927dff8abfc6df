// Finds the executables built together with the tests, and tools that a machine may not have.

import CLibrary
import Model
import Platform

package enum BuiltProgram {
  /// The path of a product, which is beside the tests' own bundle.
  package static func path(of name: String = "velo-sync") throws -> String {
    var folder = imagePath
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      let candidate = folder + "/" + name
      if Disk.entry(candidate)?.kind == .file, access(candidate, X_OK) == 0 { return candidate }
    }
    throw SystemFailure("find \(name) beside \(imagePath)", code: ENOENT)
  }

  /// The file this code was loaded from: the test runner on Linux, the bundle's binary, three
  /// folders down, on Darwin.
  private static var imagePath: String {
    #if canImport(Darwin)
      var info = Dl_info()
      guard dladdr(#dsohandle, &info) != 0, let name = info.dli_fname else { return "" }
      let path = String(cString: name)
    #else
      let path = "/proc/self/exe"
    #endif
    return (try? POSIXFiles().realPath(path)) ?? path
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
