// What Wahoo's refusals say. Their shape is not published: `error`, `errors` and `message` were seen.

import Codec
import Model
import Network

enum WahooFault {
  /// How much of a body is looked at, in bytes.
  private static let reach = 2048

  /// What a refusal says about permissions; nil when it says nothing that we know.
  ///
  /// - Parameter scopes: those that may be missing.
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
