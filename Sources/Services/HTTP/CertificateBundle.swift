// Where Linux distributions keep the certificates that are to be trusted.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

enum CertificateBundle {
  /// The first usual bundle that this system has, for a libcurl that was built for another one.
  static let ofSystem = paths.first { access($0, R_OK) == 0 }

  private static let paths = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/pki/tls/cacert.pem",
    "/etc/ssl/cert.pem",
  ]
}
