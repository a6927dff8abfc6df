// What a transcript orders from the services: `at strava rename 9000000000 'Long ago'`.

import CLibrary
import Support
import Testing

/// Two commands for a shell: `at SERVICE ORDER…` reaches the fakes, and `xdg-open` is the person's
/// browser, who agrees to what the page asks unless `at browser will deny` or `untick SCOPE`.
final class ServiceDesk: Sendable {
  private struct State: Sendable {
    var grant: @Sendable ([String]) -> [String]? = { $0 }
    var address: String?
    var page: String?
    var asked: [Rider.Service: Int] = [:]
    var gates: [Rider.Service: Gate] = [:]
    var files: HTTPServer?
  }

  private let rider: Rider
  private let folder: TemporaryFolder
  private let orders: Int32
  private let state = Monitor(State())

  /// Where shells find these commands and velo-sync.
  func searchPath() throws -> String {
    let bin = try BuiltProgram.path(of: "velo-sync").split(separator: "/").dropLast()
    return "/\(bin.joined(separator: "/")):\(folder.path):/usr/bin:/bin"
  }

  init(_ rider: Rider) throws {
    self.rider = rider
    folder = try TemporaryFolder()
    try makePipe(folder / "orders")
    // Each order has a pipe of its own for the answer. The words are divided by U+001F.
    try folder.write(
      """
      #!/bin/sh
      answer="\(folder.path)/$$"
      mkfifo "$answer" && (IFS=$(printf '\\037'); printf '%s\\n' "$answer$IFS$*") > "\(folder / "orders")"
      cat "$answer"
      rm "$answer"

      """, to: "at", mode: 0o755)
    try folder.write("#!/bin/sh\nat browser open \"$1\"\n", to: "xdg-open", mode: 0o755)
    // Open in both directions, so that neither side waits for the other.
    orders = open(folder / "orders", O_RDWR | O_CLOEXEC)
    try #require(orders >= 0)
  }

  deinit { close(orders) }

  /// Serves the commands while a session runs.
  func serve<Result>(_ session: () throws -> Result) rethrows -> Result {
    let isOver = Monitor(false)
    startThread { [self] in
      while let words = nextOrder() {
        startThread { [self] in answer(words) }
      }
      isOver.withLock { $0 = true }
    }
    defer {
      _ = systemWrite(orders, "\n")
      state.withLock { state in state.gates.values.forEach { $0.release() } }
      isOver.waitForever { $0 ? () : nil }
    }
    return try session()
  }

  /// The words of the next order, after the pipe for its answer; nil at the end.
  private func nextOrder() -> [String]? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(orders, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
    if line.isEmpty { return nil }
    return String(decoding: line, as: UTF8.self).split(
      separator: "\u{1F}", omittingEmptySubsequences: false
    ).map(String.init)
  }

  private func answer(_ words: [String]) {
    var text: String
    do { text = try fulfil(Array(words.dropFirst())[...]) } catch { text = "\(error)\n" }
    let pipe = open(words[0], O_WRONLY | O_CLOEXEC)
    _ = systemWrite(pipe, text)
    close(pipe)
  }

  /// Does what is ordered, and returns what the command prints.
  func fulfil(_ words: ArraySlice<String>) throws -> String {
    guard let name = words.first else { return "nothing ordered\n" }
    let rest = Array(words.dropFirst())
    guard let service = Rider.Service(rawValue: name) else { return try browse(rest) }
    let server = rider.server(of: service)
    switch (rest.first ?? "", rest.dropFirst().first) {
    case ("requests", _):
      try server.settle()
      let all = server.requests
      let new = all.dropFirst(
        state.withLock { $0.asked.updateValue(all.count, forKey: service) } ?? 0)
      let paths = Dictionary(grouping: new) { "\($0.method) \($0.path)" }
      return paths.sorted { $0.key < $1.key }.map { "\($0.value.count) \($0.key)\n" }.joined()
    case ("stop", _): server.stop()
    case ("file", let id?): try offer(rest[2], of: Int64(id) ?? 0)
    case ("files", _):
      return (state.withLock { $0.files }?.requests ?? []).map { $0.path + "\n" }.joined()
    case ("hold", "later"): state.withLock { $0.gates[service] = rider.holdLaterPages() }
    case ("hold", let path?):
      state.withLock { $0.gates[service] = server.hold(path: path) }
    case ("held", _): try state.withLock { $0.gates[service] }?.waitUntilHeld()
    case ("release", _): state.withLock { $0.gates[service] }?.release()
    default: return try rider.order(rest, from: service)
    }
    return ""
  }

