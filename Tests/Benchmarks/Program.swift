// Other programs, run to be timed or to prepare what is timed, and threads.

import CLibrary
import Support

/// Runs a program and waits for it.
///
/// - Parameters:
///   - input: the descriptor for its standard input; nil for ours.
///   - output: the descriptor for its standard output; nil for ours.
/// - Returns: whether it succeeded.
func runProgram(_ words: [String], input: Int32? = nil, output: Int32? = nil) -> Bool {
  guard let child = startProgram(words, input: input, output: output) else { return false }
  var status: Int32 = -1
  waitpid(child, &status, 0)
  return status == 0
}

/// Starts a program; nil when that fails.
///
/// - Parameters: as of `runProgram`.
func startProgram(_ words: [String], input: Int32? = nil, output: Int32? = nil) -> pid_t? {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
  if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
  let arguments = words.map { strdup($0) }
  defer { for argument in arguments { free(argument) } }
  var child = pid_t()
  guard posix_spawnp(&child, words[0], &actions, nil, arguments + [nil], environ) == 0 else {
    return nil
  }
  return child
}

/// The numbers that a program prints; nil when it fails.
func numbers(printedBy words: [String]) -> [Double]? {
  let pipe = Pipe()
  let isGood = runProgram(words, output: pipe.writeEnd)
  pipe.closeWriting()
  let text = String(decoding: pipe.read(4096), as: UTF8.self)
  return isGood ? text.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) } : nil
}

/// Starts a thread; the result waits for its end.
func startWorker(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
  let isOver = Monitor(false)
  startThread {
    body()
    isOver.withLock { $0 = true }
  }
  return { isOver.waitForever { $0 ? () : nil } }
}
