// Random numbers chosen by a test.

import Model
import Synchronization

/// Numbers that increase in equal steps from zero.
final class TestRandom: Random {
  private let last = Mutex<UInt64>(0)

  func next() -> UInt64 {
    last.withLock { last in
      last &+= 0x2545_F491_4F6C_DD1D
      return last
    }
  }
}