  /// The recording of a workout at Wahoo, on another host than its API.
  private func offer(_ name: String, of workout: Int64) throws {
    let files = try state.withLock { state in
      let files =
        try state.files
        ?? HTTPServer { request in
          guard !request.path.hasSuffix("gone.fit"),
            let bytes = try? Fixture.bytes(of: request.path)
          else { return HTTPResponse(status: 404) }
          return HTTPResponse(body: bytes)
        }
      state.files = files
      return files
    }
    let file = name == "null" ? name : "{\"url\":\"\(files.address)/\(name)\"}"
    rider.wahoo.edit { $0.workouts.change(workout) { $0.summaryOverrides["file"] = file } }
  }

  private func browse(_ words: [String]) throws -> String {
    switch words.first {
    case "will":
      let (decision, unticked) = (words[1], words[words.count - 1])
      state.withLock {
        $0.grant = { decision == "deny" ? nil : $0.filter { $0 != unticked } }
      }
    case "open":
      let grant = state.withLock { $0.grant }
      let isStrava = words[1].contains(":\(rider.strava.server.port)/")
      let address =
        isStrava
        ? try rider.strava.approve(words[1], grant) : try rider.wahoo.approve(words[1])
      // Otherwise nothing listens there, and the person copies it.
      if WebAddress(address)?.host == "127.0.0.1", WebAddress(address)?.port != nil {
        let page = try Browser.get(address).body
        state.withLock { $0.page = page }
      } else {
        state.withLock { $0.address = address }
      }
    case "address":
      // Whoever pastes it waits for the browser.
      return try state.wait(for: "an opened page") { state in
        defer { state.address = nil }
        return state.address.map { $0 + "\n" }
      }
    default:
      let page = try state.wait(for: "a page") { state in
        defer { state.page = nil }
        return state.page
      }
      let text = page.replacing(/(?s)<(style|head)>.*?<\/\1>|<[^>]*>/, with: " ")
      return text.split { $0.isWhitespace }.joined(separator: " ") + "\n"
    }
    return ""
  }
}

private func systemWrite(_ descriptor: Int32, _ text: String) -> Int {
  text.withCString { write(descriptor, $0, text.utf8.count) }
}

extension Rider {
  /// Changes a service's data, or its next answers; returns what was asked for.
  @discardableResult
  func order(_ words: [String], from service: Service) throws -> String {
    let values = Array(words.dropFirst())
    switch (words.first, service) {
    case ("behave", _):
      strava.behave()
      intervals.behave()
      wahoo.behave()
    case ("answer", _):
      let answer = Self.answer(values[1])
      // Also to whoever asks again.
      let times = values.count > 2 ? try #require(Int(values[2])) : 100
      switch service {
      case .strava: strava.answer(values[0], with: answer, times: times)
      case .intervals: intervals.answer(values[0], with: answer, times: times)
      case .wahoo: wahoo.answer(values[0], with: answer, times: times)
      }
    case ("expire", .strava): strava.edit { $0.grants.expireAccessTokens() }
    case ("revoke", .strava): strava.edit { $0.grants.revokeAll() }
    case ("revoke", .intervals): intervals.edit { $0.key = "renewed" }
    case ("revoke", .wahoo): wahoo.edit { $0.grants.revokeAll() }
    case ("key", .strava): return strava.account.application.clientSecret + "\n"
    case ("key", .intervals): return intervals.account.key + "\n"
    case ("key", .wahoo): return wahoo.account.application.clientSecret + "\n"
    case ("sign-in", .strava): return strava.signIn(lasting: 60).refresh + "\n"
    case ("sign-in", .wahoo): return wahoo.signIn().refresh + "\n"
    case ("secret", .strava): strava.edit { $0.application.clientSecret = values[0] }
    case ("redirect", .wahoo): wahoo.edit { $0.application.redirect = values[0] }
    case ("limit", .strava):
      strava.edit { account in
        account.limits = StravaAccount.usualLimits
        account.limits[900].limit = Int(values[0]) ?? 0
      }
    case ("limit", .wahoo):
      wahoo.edit { account in
        account.limits = WahooAccount.usualLimits
        account.limits[300].limit = Int(values[0]) ?? 0
      }
    case ("athlete", .strava):
      strava.edit { ($0.athlete.id, $0.athlete.firstName) = (Int64(values[0]) ?? 0, values[1]) }
    case ("athlete", .intervals):
      intervals.edit { ($0.athlete.id, $0.athlete.name, $0.key) = (values[0], values[1], "other") }
    case ("athlete", .wahoo):
      wahoo.edit { ($0.user.id, $0.user.first) = (Int64(values[0]) ?? 0, values[1]) }
    default: return try orderRides(words, from: service)
    }
    return ""
  }

