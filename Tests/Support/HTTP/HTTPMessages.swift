// A request as the server received it, and its answer, correct or broken.

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

/// The answer of a handler, and how it is delivered.
package struct HTTPResponse: Sendable {
  package var status: Int
  /// Sent in this order and casing. `Content-Length` is added by the delivery.
  package var headers: NamedValues
  package var body: [UInt8]
  package var delivery: Delivery

  /// How it reaches the client.
  package enum Delivery: Sendable {
    /// With its length; the connection stays open if the client likes.
    case whole
    /// In chunks of this many bytes (`Transfer-Encoding: chunked`).
    case chunked(Int)
    /// Without its length; the end of the connection is the end of the body.
    case untilClose
    /// The body is all that is sent, including the status line: what networks and proxies break.
    case raw(Ending)
  }

  /// What follows bytes that were sent verbatim.
  package enum Ending: Sendable {
    case close, reset
    /// The connection stays open until the client disconnects or the server stops.
    case silence
  }

  package init(
    status: Int = 200, headers: NamedValues = [:], body: [UInt8] = [], delivery: Delivery = .whole
  ) {
    (self.status, self.headers) = (status, headers)
    (self.body, self.delivery) = (body, delivery)
  }

  package static func json(
    _ text: String, status: Int = 200, headers: NamedValues = [:]
  ) -> HTTPResponse {
    typed("application/json; charset=utf-8", text, status, headers)
  }

  /// A page for browsers, as sent by captive portals and overloaded proxies.
  package static func html(
    _ text: String, status: Int = 200, headers: NamedValues = [:]
  ) -> HTTPResponse {
    typed("text/html; charset=utf-8", text, status, headers)
  }

  package static func redirect(to address: String, status: Int = 302) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["Location": address])
  }

  /// Exactly these bytes, valid or not; no answer at all without any.
  package static func raw(_ text: String = "", then ending: Ending = .close) -> HTTPResponse {
    HTTPResponse(body: Array(text.utf8), delivery: .raw(ending))
  }

  private static func typed(
    _ type: String, _ text: String, _ status: Int, _ headers: NamedValues
  ) -> HTTPResponse {
    var all: NamedValues = ["Content-Type": type]
    all.items += headers.items
    return HTTPResponse(status: status, headers: all, body: Array(text.utf8))
  }
}
