// A Strava server for the duration of a first sync, with or without a delay.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Serves an athlete with many rides on 127.0.0.1, in a separate process whose memory does not
/// count for the measured program.
struct StravaServer {
  /// The argument that makes this program only serve.
  static let command = "serve-strava"

  let port: Int
  private let process: pid_t

  /// Starts this program as a server; nil when that fails.
  ///
  /// - Parameters:
  ///   - delay: before every answer, in milliseconds.
  init?(rides: Int, delay: Int) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    let words = [CommandLine.arguments[0], Self.command, "\(rides)", "\(delay)"]
    let process = startProgram(words, output: ends[1])
    close(ends[1])
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(ends[0], &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    guard let process, let port = Int(text.prefix { $0.isNumber }) else { return nil }
    (self.port, self.process) = (port, process)
  }

  func stop() {
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  // MARK: The server

  /// Serves until it is told to stop.
  static func run(_ words: [String]) -> Never {
    guard words.count == 2, let rides = Int(words[0]), let delay = UInt32(words[1]) else { exit(2) }
    // A client that reads ahead closes the connection before the last answers.
    signal(SIGPIPE, SIG_IGN)
    let account = RideList(count: rides)
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard isBound else { exit(1) }
    let line = Array("\(UInt16(bigEndian: address.sin_port))\n".utf8)
    _ = write(1, line, line.count)
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { continue }
      // Otherwise a second part would wait until the first is acknowledged.
      var on: Int32 = 1
      setsockopt(
        connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      _ = Worker { serve(connection, account, delay: delay) }
    }
  }

  private static func serve(_ connection: Int32, _ account: RideList, delay: UInt32) {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { break }
      pending += buffer.prefix(count)
      // Clients send only heads.
      let text = String(decoding: pending, as: UTF8.self)
      guard text.contains("\r\n\r\n") else { continue }
      pending = []
      let target = text.split(separator: " ").dropFirst().first.map { String($0) } ?? ""
      if delay > 0 { usleep(delay * 1000) }
      let body = account.answer(target)
      let length = body.reduce(0) { $0 + $1.count }
      let head = """
        HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\n\
        X-ReadRateLimit-Limit: 10000,100000\r\nX-ReadRateLimit-Usage: 1,1\r\n\r\n
        """
      guard send([Array(head.utf8)[...]] + body, to: connection) else { break }
    }
    close(connection)
  }

  /// Sends the parts without joining them, which would take the server time.
  private static func send(_ pieces: [ArraySlice<UInt8>], to connection: Int32) -> Bool {
    for piece in pieces {
      var rest = piece
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
    }
    return true
  }
}

/// Rides in even steps until now, about 1.7 kB each, as in others' benchmarks. All are created in
/// advance, so that the cost of a page is not the client's.
private struct RideList: Sendable {
  private let count: Int
  private let end: Int
  /// Seconds between two rides: ten years in all.
  private let step: Int
  /// All rides, each followed by a comma.
  private let text: [UInt8]
  /// Where in `text` each ride begins, and where the last one ends.
  private let bounds: [Int]

  init(count: Int) {
    self.count = count
    end = time(nil) - 3600
    step = 315_000_000 / max(1, count)
    var text: [UInt8] = []
    text.reserveCapacity(count * 1800)
    var bounds = [0]
    for index in 0..<count {
      Self.write(index, at: end - (count - index) * step, to: &text)
      bounds.append(text.count)
    }
    (self.text, self.bounds) = (text, bounds)
  }

  private var first: Int { end - count * step }

  /// The parts of a body.
  func answer(_ target: String) -> [ArraySlice<UInt8>] {
    guard let query = target.split(separator: "?").dropFirst().first else {
      let text = #"{"id":1,"firstname":"A","lastname":"B","sex":"F","ftp":250,"weight":60}"#
      return [Array(text.utf8)[...]]
    }
    var values: [Substring: Int] = [:]
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=")
      if parts.count == 2 { values[parts[0]] = Int(parts[1]) }
    }
    let after = values["after"] ?? 0
    let begin = max(0, (after - first) / step + (after >= first ? 1 : 0))
    let length = values["per_page"] ?? 30
    let start = min(count, begin + ((values["page"] ?? 1) - 1) * length)
    let rides = text[bounds[start]..<bounds[min(count, start + length)]]
    return [[UInt8(ascii: "[")], rides.dropLast(), [UInt8(ascii: "]")]]
  }

  private static let rest = Array(
    (#""kudos_count":12,"map":{"id":"a1","summary_polyline":""#
      + String(repeating: "ab~cD_efGh", count: 110) + #""},"upload_id":123456789,"flagged":false},"#)
      .utf8)

  private static func write(_ index: Int, at seconds: Int, to text: inout [UInt8]) {
    let stamp = written(seconds)
    let head = """
      {"resource_state":2,"id":\(9_000_000_000 + index),"name":"Ride \(index)","sport_type":"Ride",\
      "type":"Ride","start_date":"\(stamp)","start_date_local":"\(stamp)",\
      "timezone":"(GMT+00:00) Europe/London","utc_offset":0.0,"distance":\(20_000 + index % 900).5,\
      "moving_time":\(3600 + index % 500),"elapsed_time":\(3700 + index % 500),\
      "total_elevation_gain":\(index % 700).0,"average_watts":\(150 + index % 90).4,\
      "weighted_average_watts":\(160 + index % 90),"max_watts":700,"device_watts":true,\
      "average_heartrate":\(120 + index % 30).1,"max_heartrate":180.0,"average_cadence":85.2,\
      "kilojoules":700.5,"has_heartrate":true,"trainer":false,"commute":false,"manual":false,\
      "start_latlng":[52.1,13.2],"end_latlng":[52.1,13.2],"average_speed":7.5,"max_speed":14.1,
      """
    text += Array(head.utf8)
    text += rest
  }
}

/// `2026-01-31T12:00:00Z`.
private func written(_ seconds: Int) -> String {
  var stamp = time_t(seconds)
  var parts = tm()
  gmtime_r(&stamp, &parts)
  func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return """
    \(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T\
    \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z
    """
}
