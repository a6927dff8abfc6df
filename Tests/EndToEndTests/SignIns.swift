// Signing in: as a person does, and in the cheap way of tests about something else.

import Codec
import Support
import Testing

extension Rider {
  /// Signs in without running velo-sync: writes what `connect` writes.
  func signIn(to service: Service) throws {
    let entry: [(String, String)]
    switch service {
    case .strava:
      let (tokens, account) = (strava.signIn(), strava.account)
      entry = [
        ("client_id", quoted(account.application.clientID)),
        ("client_secret", quoted(account.application.clientSecret)),
        ("access_token", quoted(tokens.access)), ("refresh_token", quoted(tokens.refresh)),
        ("expires_at", "\(tokens.expiresAt)"),
        ("scopes", list(StravaAccount.allScopes)),
        ("athlete_id", quoted("\(account.athlete.id)")), ("athlete_name", quoted(Self.name)),
      ]
    case .intervals:
      entry = [
        ("api_key", quoted(intervals.account.key)),
        ("athlete_id", quoted(intervals.account.athlete.id)),
        ("athlete_name", quoted(Self.name)),
      ]
    case .wahoo:
      let (tokens, account) = (wahoo.signIn(), wahoo.account)
      entry = [
        ("client_id", quoted(account.application.clientID)),
        ("client_secret", quoted(account.application.clientSecret)),
        ("access_token", quoted(tokens.access)), ("refresh_token", quoted(tokens.refresh)),
        ("expires_at", "\(tokens.expiresAt)"), ("scopes", list(WahooAccount.allScopes)),
        ("athlete_id", quoted("\(account.user.id)")), ("athlete_name", quoted(Self.name)),
      ]
    }
    let others = try Disk.read(credentials).map { try JSONValue(parsing: $0) }?.members.map {
      $0.filter { $0.name != service.rawValue }.map { ($0.name, $0.value.literal) }
    }
    let object = "{\(entry.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
    let members = ((others ?? []) + [(service.rawValue, object)]).map { "\"\($0)\":\($1)" }
    for folder in [home / ".local", home / ".local/state", state] where !Disk.exists(folder) {
      try Disk.makeFolder(folder, mode: 0o700)
    }
    Disk.remove(credentials)
    try Disk.write([], to: state + "/credentials.lock", mode: 0o600)
    try Disk.write(
      Array("{\(members.joined(separator: ","))}\n".utf8), to: credentials, mode: 0o600)
  }

  /// The athlete at all fakes.
  static let name = "Marianne T."

  /// A member of a service's entry in the credentials file.
  func credential(_ name: String, of service: Service) throws -> String? {
    let file = try #require(try Disk.read(credentials))
    return try JSONValue(parsing: file)[service.rawValue]?[name]?.string
  }

  // MARK: As a person

  /// `connect strava` with the client's ID, its secret on standard input.
  func connecting(_ arguments: String..., environment: [String: String] = [:]) throws -> Program {
    let application = strava.account.application
    var program = try program(
      ["connect", "strava", "--client-id", application.clientID] + arguments,
      environment: environment)
    program.input = .text(application.clientSecret + "\n")
    return program
  }
}

private func quoted(_ text: String) -> String { "\"\(text)\"" }

private func list(_ texts: [String]) -> String {
  "[\(texts.map(quoted).joined(separator: ","))]"
}

extension Events {
  /// Waits for the address of the sign-in page.
  static func signInURL(_ running: RunningProgram) throws -> String {
    func url(_ bytes: [UInt8]) -> String? {
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        if let event = try? JSONValue(parsing: Array(line.utf8)), event["type"]?.string == "sign_in"
        {
          return event["url"]?.string
        }
      }
      return nil
    }
    return try #require(url(try running.wait(for: "the sign_in event") { url($0) != nil }))
  }
}

extension RunningProgram {
  /// Waits for the address of a service's sign-in page on a terminal whose rows hold it whole.
  func shownURL(columns: Int = 400) throws -> String {
    func url(_ bytes: [UInt8]) -> String? {
      let words = screen(bytes, columns: columns).text.split { $0 == " " || $0 == "\n" }
      // What is typed may have a state as well.
      return words.last { $0.contains("client_id=") && $0.contains("state=") }.map(String.init)
    }
    return try #require(url(try wait(for: "the address") { url($0) != nil }))
  }
}
