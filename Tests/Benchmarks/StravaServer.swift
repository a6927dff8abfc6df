// A Strava server for the duration of a first sync, with or without a delay, and a minimal client.

import CLibrary
import Support

/// Serves an athlete with many rides on 127.0.0.1, in a separate process whose memory does not
/// count for the measured program.
struct StravaServer {
  /// The argument that makes this program only serve.
  static let command = "serve-strava"

  let port: Int
  /// An access token for some hours.
  let token: String
  private let process: pid_t

  /// Starts this program as a server; nil when that fails.
  ///
  /// - Parameters:
  ///   - delay: before every answer, in milliseconds.
  init?(rides: Int, delay: Int) {
    let pipe = Pipe()
    let words = [CommandLine.arguments[0], Self.command, "\(rides)", "\(delay)"]
    let process = startProgram(words, output: pipe.writeEnd)
    pipe.closeWriting()
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(pipe.readEnd, &bytes, bytes.count)
    let told = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    guard let process, told.count == 3, let port = Int(told[0]) else { return nil }
    (self.port, token, self.process) = (port, String(told[1]), process)
  }

  func stop() {
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// The milliseconds in which a minimal client gets the athlete and all pages of rides after a
  /// moment; nil when it fails.
  func requestTime(after: Int) -> Double? {
    let base = "http://127.0.0.1:\(port)/api/v3/athlete"
    let pages = (1...1000).map { "/activities?after=\(after)&per_page=200&page=\($0)" }
    let start = ContinuousClock.now
    for target in [""] + pages {
      let page = try? Browser.get(base + target, headers: ["Authorization": "Bearer \(token)"])
      guard let page, page.status == 200 else { return nil }
      if page.body == "[]" { break }
    }
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  // MARK: The server

  /// Serves until it is told to stop.
  static func run(_ words: [String]) -> Never {
    guard words.count == 2, let count = Int(words[0]), let delay = UInt32(words[1]),
      let fake = try? FakeStrava(StravaAccount(rides(count))),
      let server = try? HTTPServer({ request in
        if delay > 0 { usleep(delay * 1000) }
        return fake.reply(to: request)
      })
    else { exit(2) }
    // A client that reads ahead closes the connection before the last answers.
    signal(SIGPIPE, SIG_IGN)
    fake.edit { $0.limits.lift() }
    let line = Array("\(server.port) \(fake.signIn().access) \n".utf8)
    _ = write(1, line, line.count)
    while true { pause() }
  }

  /// Rides in even steps until now, over ten years, about 1.7 kB each, as in others' benchmarks.
  private static func rides(_ count: Int) -> [Ride] {
    let (end, step) = (time(nil) - 3600, 315_000_000 / max(1, count))
    let line = String(repeating: "ab~cD_efGh", count: 50)
    return (0..<count).map { index in
      var ride = Ride(id: 9_000_000_000 + Int64(index), start: end - (count - index) * step)
      ride.name = "Ride \(index)"
      (ride.movingTime, ride.elapsedTime) = (3600 + index % 500, 3700 + index % 500)
      ride.distance = 20_000.5 + Double(index % 900)
      (ride.deviceWatts, ride.averageWatts, ride.maxWatts) = (true, 150.4 + Double(index % 90), 700)
      (ride.weightedWatts, ride.cadence) = (160 + index % 90, 85.2)
      (ride.averageHeartRate, ride.maxHeartRate) = (120.1 + Double(index % 30), 180)
      ride.overrides["map"] = #"{"id":"a1","summary_polyline":"\#(line)"}"#
      return ride
    }
  }
}
