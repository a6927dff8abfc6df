// A first sync that is cut at any of its requests, and the next one.

import Support
import Testing

@Suite(.blocking) struct CutTests {
  /// Full pages, of which four are asked for at a time.
  @Test func cutBetweenPagesAskedForSideBySide() throws {
    try cutEverywhere(RideBuilder.history(1100), pageLengths: [:], atLeast: 7)
  }

  /// Short pages, one after the other: an import of 20 requests.
  @Test func cutBetweenPagesInTurn() throws {
    let lengths = Dictionary(uniqueKeysWithValues: (1...18).map { ($0, 4) })
    try cutEverywhere(RideBuilder.history(75), pageLengths: lengths, atLeast: 20)
  }

  /// The stores of a cut and of an uncut run are the same in the end, byte for byte, whichever
  /// request is the last that is answered.
  private func cutEverywhere(
    _ rides: [Ride], pageLengths: [Int: Int], atLeast least: Int
  ) throws {
    func rider() throws -> Rider {
      let rider = try Rider.connected(rides: rides)
      rider.strava.edit { $0.rides.pageLengths = pageLengths }
      return rider
    }
    let uncut = try rider()
    #expect(try uncut.run("--quiet").status == .exited(0))
    let whole = try contents(of: uncut)
    #expect(!whole.isEmpty)
    let requests = uncut.strava.listRequests.count
    #expect(requests >= least)
    for request in 1...requests {
      let rider = try rider()
      rider.strava.answer(.path("/athlete/activities", nth: request), with: .dayUsedUp, times: 4)
      let cut = try rider.run("--quiet", "--wait", "0s")
      // The last requests under way may lie beyond the end, and are then of no account.
      #expect(
        cut.status == .exited(75) || pageLengths.isEmpty && request > requests - 4,
        "request \(request)")
      rider.strava.behave()
      #expect(try rider.run("--quiet").status == .exited(0), "request \(request)")
      #expect(try contents(of: rider) == whole, "request \(request)")
    }
  }

  /// Every file of the store, with its bytes.
  private func contents(of rider: Rider) throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for folder in ["", "/activities/strava", "/scores"] {
      for name in Disk.names(in: rider.store + folder) {
        found[folder + "/" + name] = try? Disk.read("\(rider.store)\(folder)/\(name)")
      }
    }
    return found
  }
}
