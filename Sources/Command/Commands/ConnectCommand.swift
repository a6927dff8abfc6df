// `velo-sync connect SOURCE`: signs in to a service.

import Flags
import Model
import Network
import Platform
import Reporting
import Services
import Storage

extension Session {
  /// Signs in and stores the credentials.
  func connect(_ source: Source, _ loop: inout Loop) -> ExitStatus {
    loop.post(start(sources: [source], sample: false, store: folders.store))
    return loop.finish(signIn(to: source, options, &loop))
  }

  /// Signs in again during a run, as `connect` would; nil when it was abandoned.
  ///
  /// - Parameter failures: the failures of the run.
  func signIn(to source: Source, after failures: [SyncFailure], _ loop: inout Loop) -> RunSummary? {
    var options = connectOptions(source)
    for case .signInRefused(source, .clientSecret(let id)) in failures {
      options.clientID = id.description
    }
    return signIn(to: source, options, &loop)
  }

  private func signIn(to source: Source, _ options: Options, _ loop: inout Loop) -> RunSummary? {
    do throws(SyncFailure) {
      switch try account(at: source, loop)?.way {
      case .browser(let signIn): return try self.signIn(to: source, signIn, options, &loop)
      case .key(let attempt): return try self.signIn(to: source, attempt, options, &loop)
      case nil: throw .usage(.cannotConnect(source))
      }
    } catch {
      return loop.report(error)
    }
  }

  /// Signs in with a browser. The browser is redirected to this machine, or the person pastes the
  /// address it ended at.
  private func signIn(
    to source: Source, _ signIn: OAuthSignIn, _ options: Options, _ loop: inout Loop
  ) throws(SyncFailure) -> RunSummary? {
    let redirect = signIn.redirect.map { options.redirectURI ?? $0 }
    let client = try client(of: source, redirect: redirect, options, &loop)
    guard options.paste || redirect != nil else {
      let attempt = try signIn.listen(clientID: client.id, port: options.port ?? 0)
      if !open(attempt, options) { loop.post(.notice(.remoteSignIn(source))) }
      return finish(source, &loop) { () async throws(SyncFailure) -> NewConnection in
        .oauth(try await attempt.finish(clientSecret: client.secret, in: credentials))
      }
    }
    let attempt = signIn.paste(
      clientID: client.id, port: options.port ?? 0, redirect: redirect)
    // With `--paste` the browser runs elsewhere.
    if !options.paste { _ = open(attempt, options) }
    let address = try answer(.redirect, &loop)
    return finish(source, &loop) { () async throws(SyncFailure) -> NewConnection in
      .oauth(
        try await attempt.finish(clientSecret: client.secret, pasted: address, in: credentials))
    }
  }

  /// Opens the sign-in page; false if no browser on this machine shows it.
  private func open(_ attempt: SignInAttempt, _ options: Options) -> Bool {
    options.browser && Browser.open(attempt.url, world.environment)
  }

  /// Signs in with a key.
  private func signIn(
    to source: Source,
    _ attempt: @escaping @Sendable (Secret, String?) async throws(SyncFailure) -> KeyCredentials,
    _ options: Options, _ loop: inout Loop
  ) throws(SyncFailure) -> RunSummary? {
    if isInteractive { loop.say(signInHelp(source)) }
    let key = Secret(try answer(.apiKey, &loop))
    return finish(source, &loop) { () async throws(SyncFailure) -> NewConnection in
      .key(try await attempt(key, options.athlete))
    }
  }

  /// Waits for the sign-in, stores the credentials and reports the result.
  private func finish(
    _ source: Source, _ loop: inout Loop,
    signIn: @escaping @Sendable () async throws(SyncFailure) -> NewConnection
  ) -> RunSummary? {
    let (credentialStore, store, events) = (credentials, store(readOnly: true), loop.events)
    return loop.work {
      do throws(SyncFailure) {
        // First, so that a damaged store is found before the sign-in is used up.
        let owner = try await store.owner(of: source)
        let connection = try await signIn()
        try check(connection, against: owner, source)
        switch connection {
        case .oauth(let signIn): try signIn.save()
        case .key(let credentials): try await credentialStore.save(credentials, for: source)
        }
        events.post(
          .source(SourceReport(source: source, state: .connected, athlete: connection.athlete)))
        return RunSummary.ok
      } catch {
        if error != .interrupted { events.post(.failure(error)) }
        return RunSummary(error)
      }
    }
  }

