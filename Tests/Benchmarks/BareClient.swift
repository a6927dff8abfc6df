// The requests of a sync made by a minimal client, to subtract the cost of the requests.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One connection to a server on this machine, one request at a time.
struct BareClient {
  private let descriptor: Int32

  init?(port: Int) {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, size) == 0
      }
    }
    guard isOpen else { return nil }
  }

  /// Requests the athlete and all pages of rides after a moment, then closes the connection.
  ///
  /// - Returns: the time in milliseconds and the number of bytes; nil when it fails.
  func list(after: Int) -> (milliseconds: Double, bytes: Int)? {
    defer { close(descriptor) }
    let start = ContinuousClock.now
    guard var bytes = get("/athlete") else { return nil }
    var page = 1
    while true {
      let target = "/athlete/activities?after=\(after)&per_page=200&page=\(page)"
      guard let length = get(target) else { return nil }
      bytes += length
      if length <= 2 { break }
      page += 1
    }
    let time = (ContinuousClock.now - start).components
    return (Double(time.seconds) * 1000 + Double(time.attoseconds) / 1e15, bytes)
  }

  /// The length of a reply's body, which is read to its end.
  private func get(_ target: String) -> Int? {
    let request = Array("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
    guard write(descriptor, request, request.count) == request.count else { return nil }
    var room = [UInt8](repeating: 0, count: 65_536)
    var head: [UInt8] = []
    while true {
      let count = read(descriptor, &room, room.count)
      guard count > 0 else { return nil }
      head += room[..<count]
      let text = String(decoding: head.prefix(1024), as: UTF8.self)
      guard let end = text.utf8.firstRange(of: "\r\n\r\n".utf8),
        let name = text.firstRange(of: "Content-Length: "),
        let length = Int(text[name.upperBound...].prefix { $0.isNumber })
      else { continue }
      var rest =
        length - (head.count - text.utf8.distance(from: text.startIndex, to: end.upperBound))
      while rest > 0 {
        let count = read(descriptor, &room, min(room.count, rest))
        guard count > 0 else { return nil }
        rest -= count
      }
      return length
    }
  }
}
