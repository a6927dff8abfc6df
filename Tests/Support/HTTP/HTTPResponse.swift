// An answer of the server, correct or broken.

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
