// What a session finds at its beginning, as the prose above it says.

import Support
import Testing

/// Three lines of prose prepare a session: `# files:` names files that `Fixture` makes,
/// `# services:` those that the rider is signed in to, and `# history: 60` says how many
/// activities each service has, if not three.
struct Preparation: Sendable {
  private let prose: [String]

  init(_ prose: [String]) { self.prose = prose }

  /// The words after a key, such as `60x12` after `window`.
  func words(after key: String) -> [String] {
    prose.filter { $0.hasPrefix("# \(key): ") }.flatMap { line in
      line.dropFirst(key.count + 4).split(separator: " ").map(String.init)
    }
  }

  /// - Parameters:
  ///   - now: the end of the histories and of the files.
  ///   - clock: the clock of the services.
  func rider(at now: Int, clock: @escaping @Sendable () -> Int) throws -> Rider {
    let count = words(after: "history").first.flatMap { Int($0) } ?? 3
    let rider = try Rider(
      rides: RideBuilder.history(
        count, from: now - max(20, 2 * count) * 86_400, to: now - 86_400),
      activities: IntervalsActivity.history(count, until: now),
      days: IntervalsDay.nights(count + 2, until: now),
      workouts: WahooWorkout.history(count, until: now), now: clock)
    for name in words(after: "services") {
      try rider.signIn(to: #require(Rider.Service(rawValue: name)))
    }
    for name in words(after: "files") {
      let path = rider.home / name
      try Disk.makeFolders(above: path)
      try Disk.write(Fixture.bytes(of: name), to: path)
      try Disk.setModified(path, to: Int64(now - 3_600) * 1_000_000_000)
    }
    return rider
  }
}
