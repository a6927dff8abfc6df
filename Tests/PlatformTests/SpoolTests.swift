// Bytes that were put aside come back, whether a file takes them or not.

import CLibrary
import Model
import Support
import Synchronization
import Testing

@testable import Platform

struct SpoolTests {
  private let pieces = (0..<200).map { number in
    [UInt8](repeating: UInt8(number), count: number * 7 % 50)
  }

  private func expectAll(in spool: Spool) throws {
    let places = pieces.map { spool.append($0) }
    for (piece, place) in zip(pieces, places).reversed() {
      try expectEqual(spool.read(place), piece)
    }
    for first in [0, 1, 50, 199] {
      let start = places[first].lowerBound
      try expectEqual(
        spool.read(start..<start + pieces[first...].joined().count),
        Array(pieces[first...].joined()))
    }
  }

  @Test(arguments: [0, 1, 100, 1_000, 1 << 20])
  func allComesBack(inMemory: Int) throws {
    try expectAll(in: Spool(inMemory: inMemory))
  }

  @Test func withoutAFileAllStaysInMemory() throws {
    try expectAll(in: Spool(inMemory: 100) { nil })
  }

  @Test func whatAFileDoesNotTakeStaysInMemory() throws {
    try expectAll(in: Spool(inMemory: 100) { open("/dev/null", O_RDONLY) })
  }

  @Test func aFileThatIsCutIsAFailure() throws {
    let file = Mutex<Int32>(-1)
    let spool = Spool(inMemory: 1) {
      let new = Spool.namelessFile()
      file.withLock { $0 = new ?? -1 }
      return new
    }
    let place = spool.append([1, 2, 3])
    _ = file.withLock { ftruncate($0, 1) }
    #expect(throws: FileError(path: "temporary file", reason: .ioError, isReading: true)) {
      try spool.read(place)
    }
  }
}
