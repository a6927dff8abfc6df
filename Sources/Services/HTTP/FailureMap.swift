// What maps where: transport failures and statuses as failures of a source.

import SyncModel

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
      case .unsendable: .internal("a request that cannot be sent")
      case .other(let code): .internal("libcurl: \(String(code))")
      }
  }

  /// A status that is no success, where nothing more is known about it.
  init(status: Int, of source: Source) {
    self =
      switch status {
      case 401: .auth(source)
      case 403: .permission(source, .other)
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
      .noLibcurl, .other:
      false
    }
  }
}

extension Reply {
  var isSuccess: Bool { (200...299).contains(status) }

  /// Whether the same request may well succeed a second later.
  var isTransient: Bool { status == 408 || (500...599).contains(status) }
}
