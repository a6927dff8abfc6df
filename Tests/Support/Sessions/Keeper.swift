// The shell that starts a program on a terminal, for job control.

import CLibrary
import Platform

/// A shell with job control that leads the terminal's session and runs one program as its job.
///
/// The program cannot lead the session itself: Ctrl-Z does not stop a process group without a
/// parent in its session, and when a session's leader dies the kernel hangs up the terminal and
/// discards unread output. The shell reports on descriptor 8 and takes commands on 9; both are
/// closed in the program, whose environment `env -i` keeps exact.
final class Keeper: Sendable {
  enum Order: String { case foreground, background, await }

  private let pump: Pump
  private let orders: Int32
  private let isInBackground: Monitor<Bool>
  private let started = Monitor<pid_t?>(nil)

  init(
    _ program: Program, on terminal: PseudoTerminal, _ streams: [Int32], _ pump: Pump
  ) throws {
    self.pump = pump
    isInBackground = Monitor(program.startsInBackground)
    let (reports, orders) = (try makePipe(), try makePipe())
    let null = try openFile("/dev/null", O_RDWR)
    defer { for end in [reports.writing, orders.reading, null] { RawDescriptor.close(end) } }
    self.orders = orders.writing
    let script = Self.script(inBackground: program.startsInBackground)
    let own: [(Int32, Int32)] = [(0, null), (1, null), (2, null)]
    let shell = try spawn(
      "/bin/sh",
      ["-c", script, "sh", "/usr/bin/env", "-i"] + program.environmentList + [program.path]
        + program.arguments,
      environment: [], folder: program.folder, terminal: terminal.path,
      descriptors: own + zip(5..., streams + [reports.writing, orders.reading]))
    startThread { [pump, started] in
      Self.readReports(reports.reading) { report in
        let words = report.split(separator: " ")
        guard words.count == 2, let number = Int32(words[1]) else { return }
        if words[0] == "pid" {
          started.withLock { $0 = number }
        } else if [SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU].contains(number - 128) {
          pump.change { $0.isStopped = true }
        } else {
          pump.end(number > 128 ? .signalled(number - 128) : .exited(number))
        }
      }
      reap(shell)
      pump.end(.signalled(SIGKILL))
    }
  }

  deinit { RawDescriptor.close(orders) }

  /// The program's process id, as soon as it runs.
  func waitForStart() throws -> pid_t {
    try started.wait(for: "the shell to start the program") { $0 }
  }

  /// Commands the shell to continue a program that is stopped or in the background.
  func order(_ order: Order) {
    pump.change { $0.isStopped = false }
    isInBackground.withLock { isInBackground in
      writeAll("\(order)\n".utf8, to: orders)
      isInBackground = order == .background
    }
  }

  /// Makes the shell wait for a program in the background, as it does for one in the foreground.
  func awaitFromBackground() { if isInBackground.withLock({ $0 }) { order(.await) } }

  private static func readReports(_ descriptor: Int32, _ note: (String) -> Void) {
    var held: [UInt8] = []
    while let bytes = readBytes(descriptor), !bytes.isEmpty {
      held += bytes
      while let end = held.firstIndex(of: UInt8(ascii: "\n")) {
        note(String(decoding: held[..<end], as: UTF8.self))
        held.removeSubrange(...end)
      }
    }
    RawDescriptor.close(descriptor)
  }

  private static func script(inBackground: Bool) -> String {
    let redirections = "0>&5 1>&6 2>&7 5>&- 6>&- 7>&- 8>&- 9>&-"
    let job = "/bin/sh -c 'echo \"pid $$\" >&8; exec \"$@\" \(redirections)' sh \"$@\""
    return """
      set -m
      # Else the shell would follow a program that died by Ctrl-C.
      trap : INT
      \(job)\(inBackground ? " &" : "; echo \"code $?\" >&8")
      while read -r order <&9; do
        case $order in
        foreground) fg %1; echo "code $?" >&8 ;;
        background) bg %1 ;;
        await) wait %1; echo "code $?" >&8 ;;
        esac
      done
      """
  }
}
