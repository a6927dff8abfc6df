// How fast an Apple Health export is read, and in how much memory.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An export of about 300 MB, as XML and packed by `zip` where there is one; each is read by a
/// process of its own.
func healthFigures() -> [Figure] {
  var template = Array("/tmp/velo-sync-benchmark-XXXXXX".utf8CString)
  guard let made = mkdtemp(&template) else { return [] }
  let folder = String(cString: made)
  let (xml, zip) = (folder + "/export.xml", folder + "/export.zip")
  defer {
    unlink(xml)
    unlink(zip)
    rmdir(folder)
  }
  guard let size = writeExport(days: 700, to: xml) else { return [] }
  var figures = measured(xml, name: "health: .xml", size: size, atLeast: 300)
  if runProgram(["zip", "-q", "-j", zip, xml], output: 1) {
    figures += measured(zip, name: "health: .zip", size: size, atLeast: 150)
  }
  return figures
}

private func measured(
  _ path: String, name: String, size: Int, atLeast bar: Double
) -> [Figure] {
  let readings = (0..<3).compactMap { _ in ExportReading(path) }
  guard !readings.isEmpty else { return [] }
  let seconds = median(readings.map(\.seconds))
  let peak = readings.map(\.megabytes).max() ?? 0
  return [
    Figure(
      name: name, value: Double(size) / 1e6 / seconds, unit: "MB/s of XML", bar: .atLeast(bar)),
    Figure(name: name + ", most memory", value: peak, unit: "MB", bar: .atMost(25)),
  ]
}

/// Runs a program and waits for it.
///
/// - Parameter output: the descriptor that its standard output becomes.
/// - Returns: whether it ended well.
func runProgram(_ words: [String], output: Int32) -> Bool {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, output, 1)
  let arguments = words.map { strdup($0) }
  defer { for argument in arguments { free(argument) } }
  var child = pid_t()
  var status: Int32 = -1
  guard posix_spawnp(&child, words[0], &actions, nil, arguments + [nil], environ) == 0 else {
    return false
  }
  waitpid(child, &status, 0)
  return status == 0
}
