// The accessible renderer: when it speaks, and of what. Its sentences are in the golden of all messages.

import Model
import Reporting
import Support
import Testing

@Suite(.blocking) struct AccessibleRendererTests {
  private var show = accessible()

  @Test mutating func saysNothingTwiceAndNoStageThatIsPassedOver() {
    show.start()
    show.post(.stageStarted(.routine))
    let contact = SyncStatus.contactingIntegrations(sources: [.strava, .wahoo], unavailable: [])
    show.post(.status(contact))
    let said = show.lines
    // A difference in the displayed text only is not spoken again.
    show.post(.status(contact))
    show.post(.status(.contactingIntegrations(sources: [.strava, .wahoo], unavailable: [.wahoo])))
    show.post(.stageFinished(.routine))
    show.post(.stageStarted(.prep))
    show.post(.stageFinished(.prep))
    expectEqual(show.lines, said)
    show.post(.stageStarted(.saving))
    show.post(.status(.finalizing))
    expectEqual(show.lines.count, said.count + 2)
  }

  @Test mutating func aSavedScoreIsSaidOnlyWhenNoNewerOneComes() {
    show.start()
    show.post(score(.recovery, 64, .fair, day: -1, cached: true))
    show.post(score(.strain, 20, .low, day: -1, cached: true))
    expectEqual(show.lines.count, 1)
    var offline = show
    show.post(score(.recovery, 71, .good))
    show.post(score(.strain, 43, .low))
    show.post(score(.strain, 43, .low))
    show.end()
    let numbers = { (show: Show) in ["64", "20", "71", "43"].map { show.lines.with($0).count } }
    expectEqual(numbers(show), [0, 0, 1, 1])
    offline.post(.failure(.network(.strava)))
    offline.post(.status(.offline))
    offline.end(.failed)
    expectEqual(numbers(offline), [1, 1, 0, 0])
    expectEqual(offline.lines.with("19 November").count, 2)
  }

  /// A wait is said once, with the local time, and of several tries the first.
  @Test mutating func waitsTellTheLocalTime() {
    show.start()
    let before = show.lines.count
    show.pause(.retry(attempt: 2, of: 3), .strava, seconds: 1)
    show.pause(.retry(attempt: 3, of: 3), .strava, seconds: 1)
    show.pause(.locked, nil, seconds: 900)
    for _ in 1...2 { show.pause(.rateLimit, .strava, seconds: 900) }
    expectEqual(show.lines.count, before + 3)
    show.wait(30_000)
    expectEqual(show.lines.with("07:15").count, 3)
  }

  /// 30, 60, 120, then 180 seconds of silence; from another length on, and none.
  @Test(
    arguments: [
      (.seconds(30), [30, 90, 210, 390, 570]), (.seconds(60), [60, 180, 420]), (nil, []),
    ] as [(Duration?, [Int])])
  mutating func heartbeatsBackOff(_ heartbeat: Duration?, _ times: [Int]) {
    show = accessible(LogStyle(heartbeat: heartbeat))
    _ = downloading(&show, done: 62, of: 183)
    let before = show.writes.count
    show.wait(600_000)
    expectEqual(show.writes.dropFirst(before).map { $0.at / 1000 }, times)
  }

  @Test mutating func aHeartbeatSpeaksOfWhatGoesOn() {
    show.start([.strava, .intervals])
    show.post(.stageStarted(.routine))
    for source in [Source.strava, .intervals] {
      show.post(.status(.downloadingActivities(source: source, count: nil)))
      show.work(source, .activities, weight: 0.1).set(source == .strava ? 7 : 8)
    }
    show.post(finished(.intervals, counts(new: 1)))
    show.wait(30_000)
    let last = show.lines.suffix(1)
    expectEqual(
      [last.with("Strava").with("7 activities").count, last.with("Intervals").count], [1, 0])
  }

  /// What cannot be understood is asked again; nothing else is said meanwhile.
  @Test(arguments: [RetryOption.retry, .signIn(.strava)])
  mutating func asksForAWordAndAsksAgain(_ retryOption: RetryOption) {
    _ = downloading(&show, done: 62, of: 183)
    show.post(.failure(retryOption == .retry ? .network(.strava) : .auth(.strava)))
    show.propose(retryOption)
    let asked = show.lines
    show.wait(600_000)
    expectEqual(show.lines, asked)
    show.signal(.line("what?"))
    expectEqual(show.lines, asked + [asked.last ?? ""])
  }

  @Test(
    arguments: [
      ("retry", true), (" Retry ", true), ("r", true), ("yes", true), ("sign  in", true),
      ("cancel", false), ("c", false), ("q", false), ("No", false),
      ("", nil), ("rr", nil), ("retry please", nil),
    ] as [(String, Bool?)])
  func wordsThatAreUnderstood(_ typed: String, _ meant: Bool?) {
    expectEqual(Messages.answer(typed), meant)
  }
}
