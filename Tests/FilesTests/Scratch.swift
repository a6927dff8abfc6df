// A folder of its own for each test, gone afterwards.

import Files
import SyncModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An empty folder on the real disk.
final class Scratch: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/velo-sync-files-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }
    }
    guard let made else { throw FileError(path: "/tmp", reason: .system(errno)) }
    path = String(cString: made)
  }

  deinit {
    empty(path)
  }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  func permissions(_ name: String) -> UInt32? {
    try? POSIXFiles().info(self(name))?.mode
  }
}

private func empty(_ path: String) {
  let files = POSIXFiles()
  _ = chmod(path, 0o700)
  for name in (try? files.list(path)) ?? [] {
    let child = path + "/" + name
    if (try? files.info(child))?.kind == .directory { empty(child) } else { _ = unlink(child) }
  }
  _ = rmdir(path)
}
