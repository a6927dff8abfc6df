// The arguments are those the system passed, whatever the process does later.

import Support
import Testing

@Suite(.blocking) struct ArgumentTests {
  @Test(.enabled(if: Namespace.isPermitted, "needs mount namespaces"))
  func `without proc they are the same`() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    let program = try rider.program("--dry-run")
    let result = try Namespace.run("mount -t tmpfs none /proc && exec \"$@\"", [], program).run()
    expectEqual(result.status, .exited(0), "\(result.errors)")
    expectEqual(result.outputLines.last?.contains("3 new"), true)
    expect(!Disk.exists(rider.store))
  }
}

/// A mount namespace, in which a program sees other mounts.
enum Namespace {
  /// Whether this machine permits one.
  static let isPermitted =
    (try? run("mount -t tmpfs none /mnt", [], Program("/bin/true")).run().status) == .exited(0)

  /// A script with these arguments, and after them a program with its own.
  static func run(_ script: String, _ words: [String], _ program: Program) -> Program {
    var inside = program
    inside.path = Program.find("unshare") ?? ""
    inside.arguments =
      ["-rm", "/bin/sh", "-c", script, "sh"] + words + [program.path] + program.arguments
    inside.environment["PATH"] = "/usr/bin:/bin:/usr/sbin:/sbin"
    return inside
  }
}
