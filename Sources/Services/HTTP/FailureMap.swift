// What maps where: transport failures and statuses as failures of a source.

import Model

extension SyncFailure {
  /// A transport's failure as a source's.
  init(_ failure: TransportFailure, of source: Source) {
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
  var isSuccess: Bool { (200...299).contains(status) }

  /// Whether it is a page for people instead of data.
  var isWebPage: Bool {
    let type = header("Content-Type")?.lowercased() ?? ""
    return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
      || type.isEmpty && body.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// Whether the same request may well succeed a second later.
  var isTransient: Bool { status == 408 || (500...599).contains(status) }
}
