// The arguments are those the system passed, whatever the process does later.

import Support
import Testing

@Suite(.blocking) struct ArgumentTests {
  /// A real sync instead of a dry run would be the worst mistake.
  @Test(.enabled(if: PreloadedLibrary.compiler != nil, "needs a C compiler"))
  func aLibraryThatChangesTheEnvironmentChangesNoArgument() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    let library = try PreloadedLibrary(
      """
      #include <stdlib.h>
      __attribute__((constructor)) static void change(void) { setenv("A_NEW_NAME", "1", 1); }
      """, in: rider.home)
    let version = try rider.run("--version", environment: library.environment)
    expectEqual(version.output, "velo-sync 0.1.0\n")
    try expectRehearsal(rider, rider.program("--dry-run", environment: library.environment))
  }

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