  /// A store belongs to one athlete: another athlete's tokens must not replace the first one's.
  private func check(
    _ connection: NewConnection, against owner: Athlete?, _ source: Source
  ) throws(SyncFailure) {
    guard let owner, let other = connection.owner, other.id != owner.id else { return }
    throw .config(
      .otherAthlete(
        source, stored: owner.label, signedIn: other.label))
  }

  /// The client ID and secret of the person's own API application: given, remembered or asked for.
  /// With a known ID on the command line, a new secret can be entered.
  ///
  /// - Parameter redirect: the redirect address to register, unless it is on this machine.
  private func client(
    of source: Source, redirect: String?, _ options: Options, _ loop: inout Loop
  ) throws(SyncFailure) -> (id: String, secret: Secret) {
    if let known = try credentials.load(source) {
      if options.clientID == nil { return (known.clientID, known.clientSecret) }
      if options.clientID == known.clientID {
        return (known.clientID, newSecret(&loop) ?? known.clientSecret)
      }
    }
    if isInteractive {
      loop.say(signInHelp(source, redirect: redirect))
    }
    let id: String
    if let given = options.clientID {
      id = given
    } else if isInteractive {
      id = try answer(.clientID, &loop)
    } else {
      // Standard input supplies the secret, so the ID must be an argument.
      throw .usage(.nothingToRead(what: Question.clientID.what))
    }
    return (id, Secret(try answer(.clientSecret, &loop)))
  }

  private func signInHelp(_ source: Source, redirect: String? = nil) -> [DisplayText] {
    services.first { $0.source == source }?.signInHelp(redirect: redirect)
      .map { DisplayText($0) } ?? []
  }

  /// A new secret of the application; nil when none is given.
  private func newSecret(_ loop: inout Loop) -> Secret? {
    guard isInteractive || !isInputTerminal else { return nil }
    let question = Question.newClientSecret
    return loop.ask(question.prompt, echo: question.echo).flatMap { $0.isEmpty ? nil : Secret($0) }
  }

  /// A line from the person, or from standard input when that is a pipe or a file.
  ///
  /// - Throws: `usage` when there is none.
  func answer(_ question: Question, _ loop: inout Loop) throws(SyncFailure) -> String {
    let mayRead = isInteractive || !isInputTerminal
    guard mayRead, let line = loop.ask(question.prompt, echo: question.echo), !line.isEmpty else {
      throw .usage(.nothingToRead(what: question.what))
    }
    return line
  }
}

/// The result of a sign-in, not stored yet.
private enum NewConnection: Sendable {
  case oauth(NewSignIn)
  case key(KeyCredentials)

  /// The owner of the account; nil when the service did not report it.
  var owner: Athlete? {
    switch self {
    case .oauth(let signIn):
      signIn.credentials.athleteID.map { Athlete(id: $0, name: signIn.credentials.athleteName) }
    case .key(let credentials):
      credentials.athleteID.map { Athlete(id: $0, name: credentials.athleteName) }
    }
  }

  /// The name to display.
  var athlete: DisplayText? {
    switch self {
    case .oauth(let signIn): signIn.credentials.athleteName ?? owner.map { DisplayText($0.id) }
    case .key(let credentials): credentials.athleteName ?? owner.map { DisplayText($0.id) }
    }
  }
}

/// The person's browser.
enum Browser {
  /// Asks the desktop to open a page. Does not wait for it, and discards its output. False without a
  /// desktop, and over SSH, where the desktop may be far from the person.
  static func open(_ url: String, _ environment: [String: String]) -> Bool {
    #if canImport(Darwin)
      let opener = "/usr/bin/open"
    #else
      let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
      guard hasDesktop else { return false }
      let opener = "xdg-open"
    #endif
    var spawn = ProcessLauncher()
    spawn.isSilent = true
    // In a session of its own, with default signals: Ctrl-C is not for the browser.
    spawn.startsSession = true
    spawn.standardSignals = [
      SignalNumber.brokenPipe, SignalNumber.fileSizeLimit, SignalNumber.terminalOutput,
    ]
    // The address is printed, too: whoever has no browser here opens it elsewhere.
    guard let path = try? CommandPath.find(opener, environment),
      (try? spawn.start(path, [opener, url], environment)) != nil
    else { return false }
    return environment["SSH_CONNECTION"]?.isEmpty ?? true
  }
}
