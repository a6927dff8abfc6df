// Completes a sign-in: from the redirect to credentials.

import Codec
package import Model

/// One sign-in, whose credentials `NewSignIn.save` saves.
package struct SignInAttempt: Sendable {
  /// The URL to open in the browser.
  package let url: String
  /// When the sign-in times out.
  let deadline: Moment
  let clientID: String
  let redirect: String
  let signIn: OAuthSignIn
  let expected: ExpectedRedirect
  let listener: RedirectListener?

  /// Waits for the redirect and exchanges its code, once.
  ///
  /// - Parameters:
  ///   - text: what the user pasted instead: the redirect URL, or the code alone.
  ///   - store: where the credentials will be saved; locked until then.
  /// - Throws: `permission` if the user declined or a scope is missing, `timeout(.signIn)`,
  ///   `signInRefused` if the code is invalid or the URL belongs to another sign-in, or to none,
  ///   `interrupted`, and the failures of `HTTPClient.get`.
  package func finish(
    clientSecret: Secret, pasted text: String = "", in store: CredentialStore
  ) async throws(SyncFailure) -> NewSignIn {
    let query =
      if let listener {
        try await listener.redirect(until: deadline, time: connection.time, of: source)
      } else {
        try self.query(pasted: text)
      }
    if let error = query["error"] {
      throw .permission(source, error == "access_denied" ? .denied : .other)
    }
    try check(query["scope"].map { splitScopes($0) })
    guard let code = query["code"], !code.isEmpty else { throw .signInRefused(source) }
    let lock = try await store.lock(for: source)
    do throws(SyncFailure) {
      let file = try store.read()
      let credentials = try await credentials(for: code, query, clientSecret)
      return NewSignIn(
        credentials: credentials, source: source, store: store, lock: lock, file: file)
    } catch {
      lock.release()
      throw error
    }
  }

  /// Shows the browser how the sign-in has ended; does nothing when no browser was redirected here.
  package func show(title: DisplayText, sentence: DisplayText) async {
    await listener?.show(RedirectPage(title: title.description, sentence: sentence.description))
  }

  /// Why a pasted text cannot be used; nil if it may have the code.
  package func failure(pasted text: String) -> SyncFailure? {
    do throws(SyncFailure) {
      _ = try query(pasted: text)
      return nil
    } catch {
      return error
    }
  }

  private func query(pasted text: String) throws(SyncFailure) -> FormPairs {
    let text = text.trimmed
    guard text.contains(where: { "?=&".contains($0) }) else {
      if text.isEmpty || text.contains(where: { ":/ ".contains($0) }) {
        throw .signInRefused(source, .noCode)
      }
      return ["code": text]
    }
    let start = text.firstIndex(of: "?").map { text.index(after: $0) } ?? text.startIndex
    let end = text[start...].firstIndex(of: "#") ?? text.endIndex
    guard let query = FormPairs(parsing: text[start..<end]),
      query["error"] != nil || query["code"]?.isEmpty == false
    else { throw .signInRefused(source, .noCode) }
    guard expected.matches(query) else { throw .signInRefused(source, .otherSignIn) }
    return query
  }

  private var connection: Connection { signIn.connection }
  private var source: Source { connection.source }

  private func credentials(
    for code: String, _ query: FormPairs, _ clientSecret: Secret
  ) async throws(SyncFailure) -> Credentials {
    var form: FormPairs = [
      "client_id": clientID, "client_secret": clientSecret.reveal(), "code": code,
      "grant_type": "authorization_code",
    ]
    // RFC 6749 requires it; Strava does not.
    if signIn.redirect != nil { form.append("redirect_uri", redirect) }
    let grant: TokenGrant
    do {
      grant = try await TokenEndpoint(url: signIn.tokenURL, connection: connection).post(form)
    } catch {
      switch error {
      case .invalid: throw .signInRefused(source)
      case .lost(let failure), .other(let failure): throw failure
      }
    }
    try check(grant.scopes)
    guard let refresh = grant.refresh else { throw .badReply(source) }
    let owner = try await owner(of: grant.access)
    return Credentials(
      clientID: clientID, clientSecret: clientSecret,
      tokens: TokenPair(access: grant.access, refresh: refresh, expires: grant.expires),
      scopes: grant.scopes ?? query["scope"].map { splitScopes($0) } ?? [],
      athleteID: owner?.id ?? grant.athleteID, athleteName: owner?.name ?? grant.athleteName)
  }

  /// Requests the account of a token, if the service needs that.
  private func owner(of token: Secret) async throws(SyncFailure) -> Athlete? {
    do {
      return try await signIn.identify?(token)
    } catch {
      if case .auth = error { throw .signInRefused(source) }
      throw error
    }
  }

  /// Checks the granted scopes. Both the redirect and the token reply may list them.
  private func check(_ granted: [String]?) throws(SyncFailure) {
    guard let granted else { return }
    let missing = signIn.scopes.filter { !granted.contains($0) }
    guard missing.isEmpty else {
      throw .permission(source, .missingScopes(missing.map { DisplayText($0) }))
    }
  }
}

/// A new sign-in that is still to be saved.
package struct NewSignIn: Sendable {
  package let credentials: Credentials
  let source: Source
  let store: CredentialStore
  let lock: any FileLock
  /// The file as it was before.
  let file: CredentialFile

  /// Saves the credentials durably and releases the lock.
  ///
  /// - Throws: `storage` if saving fails in every way.
  package func save() throws(SyncFailure) {
    defer { lock.release() }
    do {
      try store.write(credentials, for: source, over: file)
    } catch {
      throw .storage(StorageFailure(error, losing: source))
    }
  }
}

extension StorageFailure {
  /// New tokens that could not be saved after the old ones were used up.
  init(_ error: FileError, losing source: Source) {
    self.init(path: DisplayText(error.path), reason: error.reason, lostSignIn: source)
  }
}
