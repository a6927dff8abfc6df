// Secrets are sent to their own service only.

import Codec
import Support
import Testing

@Suite(.blocking) struct ForeignHostTests {
  /// A rider connected to all three services, with data at each.
  private static func connected() throws -> Rider {
    let now = Rider.now
    let rides = RideBuilder.history(3, from: now - 20 * 86_400, to: now - 86_400).map { ride in
      var ride = ride
      (ride.deviceWatts, ride.averageWatts) = (true, 200)
      return ride
    }
    let workouts = WahooWorkout.history(3, until: now - 30 * 86_400).map { workout in
      var workout = workout
      workout.summaryOverrides["file"] = "null"
      return workout
    }
    return try Rider.connected(
      to: .strava, .intervals, .wahoo, rides: rides,
      activities: IntervalsActivity.history(3, until: now - 40 * 86_400), workouts: workouts)
  }

  // MARK: Addresses in answers

  /// Only the recording that a workout of Wahoo names, and without any secret.
  @Test func `no other address in an answer is contacted`() throws {
    let stranger = try HTTPServer { _ in .json("[]") }
    let rider = try Self.connected()
    let link: NamedValues = [
      "Link": "<\(stranger.address)/next>; rel=\"next\"", "Refresh": "0;url=\(stranger.address)",
      "Content-Location": stranger.address,
    ]
    let next = "\"next\":\"\(stranger.address)/next\",\"next_page\":\"\(stranger.address)/2\""
    let start = Civil(epoch: Rider.now - 50 * 86_400).text
    rider.strava.answer(
      with: .json("[{\"id\":5,\"start_date\":\"\(start)Z\",\(next)}]", headers: link),
      where: \.isFirstPage)
    rider.intervals.answer(
      "/activities",
      with: .json(
        "[{\"id\":\"i5\",\"start_date\":\"\(start)Z\",\"start_date_local\":\"\(start)\",\(next)}]",
        headers: link), times: 2)
    rider.wahoo.edit { account in
      account.workouts[0].summaryOverrides["file"] = "{\"url\":\"\(stranger.address)/5.fit\"}"
      account.workouts[1].overrides["next"] = "\"\(stranger.address)/next\""
    }
    try expectEqual(rider.run("--quiet", "--streams").status, .exited(0))
    try expectEqual(rider.storedIDs().contains("5"), true)
    try expectEqual(rider.storedIDs(.intervals).contains("i5"), true)
    try expectEqual(rider.storedIDs(.wahoo).count, 3)
    expectEqual(stranger.requests.map(\.path), ["/5.fit"])
    let secrets = try Self.secrets(of: rider).values.joined()
    expectEqual(Self.told(Array(secrets), to: stranger), [])
  }

  // MARK: Addresses in settings

  /// The address of a service is the person's choice: the old host is no longer contacted, and the
  /// new one receives only this service's secrets.
  @Test func `a changed address receives no other secrets`() throws {
    let variables = [
      "VELO_SYNC_STRAVA_API", "VELO_SYNC_INTERVALS_API", "VELO_SYNC_WAHOO_API",
    ]
    for variable in variables {
      let rider = try Self.connected()
      try rider.sync("--dry-run")
      let secrets = try Self.secrets(of: rider)
      let other = try HTTPServer { _ in .json("{}", status: 404) }
      let before = Self.requests(rider)
      let result = try rider.program(["--quiet"], environment: [variable: other.address]).run()
      expectEqual(result.status, .exited(10), "\(variable)")
      expect(!other.requests.isEmpty, "\(variable)")
      let own = variable.split(separator: "_")[2].lowercased()
      expectEqual(Self.requests(rider)[own], before[own], "\(variable)")
      // Nor does an API request carry secrets of the token endpoint.
      let foreign = secrets.filter { $0.key != own }.values.joined()
      let tokens = [secrets["strava"]?[1], secrets["wahoo"]?[1]].compactMap { $0 }
      expectEqual(Self.told(foreign + tokens, to: other), [], "\(variable)")
    }
  }

