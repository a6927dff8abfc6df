// The shell that starts a program on a terminal, for job control.

import CLibrary

/// A shell with job control that leads the terminal's session and runs one program as its job.
///
/// The program cannot lead the session itself: Ctrl-Z does not stop a process group without a
/// parent in its session, and when a session's leader dies the kernel hangs up the terminal and
/// discards unread output. The shell reports on descriptor 8 and takes commands on 9; both are
/// closed in the program, whose environment `env -i` keeps exact.
final class Keeper: Sendable {
  let ending: Ending
  private let shell: pid_t
  private let orders: Monitor<Orders>
  private let started = Monitor<pid_t?>(nil)

  enum Order: String, Sendable {
    case foreground
    case background
    case await
  }

  private struct Orders: Sendable {
    var descriptor: Int32?
    var isInBackground: Bool
  }

  init(_ program: Program, _ wiring: Wiring) throws {
    ending = Ending(wiring.pump)
    let reports = try makePipe()
    let orders = try makePipe()
    defer {
      closeDescriptor(reports.writing)
      closeDescriptor(orders.reading)
    }
    let null = try openFile("/dev/null", O_RDWR)
    defer { closeDescriptor(null) }
    let own: [(Int32, Inherited)] = (0...2).map { ($0, .descriptor(null)) }
    let pipes: [(Int32, Inherited)] = [
      (8, .descriptor(reports.writing)), (9, .descriptor(orders.reading)),
    ]
    shell = try spawn(
      "/bin/sh",
      ["-c", Self.script(program, wiring), "sh", "/usr/bin/env", "-i"] + program.environmentList
        + [program.path] + program.arguments,
      environment: [], folder: program.folder,
      descriptors: own + wiring.descriptors(from: 5) + pipes)
    self.orders = Monitor(
      Orders(descriptor: orders.writing, isInBackground: program.startsInBackground))
    startThread { [self] in readReports(reports.reading) }
  }

  /// The program's process id, as soon as it runs.
  func waitForStart() throws -> pid_t {
    try started.wait(for: "the shell to start the program") { $0 }
  }

  /// Commands the shell to continue a program that is stopped or in the background.
  func order(_ order: Order) {
    ending.state.withLock { $0.isStopped = false }
    orders.withLock { orders in
      guard let descriptor = orders.descriptor else { return }
      let line = Array("\(order)\n".utf8)
      _ = write(descriptor, line, line.count)
      orders.isInBackground = order == .background
    }
  }

  /// Makes the shell wait for a program in the background; it waits for one in the foreground
  /// anyway.
  func awaitFromBackground() {
    if orders.withLock({ $0.isInBackground }) { order(.await) }
  }

  /// Ends the shell.
  func dismiss() {
    orders.withLock { orders in
      if let open = orders.descriptor { closeDescriptor(open) }
      orders.descriptor = nil
    }
  }

  private func readReports(_ descriptor: Int32) {
    var held: [UInt8] = []
    while true {
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = interruptible { read(descriptor, &bytes, bytes.count) }
      guard count > 0 else { break }
      held += bytes[..<count]
      while let end = held.firstIndex(of: UInt8(ascii: "\n")) {
        note(String(decoding: held[..<end], as: UTF8.self))
        held.removeSubrange(...end)
      }
    }
    closeDescriptor(descriptor)
    reap(shell)
    if !ending.isOver { ending.end(.signalled(SIGKILL)) }
  }

  private func note(_ report: String) {
    let words = report.split(separator: " ")
    guard words.count == 2, let number = Int32(words[1]) else { return }
    if words[0] == "pid" {
      started.withLock { $0 = number }
    } else if [SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU].contains(number - 128) {
      ending.state.withLock { $0.isStopped = true }
    } else {
      ending.end(number > 128 ? .signalled(number - 128) : .exited(number))
    }
  }

  private static func script(_ program: Program, _ wiring: Wiring) -> String {
    let redirections = "0>&5 1>&6 2>&7 5>&- 6>&- 7>&- 8>&- 9>&-"
    let job = "/bin/sh -c 'echo \"pid $$\" >&8; exec \"$@\" \(redirections)' sh \"$@\""
    return """
      set -m
      # Else the shell would follow a program that died by Ctrl-C.
      trap : INT
      \(job)\(program.startsInBackground ? " &" : "; echo \"code $?\" >&8")
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
