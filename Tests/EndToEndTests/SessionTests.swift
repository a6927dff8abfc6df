// Guarantees of the helpers that run real programs.

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
  /// Endless output is not read beyond a limit.
  @Test func endlessOutputIsLimited() throws {
    let result = try Program("/bin/sh", ["-c", "exec yes"]).run()
    expectEqual(result.status, .signalled(SIGPIPE))
    #expect(result.outputBytes.count < 1 << 27)
  }
}
