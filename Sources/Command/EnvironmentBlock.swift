// The process's environment as the system keeps it.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The environment of this process.
enum EnvironmentBlock {
  /// The variables as C strings, the last followed by nil.
  static var strings: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      return _NSGetEnviron()?.pointee
    #else
      return environ
    #endif
  }

  /// All variables by name; the first of two with the same name counts, as for getenv(3).
  static var variables: [String: String] {
    var result: [String: String] = [:]
    guard var entry = strings else { return result }
    while let variable = entry.pointee {
      let text = String(cString: variable)
      if let split = text.firstIndex(of: "=") {
        let name = String(text[..<split])
        if result[name] == nil { result[name] = String(text[text.index(after: split)...]) }
      }
      entry += 1
    }
    return result
  }
}
