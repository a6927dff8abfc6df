// A network of scripted answers, with a clock, a disk and random numbers that tests set.

import Network
import Support
import Synchronization
import Model

typealias Answer = Result<Reply, TransportFailure>

extension Answer {
  static func status(
    _ status: Int, _ body: String = "{}", headers: [(name: String, value: String)] = []
  ) -> Answer {
    .success(Reply(status: status, headers: headers, body: Array(body.utf8)))
  }
}

/// Answers requests from a list, whose last answer repeats.
final class ScriptedTransport: Transport {
  private let state: Mutex<(answers: [Answer], requests: [Request])>
  private let onSend: @Sendable () -> Void

  init(_ answers: [Answer], onSend: @escaping @Sendable () -> Void = {}) {
    state = Mutex((answers, []))
    self.onSend = onSend
  }

  var requests: [Request] { state.withLock(\.requests) }

  func send(_ request: Request) async throws(TransportFailure) -> Reply {
    onSend()
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
    }
    return try answer.get()
  }
}

/// Always the same fraction.
struct FixedRandom: Random {
  var value = 0.5

  func next() -> UInt64 { UInt64(value * 0x1p53) << 11 }
}

/// One source, whose clock leaps over every wait.
struct NetworkRig {
  static let path = "/state/credentials.json"

  let transport: ScriptedTransport
  let disk: MemoryFiles
  let time: ManualTime
  let events = EventLog()
  var random = FixedRandom()
  var patience = Duration.zero
  var deadline: Moment?
  var explain: Connection.Explain = { $0.status == 402 ? .tooManyAthletes : nil }

  init(
    _ answers: [Answer] = [.status(200)], disk: MemoryFiles = MemoryFiles(),
    time: ManualTime = ManualTime(.leap), onSend: @escaping @Sendable () -> Void = {}
  ) {
    transport = ScriptedTransport(answers, onSend: onSend)
    self.disk = disk
    self.time = time
  }

  var connection: Connection {
    Connection(
      source: .strava, transport: transport, events: events, time: time, random: random,
      patience: patience, deadline: deadline, explain: explain)
  }

  var store: CredentialStore {
    CredentialStore(files: disk, folder: "/state", suppliedFolder: "/supplied", time: time)
  }

  func client(
    _ authorizer: (any Authorizing)? = nil, limits: any RateLimits = RetryAfterLimits(),
    pace: RequestPace? = nil
  ) -> HTTPClient {
    HTTPClient(
      base: "https://service.example/api", connection: connection, authorizer: authorizer,
      limits: limits, pace: pace)
  }
}

extension HTTPClient {
  /// The failure of a request; nil for success.
  func failure(of path: String = "/x") async -> SyncFailure? {
    await NetworkTests.failure { () async throws(SyncFailure) in _ = try await get(path) }
  }
}

extension CredentialStore {
  /// The failure to load a sign-in or, of Intervals, a key; nil for success.
  func failure(of source: Source) async -> SyncFailure? {
    await NetworkTests.failure { () async throws(SyncFailure) in
      if source == .intervals { _ = try loadKey(source) } else { _ = try load(source) }
    }
  }
}

/// The failure of `body`; nil for success.
func failure(of body: () async throws(SyncFailure) -> Void) async -> SyncFailure? {
  do {
    try await body()
    return nil
  } catch {
    return error
  }
}

extension TransportLimits {
  /// Limits in real time that only a failing test reaches, on a busy machine as well.
  static let patient = {
    var limits = TransportLimits()
    (limits.connect, limits.idle, limits.total) = (.seconds(3600), .seconds(3600), .seconds(3600))
    return limits
  }()
}
