// Reads Wahoo's error bodies. Their form is not documented: `error`, `errors` and `message` have
// been observed.

import Codec
import Model
import Network

enum WahooFault {
  /// How much of a body is searched, in bytes.
  private static let reach = 2048

  /// The reason of a refusal, if it is known.
  ///
  /// - Parameter scopes: the scopes that may be missing.
  static func refusal(_ reply: Reply, scopes: [String]) -> Refusal? {
    let text = String(decoding: reply.body.prefix(reach), as: UTF8.self).lowercased()
    if text.place(of: "too many unrevoked") != nil { return .tooManySignIns }
    if text.place(of: "not been approved") != nil || text.place(of: "not approved") != nil {
      return .unapprovedApplication
    }
    let missing = scopes.filter { text.place(of: $0) != nil }
    return missing.isEmpty ? nil : .missingScopes(missing.map { DisplayText($0) })
  }
}
