// A system without free threads, descriptors or memory: one clear error, at once.

import Codec
import Support
import Testing
import CLibrary

@Suite(.blocking) struct ShortageTests {
  /// Limits the number of processes. root may start any number, so another user has to try.
  private static let limiter: [String]? = {
    guard let limit = Program.find("prlimit") else { return nil }
    if geteuid() != 0 { return [limit, "--nproc=1"] }
    return Program.find("setpriv").map {
      [$0, "--reuid=54321", "--regid=54321", "--clear-groups", limit, "--nproc=1"]
    }
  }()

  @Test(.enabled(if: limiter != nil, "needs prlimit, and as root setpriv"))
  func `a lack of threads is reported`() throws {
    for arguments in [
      ["--dry-run", "--sample", "--speed", "max"],
      ["--sample", "--speed", "max", "--timeout", "5s"], ["wrap", "--", "true"], ["sources"],
    ] {
      let rider = try Rider()
      expectEqual(chmod(rider.home.path, 0o777), 0)
      var program = try rider.program(arguments)
      program.arguments = (Self.limiter ?? []).dropFirst() + [program.path] + arguments
      program.path = Self.limiter?.first ?? ""
      let result = try program.run()
      expectEqual(result.brief, "exit 70 (internal)", "\(arguments)")
      expect(result.errors.contains("ulimit -u"), "\(result.errors)")
    }
  }

  /// From the number the dynamic linker needs to the number a run needs.
  @Test(arguments: Tier.cases(4...14, quick: 4))
  func `a lack of descriptors is reported`(_ limit: Int) throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    let importer = Importer(rider)
    let archive = try importer.write(
      ZipMaker.archive([ZipFile("a.fit", TrueRide.daysAgo(3).fit())]), to: "rides.zip")
    for arguments in [
      ["--dry-run", "--sample", "--speed", "max"], ["--plain"], ["wrap", "--", "true"], ["sources"],
      ["status"], ["import", rider.home.path], ["import", archive], ["replay"],
    ] {
      var program = try rider.program(arguments)
      program.arguments =
        ["-c", #"ulimit -n "$0"; exec "$@""#, "\(limit)", program.path] + arguments
      program.path = "/bin/sh"
      let result = try program.run()
      let comment: Comment = "\(arguments): \(result.status) \(result.errors)"
      let usual: [Int32] = [0, 10, 65, 66, 70, 74]
      // One error with its hint, and warnings about what is left out.
      let isUsual = usual.contains { result.status == .exited($0) }
      expectEqual(isUsual && result.errorLines.count <= 6, true, comment)
      let isNamed = result.status != .exited(70) || result.brief.hasSuffix("internal)")
      expectEqual(isNamed, true, comment)
      // It is not for want of a library or a network.
      let excuses = ["libz", "libcurl", "(network)"].filter { result.errors.contains($0) }
      expectEqual(excuses, [], comment)
    }
  }

  /// Connections that never end their request make way for the browser.
  @Test(.needs("bash"), arguments: [(20, 24), (256, 40)])
  func `a sign-in needs one descriptor more`(_ limit: Int, _ connections: Int) throws {
    let rider = try Rider()
    var program = try rider.connecting("--json")
    program.arguments =
      ["-c", "ulimit -n \(limit); exec \"$0\" \"$@\"", program.path] + program.arguments
    program.path = "/bin/sh"
    let running = try program.start()
    let address = try rider.strava.approve(Events.signInURL(running))
    let rest = try #require(address.split(separator: ":").last { $0.contains("/velo-sync") })
    let port = rest.prefix { $0.isNumber }
    let script = """
      for n in {1..\(connections)}; do exec {fd}<> /dev/tcp/127.0.0.1/\(port); printf 'GET /' >&$fd
      done; echo open; read go
      """
    let strangers = try Program("/bin/bash", ["-c", script], input: .pipe).start()
    try strangers.wait(for: "open")
    try expectEqual(Browser.get(address).status, 200)
    try expectEqual(Events(running.wait()).brief, "exit 0")
    strangers.write("\n")
    _ = try strangers.wait()
  }

  /// Neither a missing library nor a strange answer is the reason.
  @Test(.enabled(if: limiter != nil, "needs prlimit"), arguments: Tier.cases(20...63, quick: 12))
  func `a lack of memory is not taken for anything else`(_ step: Int) throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    var program = try rider.program("--plain")
    program.arguments =
      ["-c", #"ulimit -v "$0"; exec "$@""#, "\(step * 2048)", program.path] + program.arguments
    program.path = "/bin/sh"
    let result = try program.run()
    let excuses = ["libcurl", "(bad_reply)", "(network)"].filter { result.errors.contains($0) }
    expectEqual(excuses, [], "\(step * 2) MiB: \(result.errors)")
  }
}
