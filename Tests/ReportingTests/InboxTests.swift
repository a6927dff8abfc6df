// No posted event is lost, from any number of threads.

import Reporting
import Support
import Model
import Synchronization
import Testing

@Suite struct InboxTests {
  @Test func `keeps everything in order from many tasks`() async {
    let time = ManualTime(step: .nanoseconds(1))
    let woken = Atomic<Int>(0)
    let inbox = Inbox(time: time) { woken.wrappingAdd(1, ordering: .relaxed) }
    await withTaskGroup(of: Void.self) { group in
      for source in Source.allCases {
        group.addTask {
          for count in 0..<500 {
            inbox.post(.status(.downloadingActivities(source: source, count: count)))
          }
        }
      }
    }
    inbox.end()
    let signals = inbox.drain()
    expectEqual(signals.count, Source.allCases.count * 500 + 1)
    expectEqual(woken.load(ordering: .relaxed), signals.count)
    var last: [Source: Int] = [:]
    var stamp = Moment(nanoseconds: 0)
    for case .event(let event) in signals {
      #expect(event.at > stamp)
      stamp = event.at
      guard case .status(.downloadingActivities(let source?, let count?)) = event.kind else {
        continue
      }
      expectEqual(count, (last[source] ?? -1) + 1)
      last[source] = count
    }
    #expect(inbox.drain().isEmpty)
  }
}
