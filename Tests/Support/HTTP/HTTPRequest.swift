// One request as the server received it.

import Codec

/// A request that arrived at an `HTTPServer`.
package struct HTTPRequest: Sendable {
  /// Which request of the server it is, from 1, in order of arrival.
  package var number = 0
  /// Which connection of the server it came on, from 1.
  package var connection = 0
  /// `GET`, `POST`, …
  package var method: String
  /// Path and query exactly as sent.
  package var target: String
  /// All headers, in order and casing as sent.
  package var headers: NamedValues
  /// The body, empty without one.
  package var body: [UInt8] = []

  /// The path without the query.
  package var path: String {
    String(target.prefix { $0 != "?" })
  }

  /// The query's names and values, decoded.
  package var query: NamedValues { NamedValues(queryOf: target) }

  /// The fields of a posted form, decoded.
  package var form: NamedValues { NamedValues(form: text) }

  /// The fields of a form that may be posted or stand in the query.
  var fields: NamedValues { NamedValues(form.items + query.items) }

  /// The body as text.
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
