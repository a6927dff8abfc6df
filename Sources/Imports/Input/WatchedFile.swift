// A file that remembers whether the disk failed to deliver some of it.

import Model
import Synchronization

/// A file that notes read errors, also those of a member of an archive, which does not stop the others.
final class WatchedFile: InputFile {
  /// Whether a read has failed.
  var hasFailed: Bool { failed.load(ordering: .relaxed) }

  var descriptor: Int32 { file.descriptor }
  var kind: InputKind { file.kind }
  var size: Int64 { file.size }

  private let file: any InputFile
  private let failed = Atomic(false)

  init(_ file: any InputFile) { self.file = file }

  func read(at offset: Int64, count: Int) throws(FileError) -> [UInt8] {
    do throws(FileError) {
      return try file.read(at: offset, count: count)
    } catch {
      failed.store(true, ordering: .relaxed)
      throw error
    }
  }

  func read(
    at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    do throws(FileError) {
      return try file.read(at: offset, into: buffer)
    } catch {
      failed.store(true, ordering: .relaxed)
      throw error
    }
  }
}
