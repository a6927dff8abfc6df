// jq, the reader that people use, on the same lines.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Nanoseconds by the clock on the wall that `jq -c .` takes for each line, its start included; nil
/// when there is no jq.
func jqNanoseconds(_ stream: RecordedStream) -> Double? {
  var path = Array("/tmp/velo-sync-benchmark-XXXXXX".utf8CString)
  let file = mkstemp(&path)
  guard file >= 0 else { return nil }
  defer {
    close(file)
    unlink(path)
  }
  var written = 0
  while written < stream.bytes.count {
    let count = stream.bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    guard count > 0 else { return nil }
    written += count
  }
  let times = (0..<3).compactMap { _ in
    lseek(file, 0, SEEK_SET)
    return jq(reading: file).map { $0 / Double(stream.count) }
  }
  return times.isEmpty ? nil : median(times)
}

private func jq(reading file: Int32) -> Double? {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, file, 0)
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
  let words = ["jq", "-c", "."].map { (word: String) in strdup(word) }
  defer { for word in words { free(word) } }
  var status: Int32 = -1
  let time = ContinuousClock().measure {
    var child = pid_t()
    if posix_spawnp(&child, "jq", &actions, nil, words + [nil], environ) == 0 {
      waitpid(child, &status, 0)
    }
  }
  return status == 0 ? time / .nanoseconds(1) : nil
}
