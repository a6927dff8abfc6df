// HTTP requests, the URLs they may go to, replies, and the port that sends them.

import Codec
package import Model

/// An HTTP request. Header values and the body may contain secrets and are never shown.
package struct Request: Sendable {
  package typealias Header = (name: String, value: Secret)

  /// GET, POST or DELETE.
  package var method: String
  /// An absolute, percent-encoded URL without secrets, because `--verbose` shows it.
  package var url: String
  package var headers: [Header]
  package var body: Secret?
  /// Whether to use a new connection. libcurl resends a request if a kept-alive connection turns
  /// out to be closed, and a token must be posted only once.
  package var freshConnection: Bool
  /// The maximum size of the decompressed body, in bytes.
  package var answerLimit: Int

  /// Larger than any single record. Keeps three services in parallel below 100 MB including
  /// decompression and parsing.
  package static let answerLimit = 16 << 20

  package init(
    _ method: String, _ url: String, headers: [Header] = [], body: Secret? = nil,
    freshConnection: Bool = false, answerLimit: Int = Request.answerLimit
  ) {
    (self.method, self.url, self.headers) = (method, url, headers)
    (self.body, self.freshConnection, self.answerLimit) = (body, freshConnection, answerLimit)
  }
}

extension Request {
  /// Whether what comes from outside is safe to send: a line break would inject a header, a NUL
  /// would truncate it.
  var isWellFormed: Bool { url.isAddress && headers.allSatisfy { $0.value.reveal().isHeaderValue } }
}

extension String {
  /// Whether an address can contain it as it is.
  var isAddress: Bool { utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }

  /// Whether it can be sent in a header.
  var isHeaderValue: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }
}

extension JSONValue {
  /// A token; nil for any other value, and for a text that no header can carry.
  var token: Secret? { string.flatMap { !$0.isEmpty && $0.isHeaderValue ? Secret($0) : nil } }
}

/// An HTTP response. Its description shows only status and size, because the body may contain
/// tokens.
package struct Reply: Sendable, CustomStringConvertible, CustomReflectable {
  package let status: Int
  /// As received, in order.
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]

  package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// The first header of this name, case-insensitive.
  package func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }?.value
  }

  package var description: String { "\(status), \(body.count) bytes" }
  package var customMirror: Mirror { Mirror(reflecting: description) }
}

/// A parsed absolute http or https URL.
package struct WebAddress: Hashable, Sendable {
  let isSecure: Bool
  /// Lowercase; an IPv6 address keeps its brackets.
  let host: String
  let port: Int
  /// Everything from the first slash, `?` or `#` after the host; empty without one.
  package let path: String

  /// nil for other schemes and for URLs with a user name.
  package init?(_ text: String) {
    guard let scheme = text.place(of: "://"),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
    else { return nil }
    switch text[..<scheme.lowerBound].lowercased() {
    case "https": isSecure = true
    case "http": isSecure = false
    default: return nil
    }
    let rest = text[scheme.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    guard let authority = Self.split(rest[..<end]) else { return nil }
    host = authority.host.lowercased()
    port = authority.port ?? (isSecure ? 443 : 80)
    path = String(rest[end...])
  }

  private static func split(_ authority: Substring) -> (host: Substring, port: Int?)? {
    guard !authority.contains("@") else { return nil }
    let afterHost: Substring.Index
    if authority.first == "[" {
      guard let close = authority.firstIndex(of: "]") else { return nil }
      afterHost = authority.index(after: close)
    } else {
      afterHost = authority.firstIndex(of: ":") ?? authority.endIndex
    }
    guard afterHost > authority.startIndex else { return nil }
    let rest = authority[afterHost...]
    if rest.isEmpty { return (authority, nil) }
    guard rest.first == ":", let port = Int(rest.dropFirst()), (1...65_535).contains(port),
      rest.dropFirst().allSatisfy(\.isNumber)
    else { return nil }
    return (authority[..<afterHost], port)
  }

  /// The URL without its path.
  package var origin: String { "\(isSecure ? "https" : "http")://\(host):\(port)" }

  /// Whether requests are allowed: https to any host, http only to loopback addresses.
  package var isAllowed: Bool { isSecure || isLoopback }

  /// 127.0.0.0/8 in four decimal parts, [::1] or localhost.
  var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in
        (1...3).contains(part.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
          && Int(part).map { $0 <= 255 } ?? false
      }
  }
}

/// Sends requests without following redirects, storing cookies or retrying.
package protocol Transport: Sendable {
  /// Sends a request and returns the whole reply, whatever its status.
  ///
  /// - Throws: `cancelled` as soon as the task is cancelled, even if the request was not sent.
  func send(_ request: Request) async throws(TransportFailure) -> Reply
}

/// Timeouts and size limits of a transfer.
package struct TransportLimits: Hashable, Sendable {
  /// Timeout for name resolution, connect and TLS.
  package var connect = Duration.seconds(10)
  /// Timeout without data in either direction; rounded up to whole seconds.
  package var idle = Duration.seconds(30)
  /// Total timeout.
  package var total = Duration.seconds(120)
  /// Maximum size of the decompressed body, bytes.
  package var bodyBytes = Request.answerLimit
  /// Maximum size of all headers, bytes.
  package var headerBytes = 256 << 10

  package init() {}
}
