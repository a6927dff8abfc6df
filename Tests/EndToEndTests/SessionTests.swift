// What sessions of real programs promise the tests that hold them.

import Support
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite(.blocking) struct SessionTests {
  /// A flood finds nobody that reads before it fills the memory.
  @Test func aFloodIsNotKeptForEver() throws {
    let result = try Program("/bin/sh", ["-c", "exec yes"]).run()
    #expect(result.status == .signalled(SIGPIPE))
    #expect(result.outputBytes.count < 1 << 27)
  }
}
