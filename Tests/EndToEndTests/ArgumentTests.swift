// The arguments are those the system passed, whatever the process does later.

import Support
import Testing

@Suite(.blocking) struct ArgumentTests {
  @Test(.enabled(if: Namespace.isPermitted, "needs mount namespaces"))
  func withoutProcTheyAreTheSame() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    try expectRehearsal(rider, Namespace.withoutProc(rider.program("--dry-run")))
  }

  private func expectRehearsal(_ rider: Rider, _ program: Program) throws {
    let result = try program.run()
    expectEqual(result.status, .exited(0), "\(result.errors)")
    expectEqual(result.outputLines.last?.contains("3 new"), true)
    expect(!Disk.exists(rider.store))
  }
}

/// A mount namespace, in which a program sees other mounts.
enum Namespace {
  /// Whether this machine permits one.
  static let isPermitted =
    (try? withoutProc(Program("/bin/true", [], environment: [:])).run().status) == .exited(0)

  /// The same program where /proc is empty.
  static func withoutProc(_ program: Program) throws -> Program {
    var inside = program
    inside.path = Program.find("unshare") ?? ""
    inside.arguments =
      ["--user", "--map-root-user", "--mount", "/bin/sh", "-c"]
      + [#"mount -t tmpfs none /proc && exec "$0" "$@""#, program.path] + program.arguments
    return inside
  }
}
