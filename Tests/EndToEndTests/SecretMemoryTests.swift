// What a crash reveals of a process with secrets.

import Support
import Testing
import CLibrary

@Suite(.blocking) struct SecretMemoryTests {
  private static let isLinux = Disk.exists("/proc/self/limits")

  /// The program under a shell that allows small core files.
  private func allowingCoreFiles(_ program: Program) -> Program {
    var inside = program
    inside.path = "/bin/sh"
    inside.arguments = ["-c", #"ulimit -S -c 8; exec "$0" "$@""#, program.path] + program.arguments
    return inside
  }

  @Test(.enabled(if: isLinux, "needs /proc"))
  func `a run with credentials leaves no core file`() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    let gate = rider.strava.server.hold(path: "/api/v3/athlete/activities")
    let running = try allowingCoreFiles(rider.program("--plain")).start()
    try gate.waitUntilHeld(1)
    let limits = try #require(
      try Disk.read("/proc/\(running.pid)/limits").map { String(decoding: $0, as: UTF8.self) })
    let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core") })
    expectEqual(line.split(separator: " ").dropFirst(4).first, "0", "\(line)")
    gate.release()
    try running.finish()
  }

  /// Linux gives the files in /proc to root when a process's memory is protected.
  @Test(
    .enabled(
      if: isLinux && geteuid() == 0 && Program.find("setpriv") != nil,
      "needs Linux, setpriv and the right to use it"))
  func `a run with credentials protects its memory`() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    let owner = ["-R", "54321:54321", rider.home.path]
    try #require(try Program("/bin/chown", owner).run().status == .exited(0))
    let gate = rider.strava.server.hold(path: "/api/v3/athlete/activities")
    var program = try rider.program("--plain")
    program.arguments =
      ["--reuid=54321", "--regid=54321", "--clear-groups", program.path] + program.arguments
    program.path = Program.find("setpriv") ?? ""
    let running = try program.start()
    try gate.waitUntilHeld(1)
    var status = stat()
    expectEqual(stat("/proc/\(running.pid)/environ", &status), 0)
    expectEqual(status.st_uid, 0)
    gate.release()
    try running.finish()
  }

  @Test func `a wrapped command keeps its core files`() throws {
    let rider = try Rider.connected()
    let program = try rider.program("wrap", "--plain", "--", "sh", "-c", "ulimit -S -c")
    let result = try allowingCoreFiles(program).run()
    expectEqual(result.outputLines.first, "8")
  }

  /// Swift's own crash report shows registers, and the memory they point to.
  @Test(arguments: [4, 6, 11] as [Int32])
  func `a crash shows nothing`(_ signal: Int32) throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    let gate = rider.strava.server.hold(path: "/api/v3/athlete/activities")
    let running = try rider.program(
      ["--plain"], environment: ["SWIFT_BACKTRACE": "enable=yes,color=no"]
    ).start()
    try gate.waitUntilHeld(1)
    running.signal(signal)
    let result = try running.wait()
    expectEqual([result.brief, result.errors], ["signal \(signal)", ""])
    gate.release()
  }
}