  /// Adds, changes or deletes activities: by their ids or, as they are many, by their places.
  private func orderRides(_ words: [String], from service: Service) throws -> String {
    let values = Array(words.dropFirst())
    let id = Int64(values.first ?? "") ?? 0
    switch (words.first, service) {
    case ("add", _):
      let start = Fixture.moment(values[1])
      var ride = Ride(id: id, name: values.count > 2 ? values[2] : "Another", start: start)
      if values.count > 3, let seconds = Int(values[3]) {
        (ride.movingTime, ride.elapsedTime) = (seconds, seconds)
      }
      (ride.deviceWatts, ride.averageWatts, ride.averageHeartRate) = (true, 175, 130)
      ride.weightedWatts = 180
      strava.edit { if service == .strava { $0.rides.add([ride]) } }
      intervals.edit { if service == .intervals { $0.activities.append(IntervalsActivity(ride)) } }
      wahoo.edit { if service == .wahoo { $0.workouts.append(WahooWorkout(ride)) } }
    case ("trim", .strava):
      strava.edit { account in
        account.rides.edit(id) { ride in
          ride.movingTime = Int(values[1]) ?? 0
          ride.elapsedTime = values.count > 2 ? Int(values[2]) ?? 0 : ride.movingTime
        }
      }
    case ("rename", .strava): strava.edit { $0.rides.edit(id) { $0.name = values[1] } }
    case ("rename", .intervals):
      intervals.edit { account in
        account.activities.change(values[0]) {
          ($0.name, $0.synced) = (values[1], "2026-03-20T08:00:00.000+00:00")
        }
      }
    case ("rename", .wahoo): wahoo.edit { $0.workouts.change(id) { $0.name = values[1] } }
    case ("delete", .strava):
      strava.edit { account in
        let all = account.rides.all.map(\.id)
        let gone = values[0] == "first" ? Array(all.prefix(Int(values[1]) ?? 0)) : [id]
        for id in gone { account.rides.delete(id) }
      }
    case ("delete", .intervals): intervals.edit { $0.activities.removeAll { $0.id == values[0] } }
    case ("delete", .wahoo): wahoo.edit { $0.workouts.removeAll { $0.id == id } }
    case ("plan", .wahoo):
      wahoo.edit { $0.workouts.append(.plan(id, start: Fixture.moment(values[1]))) }
    case ("ride-plan", .wahoo): wahoo.edit { $0.workouts.change(id) { $0.isPlan = false } }
    case ("stub", .intervals):
      intervals.edit { $0.activities.append(.stub(id, start: Fixture.moment(values[1]))) }
    case ("night", .intervals):
      intervals.edit { account in
        for index in account.days.indices where account.days[index].date == values[0] {
          account.days[index].values = values.count > 1 ? ["restingHR": values[1]] : ["ctl": "41.5"]
        }
      }
    case ("spoil", .intervals):
      intervals.edit { $0.activities.change(values[0]) { $0.overrides["start_date"] = "\"soon\"" } }
    case ("streams", .strava): strava.edit { $0.streams[id] = values[1] }
    case ("streams", .intervals): intervals.edit { $0.streams[values[0]] = values[1] }
    default: return "unknown: \(words.joined(separator: " "))\n"
    }
    return ""
  }

  /// An answer by its name, or `STATUS BODY`.
  private static func answer(_ name: String) -> HTTPResponse {
    switch name {
    case "login page": return .loginPage
    case "reset": return .raw(then: .reset)
    case "silence": return .raw(then: .silence)
    case "password":
      return .html("no", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
    case "strava limit": return StravaAccount().usedUp(86_400)
    case "intervals limit": return .intervalsLimit()
    case "retry in 1 s": return .intervalsLimit(retryAfter: "1")
    case "retry in an hour": return .intervalsLimit(retryAfter: "3600")
    case "no activities": return .stravaMissing("activity:read")
    case "forbidden": return .intervalsForbidden
    case "bad key": return .intervalsBadKey
    case "bad token": return .wahooBadToken
    case "unapproved": return .wahooUnapproved
    default:
      let parts = name.split(separator: " ", maxSplits: 1)
      guard let status = Int(parts[0]) else { return .json(name) }
      return .json(parts.count > 1 ? String(parts[1]) : "{}", status: status)
    }
  }
}
