// Signing in to each service.

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
    revoke(service, rider)
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

  // MARK: Wrong arguments

  // MARK: The sign-in itself

  @Test(arguments: [StravaConsent.deny, .untick(["activity:read_all"])])
  func withoutPermissionNothingIsStored(_ consent: StravaConsent) throws {
    let rider = try Rider()
    try expectEqual(rider.connect(consent).brief, "exit 77 (permission)")
    expect(!Disk.exists(rider.credentials))
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

  /// The browser is told what the terminal says, once the code was exchanged.
  @Test(arguments: [StravaConsent.approve, .deny, .untick(["activity:read_all"])])
  func theBrowserShowsTheEnd(_ consent: StravaConsent) throws {
    for hasRightSecret in [true, false] {
      let rider = try Rider()
      let program = try rider.connecting("--json")
      if !hasRightSecret { rider.strava.edit { $0.application.clientSecret = "renewed" } }
      let running = try program.start()
      let page = try Browser.get(rider.strava.approve(Events.signInURL(running), consent))
      let events = try Events(running.wait())
      expectEqual(page.status, 200)
      let message = events.of("error").first?["message"]?.string
      expectEqual(message == nil, events.brief == "exit 0", "\(events.brief)")
      expect(page.body.contains(message ?? "Connected to Strava"), "\(page.body)")
    }
  }

  /// First the address, then how long it waits.
  @Test func theWaitIsSaidAfterTheAddress() throws {
    let rider = try Rider()
    let running = try rider.connecting("--plain").start()
    let seen = try running.wait(for: "the wait") {
      String(decoding: $0, as: UTF8.self).ranges(of: "until").count == 1
    }
    let lines = String(decoding: seen, as: UTF8.self).split(separator: "\n")
    let address = try #require(lines.firstIndex { $0.contains("state=") })
    expect(address < lines.endIndex - 1 && lines[address + 1].contains("until"), "\(lines)")
    running.signal(2)
    _ = try running.wait()
  }

  @Test func theAddressMayBePasted() throws {
    let rider = try Rider()
    var program = try rider.connecting("--paste", "--json")
    program.input = .pipe
    let running = try program.start()
    running.write(rider.strava.edit { $0.application.clientSecret } + "\n")
    running.write(try rider.strava.approve(Events.signInURL(running)) + "\n")
    try running.finish()
    // Wahoo's may be the code alone.
    let events = try rider.connectWahoo(paste: { address in
      let query = address.split(separator: "?").last ?? ""
      return NamedValues(form: query)["code"] ?? ""
    })
    expectEqual(events.brief, "exit 0")
    try expectEqual(rider.events().brief, "exit 0")
  }

  @Test(arguments: [
    "http://127.0.0.1/velo-sync?state=other&code=abc", "https://www.strava.com/dashboard",
  ])
  func anUnrelatedAddressIsRefused(_ address: String) throws {
    let rider = try Rider()
    var program = try rider.connecting("--paste", "--json")
    program.input = .text("\(rider.strava.edit { $0.application.clientSecret })\n\(address)\n")
    try expectEqual(Events(program.run()).brief, "exit 77 (auth)")
    expectEqual(rider.strava.server.requests.count, 0)
  }

  @Test func anotherRedirectMayBeRegisteredAtWahoo() throws {
    let rider = try Rider()
    let address = "https://example.com/cb"
    rider.wahoo.edit { $0.application.redirect = address }
    try expectEqual(rider.connectWahoo("--redirect-uri", address).brief, "exit 0")
  }

  @Test func theAthleteOfIntervalsMayBeNamed() throws {
    let rider = try Rider()
    try expectEqual(rider.connectIntervals("--athlete", "i9").brief, "exit 77 (permission)")
    try expectEqual(
      rider.connectIntervals("--athlete", "i134815", key: "  \(rider.intervals.key)\r\n").brief,
      "exit 0")
    let last = try #require(rider.intervals.server.requests.last)
    expectEqual(
      [last.path, last.basicCredentials?.user, last.basicCredentials?.password],
      ["/api/v1/athlete/i134815", "API_KEY", rider.intervals.key])
  }

  /// The command to repeat is that of the sign-in.
  @Test func aFailureSuggestsConnect() throws {
    let rider = try Rider()
    var program = try rider.connecting("--paste", "--json")
    program.input = .text(
      "\(rider.strava.edit { $0.application.clientSecret })\n0123456789abcdef\n")
    rider.strava.answer("/oauth/token", with: .reset)
    let events = try Events(program.run())
    expectEqual(events.brief, "exit 68 (network)")
    expectEqual(
      events.of("error").first?["hint"]?.string?.contains("velo-sync connect strava"), true)
    expect(!Disk.exists(rider.credentials))
  }

  /// Nobody sees the browser of a machine at the other end of SSH.
  @Test func withoutABrowserTheOtherWayToSignInIsNamed() throws {
    let events = try Rider().connect(
      environment: ["SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"])
    let notice = try #require(events.of("notice").first)
    expectEqual(notice["code"]?.string, "remote_sign_in")
    let message = notice["message"]?.string ?? ""
    #expect(message.contains(": velo-sync connect strava ") && message.hasSuffix(" --paste"))
    // After the address.
    let types = events.all.map { $0["type"]?.string }
    let places = ["sign_in", "notice"].map { types.firstIndex(of: $0) ?? .max }
    expect(places[0] < places[1], "\(types)")
  }

  // MARK: Later

  /// A client secret that was renewed on the website; on a terminal the panel asks for it.
  @Test func aRenewedClientSecretIsAccepted() throws {
    let renewed = "feedfacefeedfacefeedfacefeedfacefeedface"
    let rider = try Rider.with(3, connectedTo: .strava)
    let id = rider.strava.edit { account in
      account.application.clientSecret = renewed
      account.expireAccessTokens()
      return account.application.clientID
    }
    let refused = try rider.events()
    expectEqual(refused.brief, "exit 77 (auth)")
    let hint = try #require(refused.of("error").first?["hint"]?.string)
    expect(hint.contains("velo-sync connect strava --client-id \(id)"), "\(hint)")
    let running = try rider.onTerminal(columns: 400).start()
    try running.wait(for: Marks.panel)
    running.write("r")
    try running.wait(for: Marks.secret)
    running.write(renewed + "\n")
    _ = try Browser.get(rider.strava.approve(running.shownURL()))
    let result = try running.finish()
    expect(!result.sent.contains(renewed))
    try expectEqual(rider.storedIDs().count, 3)
    // A known ID without a new secret keeps the one that is stored.
    var program = try rider.connecting("--json")
    program.input = .null
    let again = try program.start()
    _ = try Browser.get(rider.strava.approve(Events.signInURL(again)))
    try again.finish()
  }

  /// The access that a service ends asks for a new sign-in, and costs nothing.
  @Test(arguments: services)
  func endedAccessAsksToSignInAgain(_ service: Rider.Service) throws {
    let rider = try Rider.with(3, connectedTo: service)
    try rider.sync()
    let before = try Disk.snapshot(of: rider.store)
    revoke(service, rider)
    let events = try rider.events()
    expectEqual(events.brief, "exit 77 (auth)")
    expectEqual(
      events.of("error").first?["hint"]?.string?.hasSuffix("velo-sync connect \(service)"), true)
    try expectEqual(rider.events("sources").state(of: service.rawValue), "expired")
    try expectEqual(Disk.snapshot(of: rider.store), before)
    try rider.signIn(to: service)
    try expectEqual(rider.events().brief, "exit 0")
  }

  private func revoke(_ service: Rider.Service, _ rider: Rider) {
    switch service {
    case .strava: rider.strava.edit { $0.revokeAccess() }
    case .intervals: rider.intervals.edit { $0.key = "renewed" }
    case .wahoo: rider.wahoo.edit { $0.revokeAccess() }
    }
  }

  /// Both athletes are named; by their ids if their names do not tell them apart.
  @Test(arguments: services)
  func anotherAthletesSignInDoesNotReplaceTheFirst(_ service: Rider.Service) throws {
    let rider = try Rider.with(3, connectedTo: service)
    try rider.sync()
    let before = try Disk.read(rider.credentials)
    let events: Events
    var names = [Rider.name, "Jens"]
    switch service {
    case .strava:
      let id = rider.strava.edit { account in
        account.athlete.id += 1
        return account.athlete.id
      }
      names = ["(\(id - 1))", "(\(id))"]
      events = try rider.connect()
    case .intervals:
      rider.intervals.edit { ($0.athlete.id, $0.athlete.name, $0.key) = ("i7", "Jens", "other") }
      events = try Events(rider.connectIntervals("--json"))
    case .wahoo:
      rider.wahoo.edit { ($0.user.id, $0.user.first) = (7, "Jens") }
      events = try rider.connectWahoo()
    }
    expectEqual(events.brief, "exit 78 (config)")
    let message = events.of("error").first?["message"]?.string ?? ""
    expectEqual(names.filter { !message.contains($0) }, [], "\(message)")
    try expectEqual(Disk.read(rider.credentials), before)
  }

  /// A file of the service manager is used until the store has a newer sign-in.
  @Test(arguments: services)
  func aServiceManagerMaySupplyTheSignIn(_ service: Rider.Service) throws {
    let rider = try Rider.with(3)
    let folder = try TemporaryFolder()
    func file(_ id: String, _ secret: String, _ refresh: String) -> String {
      #"{"client_id":"\#(id)","client_secret":"\#(secret)","refresh_token":"\#(refresh)"}"#
    }
    let text: String
    switch service {
    case .strava:
      let application = rider.strava.edit { $0.application }
      text = file(
        application.clientID, application.clientSecret, rider.strava.signIn(lasting: 60).refresh)
    case .intervals: text = rider.intervals.key + "\n"
    case .wahoo:
      let application = rider.wahoo.edit { $0.application }
      let tokens = try #require(rider.wahoo.signIn())
      text = file(application.clientID, application.clientSecret, tokens.refresh)
    }
    try folder.write(text, to: service.rawValue, mode: 0o400)
    let environment = ["CREDENTIALS_DIRECTORY": folder.path]
    try expectEqual(rider.events(environment: environment).brief, "exit 0: 3 new")
    try expectEqual(rider.events(environment: environment).brief, "exit 0")
    expectEqual(Disk.mode(of: rider.credentials), service == .intervals ? nil : 0o600)
    let refreshes = rider.server(of: service).requests(of: "/oauth/token").count
    expectEqual(refreshes, service == .intervals ? 0 : 1)
    // Only the service manager's administrator can remove the file.
    let gone = try rider.events("disconnect", service.rawValue, environment: environment)
    expectEqual(gone.result.status, .exited(0))
    expectEqual(gone.warnings, ["still_supplied"])
  }
}
