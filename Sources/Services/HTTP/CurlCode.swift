// What libcurl's error codes mean to us (https://curl.se/libcurl/c/libcurl-errors.html).

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
