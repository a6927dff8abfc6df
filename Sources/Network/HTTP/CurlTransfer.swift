// One transfer with libcurl; used only on the driver's thread.

import Model
import Platform

/// An easy handle with its request and response data.
final class CurlTransfer: CurlReceiver {
  /// The driver's ID of the request.
  let id: Int
  let handle: CurlHandle
  private let limits: TransportLimits
  private var headers: [(name: String, value: String)] = []
  private var headerBytes = 0
  private var body: [UInt8] = []
  private var isTooLarge = false

  /// nil if libcurl cannot create or configure the handle.
  init?(id: Int, _ request: Request, settings: CurlSettings) {
    guard let address = WebAddress(request.url), address.isAllowed, let handle = CurlHandle()
    else { return nil }
    self.id = id
    self.handle = handle
    var limits = settings.limits
    limits.bodyBytes = min(limits.bodyBytes, request.answerLimit)
    self.limits = limits
    let body = request.body?.reveal()
    // Disables `Expect: 100-continue`, which delays large bodies.
    let headers = ["Expect:"] + request.headers.map { "\($0.name): \($0.value.reveal())" }
    let isUsual = request.method == (body == nil ? "GET" : "POST")
    let isPrepared = handle.prepare(
      request.url, allowsPlain: !address.isSecure, method: isUsual ? nil : request.method,
      headers: headers, body: body, userAgent: settings.userAgent,
      certificates: settings.caFile, otherCertificates: CertificateBundle.ofSystem,
      isFresh: request.freshConnection,
      limits: (
        limits.connect.milliseconds, limits.total.milliseconds,
        max(1, Int64(limits.idle.inSeconds.rounded(.up))), Int64(limits.bodyBytes)
      ), receiver: self)
    guard isPrepared else { return nil }
  }

  func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headerBytes += bytes.count
    guard headerBytes <= limits.headerBytes else {
      isTooLarge = true
      return false
    }
    let line = text(bytes)
    if line.hasPrefix("HTTP/") {
      // A new response begins; the previous one was interim (1xx).
      headers = []
    } else if let colon = line.firstIndex(of: ":") {
      headers.append((String(line[..<colon]), line[line.index(after: colon)...].trimmed))
    }
    return true
  }

  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard body.count + bytes.count <= limits.bodyBytes else {
      isTooLarge = true
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  func result(code: Int32) -> Result<Reply, TransportFailure> {
    if isTooLarge { return .failure(.tooLarge) }
    let proxy = handle.proxyStatus
    if code != 0, proxy != 0, !(200...299).contains(proxy) { return .failure(.proxy) }
    if let failure = TransportFailure(curlCode: code) { return .failure(failure) }
    return .success(Reply(status: handle.status, headers: headers, body: body))
  }
}

/// A header line without its line end.
private func text(_ bytes: UnsafeRawBufferPointer) -> Substring {
  String(decoding: bytes, as: UTF8.self)[...].prefix { !$0.isNewline }
}

enum CertificateBundle {
  /// The first common bundle that exists, for a libcurl built for another system.
  static let ofSystem = paths.first { POSIXFiles.isReadable($0) }

  private static let paths = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/pki/tls/cacert.pem",
    "/etc/ssl/cert.pem",
  ]
}
