// The dialog that signs in to a service: with a browser, or with a key.

import Flags
import Model
import Network
import Platform
import Reporting
import Services
import Storage

/// A sign-in to one service.
struct SignInDialog {
  private let session: Session
  private let source: Source
  private let options: Options
  /// Whether the sign-in replaces the one that a run has used.
  private let renews: Bool

  /// A sign-in of its own.
  init(_ session: Session, _ source: Source) {
    (self.session, self.source, options, renews) = (session, source, session.options, false)
  }

  /// A sign-in during a run, as `velo-sync connect SOURCE` without further arguments.
  ///
  /// - Parameter failures: the failures of the run.
  init(_ session: Session, _ source: Source, after failures: [SyncFailure]) {
    let world = session.world
    var options = Invocation.options(
      of: .connect(source), environment: world.environment, config: session.config,
      today: world.time.localDay(), home: session.start.home)
    for case .signInRefused(source, .clientSecret(let id)) in failures {
      options.clientID = id.description
    }
    (self.session, self.source, self.options, renews) = (session, source, options, true)
  }

  /// The store's own for a sign-in of its own; during a run those that the run uses.
  private func credentials() throws(SyncFailure) -> CredentialStore {
    let known = try session.credentials
    return renews ? try known.inUse(for: source) : known.own
  }

  /// Whether standard input can answer: a person at the terminal, or a pipe or a file.
  private var mayRead: Bool { session.isInteractive || !session.isInputTerminal }

  /// `velo-sync connect SOURCE`.
  func run(_ loop: inout Loop) -> ExitStatus {
    session.begin([source], &loop)
    do throws(SyncFailure) { try session.refuseSampleStore() } catch { return loop.fail(error) }
    return loop.finish(signIn(&loop))
  }

  /// Signs in and stores the credentials; nil when it was abandoned.
  func signIn(_ loop: inout Loop) -> RunSummary? {
    do throws(SyncFailure) {
      switch try session.account(at: source, loop)?.way {
      case .browser(let signIn): return try self.signIn(with: signIn, &loop)
      case .key(let attempt): return try self.signIn(with: attempt, &loop)
      case nil: throw .usage(.cannotConnect(source))
      }
    } catch {
      return loop.report(error)
    }
  }

  /// Signs in with a browser. The browser is redirected to this machine, or the person pastes the
  /// address it ended at.
  private func signIn(
    with signIn: OAuthSignIn, _ loop: inout Loop
  ) throws(SyncFailure) -> RunSummary? {
    let credentials = try credentials()
    let redirect = signIn.redirect.map { options.redirectURI ?? $0 }
    let client = try client(of: signIn, redirect: redirect, &loop)
    guard options.paste || redirect != nil else {
      let attempt = try signIn.listen(clientID: client.id, port: options.port ?? 0)
      // After the address, which is on its way to the loop.
      if !open(attempt) { loop.events.post(.notice(.remoteSignIn(source))) }
      return finish(&loop, attempt) { () async throws(SyncFailure) -> NewConnection in
        NewConnection(try await attempt.finish(clientSecret: client.secret, in: credentials))
      }
    }
    let attempt = signIn.paste(clientID: client.id, port: options.port ?? 0, redirect: redirect)
    // With `--paste` the browser runs elsewhere. The address is printed in any case.
    if !options.paste { _ = open(attempt) }
    let address = try self.address(for: attempt, &loop)
    return finish(&loop) { () async throws(SyncFailure) -> NewConnection in
      NewConnection(
        try await attempt.finish(clientSecret: client.secret, pasted: address, in: credentials))
    }
  }

  /// The pasted address. A slip costs a person neither the ID and the secret, nor the page that is
  /// open.
  private func address(
    for attempt: SignInAttempt, _ loop: inout Loop
  ) throws(SyncFailure) -> String {
    var address = try answer(.redirect, &loop, mayBeEmpty: session.isInteractive)
    while session.isInteractive, let failure = attempt.failure(pasted: address) {
      loop.say(messages.wrongPaste(failure))
      address = try answer(.redirect, &loop, mayBeEmpty: true)
    }
    return address
  }

  /// Opens the sign-in page; false if no browser on this machine shows it.
  private func open(_ attempt: SignInAttempt) -> Bool {
    options.browser && Browser.open(attempt.url, session.world.environment)
  }

  private func signIn(
    with attempt: @escaping @Sendable (Secret, String?) async throws(SyncFailure) -> KeyCredentials,
    _ loop: inout Loop
  ) throws(SyncFailure) -> RunSummary? {
    let credentials = try credentials()
    if session.isInteractive { loop.say(help()) }
    let key = Secret(try answer(.apiKey, &loop))
    return finish(&loop) { () async throws(SyncFailure) -> NewConnection in
      NewConnection(try await attempt(key, options.athlete), for: source, in: credentials)
    }
  }

