// Common readers of other projects on the same input: jq and fitdecode.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Nanoseconds of real time that `jq -c .` takes for each line, including its start; nil when jq is
/// missing.
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
  let nothing = open("/dev/null", O_WRONLY)
  defer { close(nothing) }
  var isGood = false
  let time = ContinuousClock().measure {
    isGood = runProgram(["jq", "-c", "."], input: file, output: nothing)
  }
  return isGood ? time / .nanoseconds(1) : nil
}

/// Seconds of real time that Python's fitdecode takes to read every value of ride files, without
/// the start of Python; nil when it is missing.
func fitdecodeSeconds(_ files: [String]) -> Double? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  defer { close(ends[0]) }
  let program = """
    import sys, time
    try:
      import fitdecode
    except ImportError:
      sys.exit(1)
    begin = time.monotonic()
    for path in sys.argv[1:]:
      with fitdecode.FitReader(path) as reader:
        for frame in reader:
          if frame.frame_type == fitdecode.FIT_FRAME_DATA:
            for field in frame.fields: field.value
    print(time.monotonic() - begin)
    """
  let isGood = runProgram(["python3", "-c", program] + files, output: ends[1])
  close(ends[1])
  return isGood ? TimedProgram.numbers(from: ends[0]).first : nil
}
