// New tokens survive a disk that really fills up while the service issues them.

#if os(Linux)

  import Codec
  import Glibc
  import Support
  import Testing

  @Suite(.blocking) struct KeptSignInTests {
    /// Runs velo-sync with the state folder on a disk of 256 KiB, and keeps its content.
    private static let script = """
      state=$1; kept=$2; shift 2
      cp -p "$state/credentials.json" "$kept" && mount -t tmpfs -o size=256k,mode=700 none "$state" \\
        && cp -p "$kept" "$state/credentials.json" || exit 99
      "$@"
      code=$?
      cp "$state/credentials.json" "$kept"
      exit $code
      """

    @Test(.enabled(if: Namespace.isPermitted, "needs mount namespaces"))
    func `a disk that fills up costs no sign in`() throws {
      let rider = try Rider.connected(rides: RideBuilder.history(3))
      let kept = rider.home / "kept.json"
      rider.strava.edit { $0.grants.expireAccessTokens() }
      let gate = rider.strava.server.hold(path: "/oauth/token")
      let program = try rider.program("--quiet")
      let running = try Namespace.run(Self.script, [rider.state, kept], program).start()
      try gate.waitUntilHeld(1)
      fill("/proc/\(running.pid)/root\(rider.state)/fill")
      gate.release()
      // Whether other state can be saved depends on what else was being written.
      let result = try running.wait()
      let briefs = ["exit 0", "exit 74 (storage)"]
      expect(briefs.contains(result.brief), "\(result.brief): \(result.errors)")
      Disk.remove(rider.credentials)
      try Disk.write(try #require(try Disk.read(kept)), to: rider.credentials, mode: 0o600)
      try expectEqual(
        rider.strava.account.grants.refreshTokens, [rider.credential("refresh_token", of: .strava)])
      try rider.sync()
    }

    /// Writes until there is no space left.
    private func fill(_ path: String) {
      let file = open(path, O_WRONLY | O_CREAT, 0o600)
      expect(file >= 0)
      let block = [UInt8](repeating: 120, count: 4096)
      while write(file, block, block.count) > 0 {}
      expectEqual(errno, ENOSPC)
      close(file)
    }
  }

#endif
