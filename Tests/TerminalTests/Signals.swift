// What the loop receives, as text to compare.

import Model
import Support
import Terminal

/// A deadline that is over: the loop does not wait.
let past = Moment(nanoseconds: 0)

/// Compares what comes next, nothing but a tick at a past deadline.
func expectNext(
  _ waiting: inout PollWaiting, until deadline: Moment? = nil, _ signals: [String],
  filePath: String = #filePath, line: Int = #line
) {
  expectEqual(
    describe(waiting.next(until: deadline)), signals, filePath: filePath, line: line)
}

func describe(_ signals: [Signal]) -> [String] {
  signals.map { signal in
    switch signal {
    case .bytes(let channel, let bytes):
      "\(name(channel)): \(String(decoding: bytes, as: UTF8.self))"
    case .bytesEnded(let channel): "\(name(channel)) ended"
    default: "\(signal)"
    }
  }
}

private func name(_ channel: ByteChannel) -> String {
  switch channel {
  case .input: "input"
  case .output: "output"
  case .events: "events"
  }
}
