// Partial and interrupted writes, and the meaning of error numbers.

import Support
import Model
import Testing

@testable import Platform
import CLibrary

@Suite(.blocking) struct TransferTests {
  @Test func `short writes and interruptions lose and repeat nothing`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    var taken: [UInt8] = []
    var calls = 0
    let done = transferAll(bytes[...]) { piece in
      calls += 1
      if calls % 3 == 0 {
        errno = EINTR
        return -1
      }
      let part = piece.prefix(7)
      taken += part
      return part.count
    }
    #expect(done)
    expectEqual(taken, bytes)
  }

  @Test(arguments: [ENOSPC, EIO, EFBIG])
  func `a failed write says why`(code: Int32) {
    var calls = 0
    let done = transferAll([1, 2, 3]) { _ in
      calls += 1
      errno = code
      return calls == 1 ? 1 : -1
    }
    #expect(!done)
    expectEqual(errno, code)
    expectEqual(calls, 2)
    // A system that takes nothing does not hang us.
    #expect(!transferAll([1]) { _ in 0 })
    expectEqual(errno, EIO)
  }

  @Test(arguments: [
    (ENOSPC, StorageFailure.Reason.diskFull), (EDQUOT, .diskFull), (EROFS, .readOnly),
    (EACCES, .notPermitted), (EPERM, .notPermitted), (EFBIG, .tooLarge), (ENOTDIR, .notADirectory),
    (EIO, .ioError), (ENOLCK, .system(ENOLCK)),
  ])
  func `error numbers have reasons`(code: Int32, reason: StorageFailure.Reason) {
    expectEqual(StorageFailure.Reason(errno: code), reason)
  }

  @Test func `only our own temporary names are recognised`() {
    #expect(TemporaryName.matches(TemporaryName.make(for: "2026.ndjson")))
    #expect(TemporaryName.make(for: "a") != TemporaryName.make(for: "a"))
    for name in [
      "2026.ndjson", ".hidden", ".x.part", "last-run.ndjson.part", ".a.1-g.part", ".part",
    ] {
      #expect(!TemporaryName.matches(name))
    }
  }
}
