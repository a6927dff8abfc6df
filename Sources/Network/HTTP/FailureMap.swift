// Maps transport failures and HTTP statuses to failures of a source.

package import Codec
package import Model

extension SyncFailure {
  /// Maps a transport failure.
  package init(_ failure: TransportFailure, of source: Source) {
    self =
      switch failure {
      case .name, .connect, .tls, .proxy, .cut: .network(source)
      case .timeout: .timeout(.answer(source))
      case .tooLarge, .malformed: .badReply(source)
      case .cancelled: .interrupted
      case .noLibcurl: .config(.noLibcurl("libcurl.so.4"))
      case .exhausted(let limit): .exhausted(limit)
      case .unsendable: .internal("a request that cannot be sent")
      case .other(let code): .internal("libcurl: \(String(code))")
      }
  }

  /// Maps an unsuccessful reply that no service-specific rule explains.
  init(_ reply: Reply, of source: Source) {
    self =
      switch reply.status {
      case 401: .auth(source)
      // An HTML page comes from a proxy or gateway, not from the service.
      case 403: reply.isWebPage ? .badReply(source) : .permission(source, .other)
      // 407 comes only from a proxy.
      case 407: .network(source)
      case 408, 504: .timeout(.answer(source))
      case 500...599: .server(source)
      default: .badReply(source)
      }
  }
}

extension TransportFailure {
  /// nil for success.
  init?(curlCode code: Int32) {
    switch code {
    case 0: return nil
    case 6: self = .name
    case 7: self = .connect
    case 5, 97: self = .proxy
    case 28: self = .timeout
    case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: self = .tls
    // Partial file, HTTP/2 framing and stream, empty reply, send, receive. Code 23 that is not from
    // our receiver comes from a decoder whose input was cut.
    case 16, 18, 23, 52, 55, 56, 92: self = .cut
    // Before 8.6, libcurl reports an overlong header line as "out of memory".
    case 27, 63, 100: self = .tooLarge
    // libcurl reports HTTP/0.9 as an unsupported protocol; 61 is an unsupported content encoding.
    case 1, 8, 61: self = .malformed
    case 3: self = .unsendable
    default: self = .other(code)
    }
  }

  /// Whether the same request may well succeed a second later.
  var isTransient: Bool { self == .cut || self == .timeout }
}

extension Reply {
  package var isSuccess: Bool { (200...299).contains(status) }

  /// The body of a reply of `source`.
  ///
  /// - Throws: `badReply` if it is not JSON.
  package func json(from source: Source) throws(SyncFailure) -> JSONValue {
    guard let value = try? JSONValue(parsing: body) else { throw .badReply(source) }
    return value
  }

  var isWebPage: Bool {
    let type = header("Content-Type")?.lowercased() ?? ""
    return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
      || type.isEmpty && body.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// Whether the same request may well succeed a second later.
  var isTransient: Bool { status == 408 || (500...599).contains(status) }
}
