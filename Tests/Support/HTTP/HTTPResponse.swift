// An answer of the server, correct or broken.

/// The answer of a handler, and how it is delivered.
package struct HTTPResponse: Sendable {
  /// The status code.
  package var status: Int
  /// Headers, sent in this order and casing. `Content-Length` is added by the delivery.
  package var headers: NamedValues
  /// The body.
  package var body: [UInt8]
  /// How it reaches the client.
  package var delivery: Delivery

  /// Ways to deliver an answer: a correct one, and those in which networks and proxies fail.
  package enum Delivery: Sendable, Equatable {
    /// Whole, with its length; the connection stays open if the client likes.
    case whole
    /// Whole, in chunks of this many bytes (`Transfer-Encoding: chunked`).
    case chunked(Int)
    /// Chunked, but the connection ends before the last chunk.
    case chunkedWithoutEnd(Int)
    /// The right length, only this many bytes of the body, then a close.
    case cut(after: Int)
    /// The right length, only this many bytes of the body, then a reset.
    case resetBody(after: Int)
    /// The right length, only this many bytes of the body, then silence until the client
    /// disconnects.
    case stall(after: Int)
    /// No length at all; the end of the connection is the end of the body.
    case untilClose
    /// A wrong `Content-Length`, then a close.
    case wrongLength(Int)
    /// No bytes: the connection is closed.
    case close
    /// No bytes: the connection is reset.
    case reset
    /// No bytes, and the connection stays open until the client disconnects or the server stops.
    case silence
    /// The body is sent verbatim, including the status line, then the connection is closed.
    case raw
  }

  package init(
    status: Int = 200, headers: NamedValues = [:], body: [UInt8] = [], delivery: Delivery = .whole
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.delivery = delivery
  }

  /// A JSON answer.
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

  /// A redirection to another address.
  package static func redirect(to address: String, status: Int = 302) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["Location": address])
  }

  /// No answer but this fault: `.reset`, `.close` or `.silence`.
  package static func fault(_ delivery: Delivery) -> HTTPResponse {
    HTTPResponse(delivery: delivery)
  }

  /// Exactly these bytes, valid or not, then a close.
  package static func raw(_ text: String) -> HTTPResponse {
    HTTPResponse(body: Array(text.utf8), delivery: .raw)
  }

  private static func typed(
    _ type: String, _ text: String, _ status: Int, _ headers: NamedValues
  ) -> HTTPResponse {
    var all: NamedValues = ["Content-Type": type]
    all.items += headers.items
    return HTTPResponse(status: status, headers: all, body: Array(text.utf8))
  }
}
