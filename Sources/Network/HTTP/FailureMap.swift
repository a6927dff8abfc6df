// What maps where: transport failures and statuses as failures of a source.

package import Model

extension SyncFailure {
  /// A transport's failure as a source's.
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

  /// A reply that is no success, where nothing more is known about it.
  init(_ reply: Reply, of source: Source) {
    self =
      switch reply.status {
      case 401: .auth(source)
      // A page for people comes from something between us and the service.
      case 403: reply.isWebPage ? .badReply(source) : .permission(source, .other)
      // Only a proxy says so.
      case 407: .network(source)
      case 408, 504: .timeout(.answer(source))
      case 500...599: .server(source)
      default: .badReply(source)
      }
  }
}

extension TransportFailure {
  /// Whether the same request may well succeed a second later.
  var isTransient: Bool {
    switch self {
    case .cut, .timeout: true
    case .name, .connect, .tls, .proxy, .tooLarge, .malformed, .unsendable, .cancelled,
      .noLibcurl, .exhausted, .other:
      false
    }
  }
}

extension Reply {
  package var isSuccess: Bool { (200...299).contains(status) }

  /// Whether it is a page for people instead of data.
  var isWebPage: Bool {
    let type = header("Content-Type")?.lowercased() ?? ""
    return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
      || type.isEmpty && body.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// Whether the same request may well succeed a second later.
  var isTransient: Bool { status == 408 || (500...599).contains(status) }
}

extension TransportFailure {
  /// nil for a transfer that went well.
  init?(curlCode code: Int32) {
    switch code {
    case 0: return nil
    case 6: self = .name
    case 7: self = .connect
    case 5, 97: self = .proxy
    case 28: self = .timeout
    case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: self = .tls
    // Partial file, HTTP/2 framing and stream, nothing at all, send, receive. A write error that is not
    // ours comes from a decoder whose input stopped.
    case 16, 18, 23, 52, 55, 56, 92: self = .cut
    // A header line that is longer than libcurl takes is "out of memory" before 8.6.
    case 27, 63, 100: self = .tooLarge
    // HTTP/0.9 counts as an unsupported protocol; 61 is an encoding of the body that nobody can undo.
    case 1, 8, 61: self = .malformed
    case 3: self = .unsendable
    default: self = .other(code)
    }
  }
}
