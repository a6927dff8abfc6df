// How long the built velo-sync takes for a first sync of 10,000 rides, and in how much memory.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The real binary beside this one, with `--quiet` and, if possible, its store in memory.
func syncFigures() -> [Figure] {
  let figures: [[Figure]] = [
    firstSyncs("0 ms a request", delay: 0, bar: 150, memory: 40),
    firstSyncs("50 ms a request", delay: 50, bar: 800, memory: nil),
    unchangedSyncs(over: 10_000, "10,000"), unchangedSyncs(over: 100_000, "100,000"),
  ]
  return figures.flatMap(\.self)
}

private func firstSyncs(
  _ name: String, delay: Int, bar: Double, memory: Double?
) -> [Figure] {
  guard let server = StravaServer(rides: 10_000, delay: delay) else { return [] }
  defer { server.stop() }
  let runs = (0..<5).compactMap { _ -> TimedProgram? in
    guard let home = Home.connected() else { return nil }
    defer { home.remove() }
    return home.sync(with: server)
  }
  guard !runs.isEmpty else { return [] }
  let time = Figure(
    name: "first sync of 10,000, " + name, value: median(runs.map(\.milliseconds)), unit: "ms",
    bar: .atMost(bar))
  guard let memory else { return [time] }
  let peak = Figure(
    name: "first sync of 10,000, \(name), most memory", value: runs.map(\.megabytes).max() ?? 0,
    unit: "MB",
    bar: .atMost(memory))
  return [time, peak]
}

/// The cost of a sync without changes over rides of ten years, minus the same requests by a minimal
/// client.
private func unchangedSyncs(over rides: Int, _ name: String) -> [Figure] {
  guard let server = StravaServer(rides: rides, delay: 0), let home = Home.connected() else {
    return []
  }
  defer {
    server.stop()
    home.remove()
  }
  guard home.sync(with: server) != nil else { return [] }
  let runs = (0..<9).compactMap { _ in home.sync(with: server)?.milliseconds }
  let requests = (0..<9).compactMap { _ in
    BareClient(port: server.port)?.list(after: time(nil) - 30 * 86_400)?.milliseconds
  }
  guard !runs.isEmpty, !requests.isEmpty else { return [] }
  return [
    Figure(
      name: "no change over \(name), beyond the requests", value: median(runs) - median(requests),
      unit: "ms", bar: .atMost(15))
  ]
}

extension Home {
  /// A home folder as `connect strava` leaves it.
  fileprivate static func connected() -> Home? {
    guard let home = Home() else { return nil }
    let state = home.path + "/state/velo-sync"
    guard runProgram(["mkdir", "-p", "-m", "700", state]) else { return nil }
    let entry = """
      {"strava":{"client_id":"1","client_secret":"s","access_token":"a","refresh_token":"r",\
      "expires_at":\(time(nil) + 21_600),"scopes":["read","activity:read_all"]}}
      """
    let file = open(state + "/credentials.json", O_WRONLY | O_CREAT, 0o600)
    _ = write(file, entry, entry.utf8.count)
    close(file)
    return home
  }

  /// Runs a sync; nil when it fails.
  fileprivate func sync(with server: StravaServer) -> TimedProgram? {
    let base = "http://127.0.0.1:\(server.port)"
    setenv("VELO_SYNC_STRAVA_API", base, 1)
    setenv("VELO_SYNC_STRAVA_OAUTH", base + "/oauth", 1)
    return run([])
  }
}
