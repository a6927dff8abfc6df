// The two tiers of the tests: the quick one, and all of it with VELO_SYNC_TESTS=all.

import CLibrary

package enum Tier {
  private static let announcement = """
    Quick tier. These are sampled or left out; VELO_SYNC_TESTS=all swift test runs them in full:
      kill points      a run dies or loses its power at each change of the disk
      failing calls    each system call of a run fails once
      signals          Ctrl-C at many moments of a run
      damaged input    each byte of a file, an archive or a store changed or cut off
      extremes         each number of a record or an event at its largest and smallest
      random input     decoders, arguments, screens and charts by the ten thousand
      odd services     each failure and odd reply of each service
      large amounts    long listings, endless lines, full pipes

    """

  package static let isAll: Bool = {
    let chosen = getenv("VELO_SYNC_TESTS").map { String(cString: $0) } ?? ""
    if chosen == "all" { return true }
    let unknown = chosen.isEmpty ? "" : "VELO_SYNC_TESTS=\(chosen) is unknown.\n"
    writeAll((unknown + announcement).utf8, to: STDERR_FILENO)
    return false
  }()

  /// All cases of a campaign; in the quick tier `count` of them, the same in every run: the last,
  /// the first, and a seeded sample of the others.
  package static func cases<Case>(_ all: some Collection<Case>, quick count: Int) -> [Case] {
    let all = Array(all)
    if isAll || all.count <= count { return all }
    var random = SeededRandom(seed: UInt64(all.count))
    let middle = (1..<all.count - 1).shuffled(using: &random).prefix(max(0, count - 2)).sorted()
    return ([0] + middle + [all.count - 1]).suffix(count).map { all[$0] }
  }

  /// How often a campaign repeats something: a tenth in the quick tier.
  package static func rounds(_ all: Int) -> Int { isAll ? all : all / 10 }
}

// A build without Swift's dynamic libraries has no Testing, and needs none.
#if canImport(Testing)
  package import Testing

  extension Trait where Self == ConditionTrait {
    /// Leaves a test, or a suite, out of the quick tier.
    package static var long: Self { .enabled(if: Tier.isAll, "VELO_SYNC_TESTS=all") }

    /// Skips the test, visibly, where the machine does not have the tool.
    package static func needs(_ tool: String) -> Self {
      .enabled(if: Program.find(tool) != nil, "needs \(tool)")
    }
  }
#endif
