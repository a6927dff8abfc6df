// A folder of ride files.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One-hour rides in a temporary folder, if possible in memory.
struct RideFolder {
  let path: String
  let files: [String]
  /// Bytes of the files together.
  let size: Int

  /// Writes so many rides; nil when that fails.
  init?(rides: Int, seconds: Int = 3600) {
    guard let folder = temporaryFolder() else { return nil }
    path = folder
    var (files, size) = ([String](), 0)
    for index in 0..<rides {
      let bytes = rideFile(start: Self.start(of: index), seconds: seconds)
      let name = "\(folder)/\(index).fit"
      guard let file = fopen(name, "w") else { return nil }
      let written = fwrite(bytes, 1, bytes.count, file)
      guard fclose(file) == 0, written == bytes.count else { return nil }
      size += bytes.count
      files.append(name)
    }
    (self.files, self.size) = (files, size)
    age()
  }

  /// The start of a ride in seconds since 1970: every half day, or so many seconds, up to a day in
  /// 2026.
  static func start(of index: Int, every gap: Int64 = 43_200) -> Int64 {
    1_780_000_000 - gap * Int64(index)
  }

  /// Packs every file; false when there is no `gzip`.
  func pack() -> Bool {
    let isPacked = runProgram(["gzip", "-r", "-q", path])
    age()
    return isPacked
  }

  func remove() { _ = runProgram(["rm", "-rf", path]) }

  /// A file that was changed within the last ten seconds may still be growing, and is not read.
  private func age() {
    _ = runProgram(["find", path, "-type", "f", "-exec", "touch", "-d", "2026-06-01", "{}", "+"])
  }
}

/// A new folder, in memory where the system has such; nil when there is no place for it.
func temporaryFolder() -> String? {
  for parent in ["/dev/shm", "/tmp"] {
    var template = Array("\(parent)/velo-sync-benchmark-XXXXXX".utf8CString)
    if let made = mkdtemp(&template) { return String(cString: made) }
  }
  return nil
}
