// The two tiers of the tests: the quick one, and all of it with VELO_SYNC_TESTS=all.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What this run of the tests includes.
package enum Tier {
  /// Whether campaigns run in full.
  package static let isAll: Bool = {
    let chosen = getenv("VELO_SYNC_TESTS").map { String(cString: $0) } ?? ""
    if chosen != "all" { announce(chosen) }
    return chosen == "all"
  }()

  /// In the quick tier the first case, the last one and a sample of the others, the same in every
  /// run; otherwise all cases.
  package static func cases<Case>(_ campaign: Campaign, _ all: [Case], quick count: Int) -> [Case] {
    if isAll || all.count <= count { return all }
    var random = SeededRandom(seed: UInt64(all.count))
    let middle = (1..<all.count - 1).shuffled(using: &random).prefix(max(0, count - 2))
    return ([0] + middle.sorted() + [all.count - 1]).prefix(count).map { all[$0] }
  }

  /// How often to repeat something: `quick` times in the quick tier.
  package static func rounds(_ campaign: Campaign, quick: Int, all: Int) -> Int {
    isAll ? all : quick
  }

  /// Says what is left out, before the first test begins.
  private static func announce(_ chosen: String) {
    var lines = ["Quick tier. VELO_SYNC_TESTS=all swift test runs these in full, too:"]
    if !chosen.isEmpty { lines.insert("VELO_SYNC_TESTS=\(chosen) is unknown", at: 0) }
    lines += Campaign.allCases.map { "  \($0.rawValue)" }
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    // Without standard error there is nobody to tell.
    _ = text.withUnsafeBytes { systemWrite(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

// A build without Swift's dynamic libraries has no Testing, and needs none.
#if canImport(Testing)
  package import Testing

  /// Leaves a test, or a suite, out of the quick tier.
  package struct LongTier: SuiteTrait, TestTrait {
    let campaign: Campaign

    package func prepare(for test: Test) async throws {
      try await ConditionTrait.enabled(if: Tier.isAll, "\(campaign.rawValue)").prepare(for: test)
    }
  }

  extension Trait where Self == LongTier {
    /// The test is a part of a campaign that only the long tier runs.
    package static func long(_ campaign: Campaign) -> LongTier { LongTier(campaign: campaign) }
  }
#endif