  /// An address of https needs a certificate that is trusted, and a proxy is asked as by curl. What
  /// this server answers is no answer of a service.
  @Test(.needs("openssl")) func `certificates and proxies are those of the environment`() throws {
    let rider = try Rider.connected(to: .intervals)
    let openssl = try #require(Program.find("openssl"))
    let (key, certificate) = (rider.home / "key", rider.home / "certificate")
    let made = try Program(
      openssl,
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-addext"]
        + ["subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate]
    ).run()
    expectEqual(made.status, .exited(0), "\(made.errors)")
    let server = try Program(
      openssl,
      ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"]
    ).start()
    let said = String(decoding: try server.wait(for: "ACCEPT 127.0.0.1:"), as: UTF8.self)
    let port = try #require(said.split(separator: ":").last).prefix { $0.isNumber }
    let trust = ("VELO_SYNC_CA_FILE", certificate)
    let proxy = ("https_proxy", "http://127.0.0.1:1")
    for (variables, code) in [
      ([], 68), ([("VELO_SYNC_CA_FILE", key)], 68), ([trust], 76), ([trust, proxy], 68),
      ([trust, proxy, ("no_proxy", "127.0.0.1")], 76),
    ] as [([(String, String)], Int32)] {
      let address = ("VELO_SYNC_INTERVALS_API", "https://127.0.0.1:\(port)")
      let environment = Dictionary(uniqueKeysWithValues: variables + [address])
      let result = try rider.run("--quiet", "--wait", "0s", environment: environment)
      expectEqual(result.status, .exited(code), "\(variables) \(result.errors)")
    }
    server.kill()
  }

  @Test func `each service sees its own secrets alone`() throws {
    let rider = try Self.connected()
    try expectEqual(rider.run("--quiet", "--streams").status, .exited(0))
    let secrets = try Self.secrets(of: rider)
    for service in Rider.Service.allCases {
      let server = rider.server(of: service)
      let others = secrets.filter { $0.key != service.rawValue }.values.joined()
      expectEqual(Self.told(Array(others), to: server), [], "\(service)")
      // Secrets are sent in headers and bodies, never in an address that a proxy would log.
      let own = secrets[service.rawValue] ?? []
      let targets = server.requests.map(\.target)
      expectEqual(targets.filter { target in own.contains { target.contains($0) } }, [])
    }
  }

  // MARK: Helpers

  /// The secrets that requests to a server carry.
  private static func told(_ secrets: [String], to server: HTTPServer) -> [String] {
    let everything = server.requests.map { request in
      ([request.target] + request.headers.items.map { "\($0.name): \($0.value)" } + [request.text])
        .joined(separator: "\n")
    }
    return secrets.filter { secret in everything.contains { $0.contains(secret) } }
  }

  /// Without the page ahead, which may still be under way when a run has ended.
  private static func requests(_ rider: Rider) -> [String: Int] {
    Dictionary(
      uniqueKeysWithValues: Rider.Service.allCases.map { service in
        (
          service.rawValue,
          rider.server(of: service).requests.count { !$0.target.contains("page=2") }
        )
      })
  }

  /// All secrets, by service: access token, refresh token and client secret, or the key and its
  /// header.
  private static func secrets(of rider: Rider) throws -> [String: [String]] {
    let names = ["access_token", "refresh_token", "client_secret"]
    func tokens(_ service: Rider.Service) throws -> [String] {
      try names.map { try #require(try rider.credential($0, of: service)) }
    }
    let header = rider.intervals.server.requests.last?.header("Authorization")
    return [
      "strava": try tokens(.strava), "wahoo": try tokens(.wahoo),
      "intervals": [rider.intervals.account.key] + (header.map { [String($0.dropFirst(6))] } ?? []),
    ]
  }
}
