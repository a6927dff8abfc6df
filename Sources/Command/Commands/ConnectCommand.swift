// `velo-sync connect SOURCE`: signs in to a service.

import Model

struct ConnectCommand {
  let session: Session
  let source: Source

  /// Signs in and stores the credentials.
  func run(_ loop: inout Loop) -> ExitStatus {
    session.begin([source], &loop)
    return loop.finish(SignInDialog(session, source).signIn(&loop))
  }
}
