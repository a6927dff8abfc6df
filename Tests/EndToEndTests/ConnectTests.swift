// Signing in and out at a terminal.

import Codec
import Support
import Testing

@Suite(.blocking) struct ConnectTests {
  private static let services = Rider.Service.allCases

  // MARK: Questions

  /// Questions, their answers and the page that a person opens; no secret is shown.
  @Test(arguments: services)
  func aPersonIsAskedAndNoSecretIsShown(_ service: Rider.Service) throws {
    let rider = try Rider.with(3)
    let running = try rider.onTerminal("connect", service.rawValue, columns: 400).start()
    let secret = try answer(running, service, rider, isNew: true)
    let result = try running.finish()
    expect(!result.sent.contains(secret))
    try expectEqual(rider.events("sources").state(of: service.rawValue), "connected")
    try expectEqual(rider.events().brief, "exit 0: 3 new")
  }

  /// The error panel starts the same sign-in; what is known is not asked again.
  @Test(arguments: Tier.cases(services, quick: 2))
  func thePanelStartsANewSignIn(_ service: Rider.Service) throws {
    let rider = try Rider.with(3, connectedTo: service)
    try rider.order(["revoke"], from: service)
    let running = try rider.onTerminal(columns: 400).start()
    try running.wait(for: Marks.panel)
    running.write("r")
    _ = try answer(running, service, rider, isNew: false)
    try running.finish()
    try expectEqual(rider.storedIDs(service).count, 3)
  }

  /// Answers as a person does; returns the secret that was typed.
  private func answer(
    _ running: RunningProgram, _ service: Rider.Service, _ rider: Rider, isNew: Bool
  ) throws -> String {
    let terminal = try #require(running.terminal)
    func type(_ text: String, at question: String) throws {
      try running.wait(for: question)
      if [Marks.secret, Marks.key].contains(question) {
        expect(!terminal.modes.echoes, "\(question)")
      }
      running.write(text + "\n")
    }
    switch service {
    case .strava:
      let application = rider.strava.edit { $0.application }
      if isNew {
        try type(application.clientID, at: Marks.clientID)
        try type(application.clientSecret, at: Marks.secret)
      }
      _ = try Browser.get(rider.strava.approve(running.shownURL()))
      return application.clientSecret
    case .intervals:
      try type(rider.intervals.key, at: Marks.key)
      return rider.intervals.key
    case .wahoo:
      let application = rider.wahoo.edit { $0.application }
      if isNew {
        try type(application.clientID, at: Marks.clientID)
        try type(application.clientSecret, at: Marks.secret)
      }
      try type(rider.wahoo.approve(running.shownURL()), at: Marks.paste)
      return application.clientSecret
    }
  }

  /// A spinner must not appear before the question.
  @Test func aQuestionHasALineOfItsOwn() throws {
    let rider = try Rider.connected()
    let running = try rider.onTerminal("connect", "strava", "--paste", columns: 200).start()
    let seen = try running.wait(for: "the whole question") {
      screen($0, columns: 200).visibleLines.last?.hasSuffix(":") == true
    }
    let lines = screen(seen, columns: 200).visibleLines
    expect(lines.contains { $0.hasPrefix(Marks.paste) }, "\(lines)")
    running.write("\u{3}")
    try running.finish(.signalled(2))
  }

  @Test func questionsAreWrappedToTheWindow() throws {
    let rider = try Rider()
    let running = try rider.onTerminal("connect", "intervals", columns: 40).start()
    let seen = try running.wait(for: Marks.key)
    let lines = String(decoding: seen, as: UTF8.self).split(separator: "\r\n")
    expect(lines.count > 4 && lines.allSatisfy { $0.count < 40 }, "\(lines)")
    running.write(rider.intervals.key + "\n")
    try running.finish()
  }

  /// What was typed before is kept, and the page stays open.
  @Test func aSlipIsAskedAgain() throws {
    let rider = try Rider.with(3)
    let application = rider.strava.edit { $0.application }
    let running = try rider.onTerminal("connect", "strava", "--paste", columns: 400).start()
    func type(_ text: String, at question: String, asked times: Int = 1) throws {
      try running.wait(for: "\(question) \(times) times") {
        String(decoding: $0, as: UTF8.self).ranges(of: question).count == times
      }
      running.write(text + "\n")
    }
    try type(application.clientSecret, at: Marks.clientID)
    try type("", at: Marks.clientID, asked: 2)
    try type(" \(application.clientID) ", at: Marks.clientID, asked: 3)
    try type(application.clientSecret, at: Marks.secret)
    try type("https://www.strava.com/dashboard", at: Marks.paste)
    try type("", at: Marks.paste, asked: 2)
    try type("http://127.0.0.1/velo-sync?state=other&code=x", at: Marks.paste, asked: 3)
    expectEqual(rider.strava.server.requests.count, 0)
    try type(rider.strava.approve(running.shownURL()), at: Marks.paste, asked: 4)
    try running.finish()
    try expectEqual(rider.events().brief, "exit 0: 3 new")
  }

  /// A client secret that was renewed on the website: the panel asks for it.
  @Test func aRenewedClientSecretIsAccepted() throws {
    let renewed = "feedfacefeedfacefeedfacefeedfacefeedface"
    let rider = try Rider.with(3, connectedTo: .strava)
    rider.strava.edit { account in
      account.application.clientSecret = renewed
      account.expireAccessTokens()
    }
    let running = try rider.onTerminal(columns: 400).start()
    try running.wait(for: Marks.panel)
    running.write("r")
    try running.wait(for: Marks.secret)
    running.write(renewed + "\n")
    _ = try Browser.get(rider.strava.approve(running.shownURL()))
    let result = try running.finish()
    expect(!result.sent.contains(renewed))
    try expectEqual(rider.storedIDs().count, 3)
  }

  @Test func purgingAsksForTheName() throws {
    let rider = try Rider.synced(rides: RideBuilder.history(5))
    let before = try Disk.snapshot(of: rider.store)
    for word in ["Strava", "yes", "", nil] {
      let running = try rider.onTerminal("disconnect", "strava", "--purge").start()
      try running.wait(for: Marks.confirm)
      if let word { running.write(word + "\n") } else { running.closeInput() }
      try running.finish(.exited(1))
    }
    try expectEqual(Disk.snapshot(of: rider.store), before)
    expectEqual(rider.strava.server.requests(of: "/oauth/revoke").count, 0)
    let running = try rider.onTerminal("disconnect", "strava", "--purge").start()
    let asked = String(decoding: try running.wait(for: Marks.confirm), as: UTF8.self)
    // What is at stake, and what is not.
    for words in [
      "deletes 5 Strava activities from this computer", "Nothing is deleted at Strava.",
    ] {
      expect(
        asked.split { " \r\n".contains($0) }.joined(separator: " ").contains(words), "\(asked)")
    }
    running.write("strava\n")
    try running.finish()
    expectEqual(rider.strava.server.requests(of: "/oauth/revoke").count, 1)
    expect(!Disk.exists(rider.store + "/activities/strava"))
  }
}
