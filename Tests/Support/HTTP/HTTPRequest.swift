// One request as the server received it.

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
  package var bearerToken: String? { credentials(of: "Bearer ") }

  /// User and password of `Authorization: Basic …`, with a colon between them.
  package var basicCredentials: String? {
    credentials(of: "Basic ").flatMap { Base64.decode($0) }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func credentials(of scheme: String) -> String? {
    header("Authorization").flatMap {
      $0.hasPrefix(scheme) ? String($0.dropFirst(scheme.count)) : nil
    }
  }
}

/// Base64 (RFC 4648), independent of the code under test.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The decoded bytes; nil for invalid text.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, held) = (0, 0)
    for character in text.utf8 where character != UInt8(ascii: "=") {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      (bits, held) = (bits << 6 & 0xFFFF | value, held + 6)
      if held < 8 { continue }
      held -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> held))
    }
    return bytes
  }
}
