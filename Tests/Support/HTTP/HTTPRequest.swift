// One request as the server received it.

import Codec

/// A request that arrived at an `HTTPServer`.
package struct HTTPRequest: Sendable {
  /// Which request of the server it is, and on which of its connections, both from 1.
  package var number = 0
  package var connection = 0
  package var method: String
  /// Path and query exactly as sent.
  package var target: String
  /// In order and casing as sent.
  package var headers: NamedValues
  package var body: [UInt8] = []

  package var path: String { String(target.prefix { $0 != "?" }) }
  package var query: NamedValues { NamedValues(queryOf: target) }
  package var form: NamedValues { NamedValues(form: text) }
  /// The fields of a form that may be posted or stand in the query.
  var fields: NamedValues { NamedValues(form.items + query.items) }
  package var text: String { String(decoding: body, as: UTF8.self) }

  /// A header's value, whatever the casing of its name.
  package func header(_ name: String) -> String? { headers.ignoringCase(name) }

  /// The token of `Authorization: Bearer …`.
  package var bearerToken: String? {
    header("Authorization").flatMap { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : nil }
  }

  /// Whether it has this user and password as `Authorization: Basic …`.
  func isFrom(_ user: String, _ password: String) -> Bool {
    header("Authorization") == "Basic " + Base64.encode("\(user):\(password)".utf8)
  }
}
