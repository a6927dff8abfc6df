// One request on its way through libcurl; lives on the driver's thread.

import CPlatform
import Model

/// An easy handle with everything that belongs to it.
final class CurlTransfer {
  /// The driver's number for the request.
  let id: Int
  let handle: OpaquePointer
  private var lines: OpaquePointer?
  private let limits: TransportLimits
  private var headers: [(name: String, value: String)] = []
  private var headerBytes = 0
  private var body: [UInt8] = []
  private var isTooLarge = false

  /// nil when libcurl refuses to make or to set up the transfer.
  init?(id: Int, _ request: Request, settings: CurlSettings) {
    guard let handle = http_transfer_make() else { return nil }
    self.id = id
    self.handle = handle
    var limits = settings.limits
    limits.bodyBytes = min(limits.bodyBytes, request.answerLimit)
    self.limits = limits
    guard setUp(request, settings) else { return nil }
  }

  deinit {
    http_transfer_free(handle)
    http_lines_free(lines)
  }

  private func setUp(_ request: Request, _ settings: CurlSettings) -> Bool {
    guard let address = WebAddress(request.url), address.isAllowed else { return false }
    guard http_transfer_prepare(handle),
      http_transfer_set_url(handle, request.url, !address.isSecure),
      http_transfer_set_user_agent(handle, settings.userAgent),
      http_transfer_set_limits(
        handle, limits.connect.milliseconds, limits.total.milliseconds,
        max(1, Int64(limits.idle.inSeconds.rounded(.up))), Int64(limits.bodyBytes)),
      http_transfer_set_sinks(
        handle, { CurlTransfer.at($3).takeHeader($0, $1 * $2) },
        { CurlTransfer.at($3).takeBody($0, $1 * $2) }, Unmanaged.passUnretained(self).toOpaque())
    else { return false }
    return setBody(request) && setHeaders(request) && setCertificates(settings.caFile)
      && (!request.freshConnection || http_transfer_set_fresh(handle))
  }

  private func setBody(_ request: Request) -> Bool {
    if let body = request.body?.reveal() {
      guard http_transfer_set_body(handle, body, Int64(body.utf8.count)) else { return false }
    }
    return request.method == (request.body == nil ? "GET" : "POST")
      || http_transfer_set_method(handle, request.method)
  }

  private func setHeaders(_ request: Request) -> Bool {
    // Without this, a large body would wait for the server's consent.
    var all = ["Expect:"]
    all += request.headers.map { "\($0.name): \($0.value.reveal())" }
    for line in all {
      guard let longer = http_lines_add(lines, line) else { return false }
      lines = longer
    }
    return http_transfer_set_headers(handle, lines)
  }

  private func setCertificates(_ file: String?) -> Bool {
    if let file { return http_transfer_set_ca_file(handle, file) }
    guard http_transfer_lacks_certificates(handle), let file = CertificateBundle.ofSystem else {
      return true
    }
    return http_transfer_set_ca_file(handle, file)
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  fileprivate func takeHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    headerBytes += count
    guard headerBytes <= limits.headerBytes else {
      isTooLarge = true
      return 0
    }
    let line = text(bytes, count)
    if line.hasPrefix("HTTP/") {
      // A new answer begins: the one before was an interim one.
      headers = []
    } else if let colon = line.firstIndex(of: ":") {
      headers.append(
        (
          String(line[..<colon]),
          withoutBlanks(line[line.index(after: colon)...])
        ))
    }
    return count
  }

  fileprivate func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard body.count + count <= limits.bodyBytes else {
      isTooLarge = true
      return 0
    }
    if body.isEmpty { body.reserveCapacity(max(count, announcedLength)) }
    body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    return count
  }

  /// How many bytes are to be expected. No server is believed too much: what it sends makes room for
  /// itself.
  private var announcedLength: Int {
    let announced = headers.last { $0.name.lowercased() == "content-length" }
    return min(announced.flatMap { Int($0.value) } ?? 0, limits.bodyBytes, 1 << 20)
  }

  /// What came of the transfer, once libcurl says that it is over.
  func result(code: Int32) -> Result<Reply, TransportFailure> {
    if isTooLarge { return .failure(.tooLarge) }
    let proxy = http_transfer_proxy_status(handle)
    if code != 0, proxy != 0, !(200...299).contains(proxy) { return .failure(.proxy) }
    if let failure = TransportFailure(curlCode: code) { return .failure(failure) }
    let status = Int(http_transfer_status(handle))
    return .success(Reply(status: status, headers: headers, body: body))
  }
}

/// A header line without its end.
private func text(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Substring {
  let all = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  return all[...].prefix { !$0.isNewline }
}

/// A header's value without the blanks around it.
private func withoutBlanks(_ value: Substring) -> String {
  var value = value.drop { $0 == " " || $0 == "\t" }
  while let last = value.last, last == " " || last == "\t" { value.removeLast() }
  return String(value)
}

extension CurlTransfer? {
  fileprivate func takeHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    self?.takeHeader(bytes, count) ?? 0
  }

  fileprivate func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    self?.takeBody(bytes, count) ?? 0
  }
}
