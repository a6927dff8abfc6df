// How long a piece of work will still take, said only once it can be honest.

import Model

/// The time left of `item`, as somebody else told it, or from its own pace so far: nil before its total is known, the run is
/// 3 s old and 5 % is done, and when nothing is left.
func timeLeft(of item: Progress.Item, runStarted: Moment, at now: Moment) -> Duration? {
  if let reported = item.reported {
    return reported.left.map { $0 - (now - reported.at) }.flatMap { $0 > .zero ? $0 : nil }
  }
  guard let total = item.total, total > 0, item.done < total else { return nil }
  guard now - runStarted >= .seconds(3), item.done * 20 >= total else { return nil }
  let elapsed = (now - item.began).inSeconds
  let left = elapsed * Double(total - item.done) / Double(item.done)
  return .seconds(left.rounded(.up))
}
