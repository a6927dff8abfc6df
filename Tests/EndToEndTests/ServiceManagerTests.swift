// What a service manager is told of a run through its socket.

import CLibrary
import Support
import Testing

/// A socket that takes notices, as systemd's.
private final class ManagerListener {
  let address: String
  private let descriptor: Int32

  /// - Parameter name: a path, or `@` and a name.
  init(_ name: String) throws {
    address = name
    #if canImport(Glibc)
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    #else
      descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #endif
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &place.sun_path) { bytes in
      bytes.copyBytes(from: name.utf8)
      if name.hasPrefix("@") { bytes[0] = 0 }
    }
    let start = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: place.sun_path)
    let isBound = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(start + name.utf8.count)) == 0
      }
    }
    try #require(isBound)
  }

  deinit { close(descriptor) }

  /// The next notice; nil if none comes within a minute, or none is there.
  func next(waits: Bool = true) -> String? {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, waits ? 60_000 : 0) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// All that are there.
  var rest: [String] { Array(sequence(state: ()) { _ in self.next(waits: false) }) }
}

@Suite(.blocking) struct ServiceManagerTests {
  private let rider: Rider

  init() throws { rider = try Rider() }

  private var path: String { rider.home.path + "/manager" }

  /// The command reports its count; the shell that asks for the socket has none.
  @Test(arguments: [["--plain"], ["--json"], ["-q"]])
  func `the status is sent with its count`(_ mode: [String]) throws {
    let manager = try ManagerListener(path)
    let gate = try CommandGate()
    let script = """
      \(gate.wait)
      "$VELO" emit status text='Copying files…'; "$VELO" emit progress done=3 total=9
      echo "socket [$NOTIFY_SOCKET]" >&2
      trap 'exit 5' TERM; while :; do sleep 0.1; done
      """
    let running = try rider.wrap(
      script, mode + ["--title", "Backup"], environment: ["NOTIFY_SOCKET": path, "LANG": "C.UTF-8"]
    ).start()
    expectEqual(manager.next(), "READY=1\nSTATUS=Running Backup")
    gate.letGo()
    expectEqual(manager.next(), "STATUS=Copying files: 3 of 9")
    running.signal(SIGTERM)
    expectEqual(manager.next(), "STOPPING=1")
    let result = try running.finish(.exited(5))
    expect((result.output + result.errors).contains("socket []"))
    expectEqual(manager.rest, [])
  }

  /// Beside its title, and unless it reports what it does.
  @Test(arguments: [[], ["--plain"], ["-q"]])
  func `the newest line of a command is its status`(_ mode: [String]) throws {
    let manager = try ManagerListener(path)
    let gate = try CommandGate()
    let script = """
      \(gate.wait); printf 'one\\ntwo\\nthr'; \(gate.wait); echo ee; \(gate.wait)
      "$VELO" emit status text='Copying files…'; \(gate.wait)
      """
    let running = try rider.wrap(
      script, mode + ["--title", "Backup"], environment: ["NOTIFY_SOCKET": path, "LANG": "C.UTF-8"]
    ).start()
    expectEqual(manager.next(), "READY=1\nSTATUS=Running Backup")
    gate.letGo()
    // Without a log, its output does not come by.
    for line in mode.isEmpty ? [] : ["thr", "three"] {
      expectEqual(manager.next(), "STATUS=Backup · \(line)")
      gate.letGo()
    }
    if mode.isEmpty { (0..<2).forEach { _ in gate.letGo() } }
    expectEqual(manager.next(), "STATUS=Copying files")
    gate.letGo()
    try running.finish()
  }

  /// A run of our own; a signal ends it, too.
  @Test func `a sync is ready with its first status`() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(30))
    let manager = try ManagerListener(rider.home.path + "/manager")
    let gate = rider.strava.server.hold(path: "/api/v3/athlete/activities")
    let running = try rider.program(["--plain"], environment: ["NOTIFY_SOCKET": manager.address])
      .start()
    let first = manager.next() ?? ""
    expect(first.hasPrefix("READY=1\nSTATUS="), "\(first)")
    running.signal(SIGTERM)
    var last = manager.next()
    while let notice = last, notice.hasPrefix("STATUS=") { last = manager.next() }
    expectEqual(last, "STOPPING=1")
    gate.release()
    try expectEqual(running.wait().status, .signalled(SIGTERM))
  }

  @Test(arguments: [[], ["--dry-run"]])
  func `an import is ready with its first status`(_ options: [String]) throws {
    let manager = try ManagerListener(path)
    let file = try Importer(rider).write(TrueRide.daysAgo(3).fit(), to: "ride.fit")
    let result = try rider.run(
      ["import", file] + options, environment: ["NOTIFY_SOCKET": path])
    expectEqual(result.status, .exited(0))
    expect(manager.next()?.hasPrefix("READY=1\nSTATUS=") == true)
  }

  #if os(Linux)
    @Test func `the socket may have a name instead of a path`() throws {
      let manager = try ManagerListener("@velo-sync-test-\(getpid())")
      try rider.wrap(
        ":", ["--plain", "--title", "Backup"], environment: ["NOTIFY_SOCKET": manager.address]
      ).finish()
      expectEqual(manager.rest, ["READY=1\nSTATUS=Running Backup"])
    }
  #endif

  /// Nobody listens, the address is none, or it is that of a file.
  @Test(arguments: ["none", "relative", "vsock:2:1", "file", "", "@", "long"])
  func `without a listener the run is the same`(_ name: String) throws {
    try Disk.write([], to: rider.home.path + "/file")
    let path = rider.home.path + "/"
    let address =
      switch name {
      case "none", "file": path + name
      case "long": path + String(repeating: "x", count: 200)
      default: name
      }
    let result = try rider.wrap("echo out", ["-q"], environment: ["NOTIFY_SOCKET": address]).run()
    expect(result.isFine)
  }

  /// Who stops listening is forgotten.
  @Test func `a listener may leave`() throws {
    let gate = try CommandGate()
    var manager: ManagerListener? = try ManagerListener(path)
    let script = "\(gate.wait); \"$VELO\" emit status text=Late; sleep 1.2; echo end"
    let running = try rider.wrap(
      script, ["--plain", "--title", "Backup"], environment: ["NOTIFY_SOCKET": path]
    ).start()
    expectEqual(manager?.next(), "READY=1\nSTATUS=Running Backup")
    manager = nil
    gate.letGo()
    let result = try running.finish()
    expect(result.outputLines.contains("end") && result.errors == "", "\(result.errors)")
  }
}
