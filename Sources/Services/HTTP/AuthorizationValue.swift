// The two forms of an `Authorization` header.

import Codec
import Model

extension Secret {
  /// `Basic …` (RFC 7617).
  static func basic(user: String, password: Secret) -> Secret {
    Secret("Basic " + Base64.encode(Array("\(user):\(password.reveal())".utf8)))
  }

  /// `Bearer …` (RFC 6750).
  static func bearer(_ token: Secret) -> Secret {
    Secret("Bearer " + token.reveal())
  }
}