  /// Waits for the sign-in, stores the credentials and reports the result.
  ///
  /// - Parameter attempt: whose browser is shown the result.
  private func finish(
    _ loop: inout Loop, _ attempt: SignInAttempt? = nil,
    signIn: @escaping @Sendable () async throws(SyncFailure) -> NewConnection
  ) -> RunSummary? {
    let (store, events) = (session.store(readOnly: true), loop.events)
    return loop.work {
      do throws(SyncFailure) {
        // First, so that a damaged store is found before the sign-in is used up.
        let owner = try await store.owner(of: source)
        let connection = try await signIn()
        try check(connection, against: owner)
        try await connection.save()
        await show(nil, in: attempt)
        events.post(
          .source(SourceReport(source: source, state: .connected, athlete: connection.athlete)))
        return RunSummary.ok
      } catch {
        if error != .interrupted {
          events.post(.failure(error))
          await show(error, in: attempt)
        }
        return RunSummary(error)
      }
    }
  }

  /// Shows the browser the result of a sign-in.
  private func show(_ failure: SyncFailure?, in attempt: SignInAttempt?) async {
    let page = messages.page(source, after: failure)
    await attempt?.show(title: page.title, sentence: page.sentence)
  }

  private var messages: Messages { session.renderers().messages(.local, job: .connect(source)) }

  /// A store belongs to one athlete: another athlete's tokens must not replace the first one's.
  private func check(_ connection: NewConnection, against owner: Athlete?) throws(SyncFailure) {
    guard let owner, let other = connection.owner, other.id != owner.id else { return }
    throw .config(.otherAthlete(source, stored: owner.label, signedIn: other.label))
  }

  /// The client ID and secret of the person's own API application: given, remembered or asked for.
  /// With a known ID on the command line, a new secret can be entered.
  ///
  /// - Parameter redirect: the redirect address to register, unless it is on this machine.
  private func client(
    of signIn: OAuthSignIn, redirect: String?, _ loop: inout Loop
  ) throws(SyncFailure) -> (id: String, secret: Secret) {
    if let given = options.clientID, signIn.clientID(typed: given) == nil {
      throw .usage(
        .badValue(
          option: "--client-id", value: DisplayText(given), expected: Question.clientID(source)))
    }
    if let known = try session.credentials.inUse(for: source).load(source) {
      if options.clientID == nil { return (known.clientID, known.clientSecret) }
      if options.clientID == known.clientID {
        return (known.clientID, newSecret(&loop) ?? known.clientSecret)
      }
    }
    if session.isInteractive { loop.say(help(redirect: redirect)) }
    let id: String
    if let given = options.clientID {
      id = given
    } else if session.isInteractive {
      id = try typedID(signIn, &loop)
    } else {
      // Standard input supplies the secret, so the ID must be an argument.
      throw .usage(.nothingToRead(what: Question.clientID.what))
    }
    return (id, Secret(try answer(.clientSecret, &loop)))
  }

  private func typedID(_ signIn: OAuthSignIn, _ loop: inout Loop) throws(SyncFailure) -> String {
    while true {
      let typed = try answer(.clientID, &loop, mayBeEmpty: true)
      if let id = signIn.clientID(typed: typed) { return id }
      loop.say([Question.noClientID(source)])
    }
  }

  private func help(redirect: String? = nil) -> [DisplayText] {
    Question.signInHelp(source, redirect: redirect)
  }

  /// A new secret of the application; nil when none is given.
  private func newSecret(_ loop: inout Loop) -> Secret? {
    guard mayRead else { return nil }
    let question = Question.newClientSecret
    return loop.ask(question.prompt, echo: question.echo).flatMap { $0.isEmpty ? nil : Secret($0) }
  }

  /// A line from the person, or from standard input when that is a pipe or a file.
  ///
  /// - Throws: `usage` when there is none.
  private func answer(
    _ question: Question, _ loop: inout Loop, mayBeEmpty: Bool = false
  ) throws(SyncFailure) -> String {
    guard mayRead, let line = loop.ask(question.prompt, echo: question.echo),
      mayBeEmpty || !line.isEmpty
    else {
      throw .usage(.nothingToRead(what: question.what, wasAsked: session.isInteractive))
    }
    return line
  }
}

/// The result of a sign-in, not stored yet.
private struct NewConnection: Sendable {
  private let athleteID: String?
  private let name: DisplayText?
  let save: @Sendable () async throws(SyncFailure) -> Void

  init(_ signIn: NewSignIn) {
    (athleteID, name) = (signIn.credentials.athleteID, signIn.credentials.athleteName)
    save = { () throws(SyncFailure) in try signIn.save() }
  }

  init(_ credentials: KeyCredentials, for source: Source, in store: CredentialStore) {
    (athleteID, name) = (credentials.athleteID, credentials.athleteName)
    save = { () throws(SyncFailure) in try await store.save(credentials, for: source) }
  }

  /// The owner of the account; nil when the service did not report it.
  var owner: Athlete? { athleteID.map { Athlete(id: $0, name: name) } }

  var athlete: DisplayText? { name ?? athleteID.map { DisplayText($0) } }
}

enum Browser {
  /// Asks the desktop to open a page. Does not wait for it, and discards its output. False without
  /// a desktop, and over SSH, where the desktop may be far from the person.
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
