// select(2) as the fallback for poll(2), which rejects some devices on Darwin.

import Support
import Testing

@testable import Platform
import CLibrary

@Suite(.blocking) struct PollEntryTests {
  private let quiet = Pipe()
  private let ready = Pipe()

  init() throws {
    ready.write("a")
    // Serialized, because all tests share the process's descriptors.
    if max(quiet.writeEnd, ready.writeEnd) >= FD_SETSIZE {
      try Test.cancel("select cannot ask about a descriptor as high as these")
    }
  }

  private func entry(_ descriptor: Int32, _ interest: PollEntry.Interest = .reading) -> PollEntry {
    var entry = PollEntry(descriptor, interest)
    entry.found = Int32(POLLNVAL)
    return entry
  }

  @Test func `readable descriptors are reported`() throws {
    // Results of `poll` for other entries, such as a closed reader, are kept.
    var left = entry(quiet.writeEnd, .hangup)
    left.found = Int32(POLLERR)
    for (other, timeout, count, found) in [
      (entry(ready.readEnd), -1, 1, POLLIN), (PollEntry(-1, .reading), 1, 0, 0),
      (left, -1, 1, POLLERR),
    ] as [(PollEntry, Int32, Int, Int32)] {
      var entries = [entry(quiet.readEnd), other]
      try expectEqual(Int(PollEntry.select(&entries, timeout: timeout).get()), count)
      expectEqual(entries.map(\.found), [0, found])
    }
  }

  @Test(arguments: [Int32(FD_SETSIZE) - 1, 1 << 20])
  func `closed descriptor does not block`(_ descriptor: Int32) throws {
    if fcntl(descriptor, F_GETFD) != -1 { try Test.cancel("another test has it open") }
    var entries = [PollEntry(descriptor, .reading)]
    try expectEqual(PollEntry.wait(for: &entries, timeout: -1).get(), 1)
    expectEqual(entries.map(\.found), [Int32(POLLNVAL)])
  }
}
