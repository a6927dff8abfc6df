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
    firstSyncs("50 ms, page by page", delay: 50, isShort: true, bar: nil, memory: nil),
    unchangedSyncs(over: 10_000, "10,000"), unchangedSyncs(over: 100_000, "100,000"),
  ]
  return figures.flatMap(\.self)
}

private func firstSyncs(
  _ name: String, delay: Int, isShort: Bool = false, bar: Double?, memory: Double?
) -> [Figure] {
  guard let server = StravaServer(rides: 10_000, delay: delay, isShort: isShort) else { return [] }
  defer { server.stop() }
  let runs = (0..<5).compactMap { _ -> TimedProgram? in
    guard let home = Home.connected() else { return nil }
    defer { home.remove() }
    return home.sync(with: server)
  }
  guard !runs.isEmpty else { return [] }
  let time = Figure(
    name: "first sync of 10,000, " + name, value: median(runs.map(\.milliseconds)), unit: "ms",
    bar: bar.map { .atMost($0) })
  guard let memory else { return [time] }
  let peak = Figure(
    name: "first sync of 10,000, \(name), most memory", value: runs.map(\.megabytes).max() ?? 0,
    unit: "MB",
    bar: .atMost(memory))
  return [time, peak]
}

/// The cost of a sync without changes over rides of ten years: minus the same requests by a minimal
/// client, and minus a run whose store has only the month that it requests.
private func unchangedSyncs(over rides: Int, _ name: String) -> [Figure] {
  guard let server = StravaServer(rides: rides, delay: 0) else { return [] }
  defer { server.stop() }
  let month = ["--since", StravaServer.day(before: 30)]
  guard let all = unchangedSync(with: server), let few = unchangedSync(with: server, month) else {
    return []
  }
  let requests = (0..<9).compactMap { _ in
    BareClient(port: server.port)?.list(after: time(nil) - 30 * 86_400)?.milliseconds
  }
  guard !requests.isEmpty else { return [] }
  return [
    Figure(
      name: "no change over \(name), requests included", value: all.milliseconds, unit: "ms"),
    Figure(name: "the same requests by a bare client", value: median(requests), unit: "ms"),
    Figure(
      name: "no change over \(name), beyond the requests",
      value: all.milliseconds - median(requests), unit: "ms", bar: .atMost(15)),
    Figure(
      name: "no change over \(name), beyond a month's store",
      value: all.milliseconds - few.milliseconds, unit: "ms"),
    Figure(name: "no change over \(name), most memory", value: all.megabytes, unit: "MB"),
  ]
}

/// The median of several runs without changes, in a home that was synced with these options.
private func unchangedSync(with server: StravaServer, _ options: [String] = []) -> TimedProgram? {
  guard let home = Home.connected() else { return nil }
  defer { home.remove() }
  guard home.sync(with: server, options) != nil else { return nil }
  let runs = (0..<9).compactMap { _ in home.sync(with: server) }
  guard !runs.isEmpty else { return nil }
  return TimedProgram(
    milliseconds: median(runs.map(\.milliseconds)), megabytes: runs.map(\.megabytes).max() ?? 0)
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

  /// Runs a sync with these options; nil when it fails.
  fileprivate func sync(with server: StravaServer, _ options: [String] = []) -> TimedProgram? {
    let base = "http://127.0.0.1:\(server.port)"
    setenv("VELO_SYNC_STRAVA_API", base, 1)
    setenv("VELO_SYNC_STRAVA_OAUTH", base + "/oauth", 1)
    return run(options)
  }
}
