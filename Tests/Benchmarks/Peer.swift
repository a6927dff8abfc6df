// Common readers of other projects on the same input: jq and fitdecode.

import CLibrary
import Support

/// Nanoseconds of real time that `jq -c .` takes for each line, including its start; nil when jq is
/// missing.
func jqNanoseconds(_ stream: RecordedStream) -> Double? {
  guard let folder = try? TemporaryFolder(),
    (try? Disk.write(stream.bytes, to: folder / "lines")) != nil
  else { return nil }
  let nothing = open("/dev/null", O_WRONLY)
  defer { close(nothing) }
  let times = (0..<3).compactMap { _ -> Double? in
    var isGood = false
    let time = ContinuousClock().measure {
      isGood = runProgram(["jq", "-c", ".", folder / "lines"], output: nothing)
    }
    return isGood ? time / .nanoseconds(1) / Double(stream.count) : nil
  }
  return times.isEmpty ? nil : median(times)
}

/// Seconds of real time that Python's fitdecode takes to read every value of ride files, without
/// the start of Python; nil when it is missing.
func fitdecodeSeconds(_ files: [String]) -> Double? {
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
  return numbers(printedBy: ["python3", "-c", program] + files)?.first
}
