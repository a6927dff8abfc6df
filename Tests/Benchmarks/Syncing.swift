// How long the built velo-sync takes for a first sync of 10,000 rides, and in how much memory.

import CLibrary
import Support

/// The real binary beside this one, with `--quiet` and, if possible, its store in memory.
func syncFigures() -> [Figure] {
  let figures: [[Figure]] = [
    firstSyncs("0 ms a request", delay: 0, bar: 200, memory: 64),
    firstSyncs("50 ms a request", delay: 50, bar: 900, memory: nil),
    unchangedSyncs(over: 10_000, "10,000", bar: 40),
    unchangedSyncs(over: 100_000, "100,000", bar: 150),
  ]
  return figures.flatMap(\.self)
}

private func firstSyncs(_ name: String, delay: Int, bar: Double, memory: Double?) -> [Figure] {
  guard let server = StravaServer(rides: 10_000, delay: delay) else { return [] }
  defer { server.stop() }
  let runs = (0..<5).compactMap { _ in Home.connected(to: server)?.run([]) }
  guard !runs.isEmpty else { return [] }
  let time = Figure(
    name: "first sync of 10,000, " + name, value: median(runs.map(\.milliseconds)), unit: "ms",
    bar: .atMost(bar))
  guard let memory else { return [time] }
  let peak = Figure(
    name: "first sync of 10,000, \(name), most memory", value: runs.map(\.megabytes).max() ?? 0,
    unit: "MB", bar: .atMost(memory))
  return [time, peak]
}

/// The cost of a sync without changes over rides of ten years, minus the same requests by a minimal
/// client.
private func unchangedSyncs(over rides: Int, _ name: String, bar: Double) -> [Figure] {
  guard let server = StravaServer(rides: rides, delay: 0) else { return [] }
  defer { server.stop() }
  guard let home = Home.connected(to: server), home.run([]) != nil else { return [] }
  let runs = (0..<9).compactMap { _ in home.run([])?.milliseconds }
  let requests = (0..<9).compactMap { _ in server.requestTime(after: time(nil) - 30 * 86_400) }
  guard !runs.isEmpty, !requests.isEmpty else { return [] }
  return [
    Figure(
      name: "no change over \(name), beyond the requests", value: median(runs) - median(requests),
      unit: "ms", bar: .atMost(bar))
  ]
}

extension Home {
  /// A home folder as `connect strava` leaves it.
  fileprivate static func connected(to server: StravaServer) -> Home? {
    let base = "http://127.0.0.1:\(server.port)"
    setenv("VELO_SYNC_STRAVA_API", base + "/api/v3", 1)
    setenv("VELO_SYNC_STRAVA_OAUTH", base + "/oauth", 1)
    let entry = """
      {"strava":{"client_id":"1","client_secret":"s","access_token":"\(server.token)",\
      "refresh_token":"r","expires_at":\(time(nil) + 20_000),\
      "scopes":["read","activity:read_all"]}}
      """
    guard let home = Home() else { return nil }
    let state = home.path + "/state/velo-sync"
    let isWritten: Void? = try? {
      try Disk.makeFolder(state, mode: 0o700)
      try Disk.write(Array(entry.utf8), to: state + "/credentials.json", mode: 0o600)
    }()
    return isWritten.map { home }
  }
}
