// select(2) in the place of poll(2), which refuses some devices on Darwin.

import Support
import Testing

@testable import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite(.blocking) struct ReadinessTests {
  private let quiet = Pipe()
  private let ready = Pipe()

  init() throws {
    ready.write("a")
    // All tests of the process share its descriptors.
    if max(quiet.writeEnd, ready.writeEnd) >= FD_SETSIZE {
      try Test.cancel("select cannot ask about a descriptor as high as these")
    }
  }

  private func place(_ descriptor: Int32, _ events: Int32 = Int32(POLLIN)) -> pollfd {
    pollfd(fd: descriptor, events: Int16(events), revents: Int16(POLLNVAL))
  }

  @Test func whatCanBeReadIsFound() {
    var places = [place(quiet.readEnd), place(ready.readEnd)]
    #expect(Readiness.select(&places, timeout: -1) == 1)
    #expect(places.map(\.revents) == [0, Int16(POLLIN)])
  }

  @Test func nothingInTimeIsNothing() {
    var places = [place(quiet.readEnd), pollfd(fd: -1, events: Int16(POLLIN), revents: 0)]
    #expect(Readiness.select(&places, timeout: 1) == 0)
    #expect(places.map(\.revents) == [0, 0])
  }

  /// What `poll` has said of others, such as the end of a reader, is not lost.
  @Test func anAnswerOfPollIsKept() {
    var left = place(quiet.writeEnd, Int32(POLLHUP))
    left.revents = Int16(POLLERR)
    var places = [place(quiet.readEnd), left]
    #expect(Readiness.select(&places, timeout: -1) == 1)
    #expect(places.map(\.revents) == [0, Int16(POLLERR)])
  }

  @Test(arguments: [Int32(FD_SETSIZE) - 1, 1 << 20])
  func aClosedDescriptorIsNotWaitedFor(_ descriptor: Int32) throws {
    if fcntl(descriptor, F_GETFD) != -1 { try Test.cancel("another test has it open") }
    var places = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    #expect(Readiness.wait(for: &places, timeout: -1) == 1)
    #expect(places.map(\.revents) == [Int16(POLLNVAL)])
  }
}
