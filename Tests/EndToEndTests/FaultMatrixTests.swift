// Every file and socket call of a command fails once, or is the last before the process is killed.

import Support
import Testing
import CLibrary

/// The fault at one call.
enum InjectedFault: String, CaseIterable, Sendable {
  case ioError = "EIO"
  case diskFull = "ENOSPC"
  case interrupted = "EINTR"
  case quotaExceeded = "EDQUOT"
  case killed = "SIGKILL"

  /// 0 kills the process.
  var code: Int32 {
    switch self {
    case .ioError: EIO
    case .diskFull: ENOSPC
    case .interrupted: EINTR
    case .quotaExceeded: EDQUOT
    case .killed: 0
    }
  }
}

/// After any failed call, a rerun ends with the store of an undisturbed run.
///
/// By default every tenth call gets one of the five faults, in turn. `VELO_SYNC_FAULTS=all` in the
/// tests' environment injects all five at each call.
@Suite(.blocking, .long, .enabled(if: FaultInjector.path != nil, "preloading works on Linux alone"))
struct FaultMatrixTests {
  @Test(arguments: FaultScenario.Name.allCases)
  func `a call that fails costs nothing`(_ name: FaultScenario.Name) throws {
    let scenario = try FaultScenario(name)
    let whole = try scenario.undisturbed()
    expect(whole.calls > 20)
    let isFull = getenv("VELO_SYNC_FAULTS").map { String(cString: $0) } == "all"
    let faults = InjectedFault.allCases
    for (position, fault) in faults.enumerated() {
      // A few more, because a retry makes calls of its own.
      for call in 0..<whole.calls + 5 where isFull || call % 50 == position * 10 {
        try scenario.check(fault, at: call, whole)
      }
    }
  }
}
