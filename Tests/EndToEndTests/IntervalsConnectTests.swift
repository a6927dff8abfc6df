// Connecting Intervals.icu with a key, and disconnecting it.

import Codec
import Support
import Testing

@Suite(.blocking) struct IntervalsConnectTests {
  @Test func aKeyFromStandardInputIsTriedAndStored() throws {
    let rider = try IntervalsRider()
    let result = try rider.run("connect", "intervals", input: "  \(rider.intervals.key)\r\n")
    expectEqual(result.status, .exited(0))
    #expect(result.output.contains("Connected to Intervals.icu as Marianne T."))
    let request = try #require(rider.intervals.server.requests.first)
    expectEqual(request.path, "/api/v1/athlete/0")
    expectEqual(request.basicCredentials?.user, "API_KEY")
    expectEqual(request.basicCredentials?.password, rider.intervals.key)
    let file = rider.rider.state + "/credentials.json"
    expectEqual(Disk.mode(of: file), 0o600)
    let entry = try JSONValue(parsing: try #require(try Disk.read(file)))["intervals"]
    #expect(entry?["api_key"]?.string == rider.intervals.key)
    #expect(entry?["athlete_id"]?.string == "i134815")
    let rows = try rider.run("sources").outputLines
    #expect(rows.contains { $0.hasPrefix("Intervals.icu  connected") })
  }

  @Test func asksAPersonAndDoesNotShowTheKey() throws {
    let rider = try IntervalsRider()
    let running = try rider.onTerminal("connect", "intervals").start()
    try running.wait(for: "API key (not shown):")
    let terminal = try #require(running.terminal)
    #expect(!terminal.modes.echoes)
    running.write(rider.intervals.key + "\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesBefore, result.modesAfter)
    let all = String(decoding: result.terminalBytes, as: UTF8.self)
    #expect(all.contains("https://intervals.icu/settings"))
    #expect(all.contains("Connected to Intervals.icu as Marianne T."))
    #expect(!all.contains(rider.intervals.key))
  }

  @Test func aBadKeyIsNotStored() throws {
    let rider = try IntervalsRider()
    let result = try rider.run("connect", "intervals", input: "wrong\n")
    expectEqual(result.status, .exited(77))
    expectEqual(
      result.errorLines,
      [
        "velo-sync: Intervals.icu did not accept the sign-in. (auth)",
        "  Check the API key, then run velo-sync connect intervals again",
      ])
    #expect(!Disk.exists(rider.rider.state + "/credentials.json"))
    #expect(!(result.output + result.errors).contains("wrong"))
  }

  @Test func anUnavailableServiceStoresNothing() throws {
    let rider = try IntervalsRider()
    rider.intervals.answer("/0", with: .intervalsDown, times: 3)
    try expectEqual(
      rider.run("connect", "intervals", input: rider.intervals.key).status, .exited(69))
    #expect(!Disk.exists(rider.rider.state + "/credentials.json"))
  }

  @Test func withNothingToReadItIsAUsageError() throws {
    let rider = try IntervalsRider()
    try expectEqual(rider.run("connect", "intervals", "--no-input").status, .exited(64))
    try expectEqual(rider.run("connect", "intervals", input: "\n").status, .exited(64))
    #expect(rider.intervals.server.requests.isEmpty)
  }

  @Test func theAthleteMayBeNamed() throws {
    let rider = try IntervalsRider()
    let key = rider.intervals.key
    let other = try rider.run("connect", "intervals", "--athlete", "i9", input: key)
    expectEqual(other.status, .exited(77))
    #expect(other.errors.contains("(permission)"))
    try expectEqual(
      rider.run("connect", "intervals", "--athlete", "i134815", input: key).status, .exited(0))
    expectEqual(rider.intervals.server.requests.last?.path, "/api/v1/athlete/i134815")
    for bad in ["../0", "i1/x", "", "i 1", "é"] {
      let result = try rider.run("connect", "intervals", "--athlete", bad, input: key)
      expectEqual(result.status, .exited(64), "\(bad)")
    }
    #expect(try rider.run("--athlete", "i1").errors.contains("connect"))
  }

  @Test func anotherAthletesKeyDoesNotReplaceTheFirstOne() throws {
    let rider = try IntervalsRider.connected(
      activities: IntervalsActivity.history(3, until: IntervalsRider.now))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let before = try Disk.read(rider.rider.state + "/credentials.json")
    rider.intervals.edit { ($0.athlete.id, $0.athlete.name, $0.key) = ("i7", "Jens", "other") }
    let result = try rider.run("connect", "intervals", input: "other\n")
    expectEqual(result.status, .exited(78))
    for word in ["Marianne T.", "Jens", "--store"] { #expect(result.errors.contains(word)) }
    try expectEqual(Disk.read(rider.rider.state + "/credentials.json"), before)
  }

  @Test func questionsAreWrappedToTheWindow() throws {
    let rider = try IntervalsRider()
    let program = try rider.onTerminal("connect", "intervals").onTerminal(columns: 40)
    let running = try program.start()
    let seen = try running.wait(for: "API key (not shown):")
    let lines = String(decoding: seen, as: UTF8.self).split(separator: "\r\n")
    #expect(lines.count > 4)
    #expect(lines.allSatisfy { $0.count < 40 })
    running.write(rider.intervals.key + "\n")
    try expectEqual(running.wait().status, .exited(0))
  }

  @Test func disconnectForgetsTheKeyAndKeepsTheRecords() throws {
    let rider = try IntervalsRider.connected(
      activities: IntervalsActivity.history(3, until: IntervalsRider.now),
      days: IntervalsDay.nights(5, until: IntervalsRider.now))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let asked = rider.intervals.server.requests.count
    try expectEqual(rider.run("disconnect", "intervals").status, .exited(0))
    expectEqual(rider.intervals.server.requests.count, asked)
    let file = try #require(try Disk.read(rider.rider.state + "/credentials.json"))
    #expect(!String(decoding: file, as: UTF8.self).contains(rider.intervals.key))
    try expectEqual(rider.storedIDs().count, 3)
    try expectEqual(rider.run().status, .exited(78))
    let purge = try rider.run("disconnect", "intervals", "--purge", "--yes")
    expectEqual(purge.status, .exited(0))
    #expect(purge.output.contains("8 records deleted"))
    #expect(!Disk.exists(rider.rider.store + "/activities/intervals"))
    #expect(!Disk.exists(rider.rider.store + "/wellness/intervals"))
  }

  @Test func aServiceManagerMaySupplyTheKey() throws {
    let rider = try IntervalsRider(
      activities: IntervalsActivity.history(3, until: IntervalsRider.now))
    let folder = try TemporaryFolder()
    try folder.write(rider.intervals.key + "\n", to: "intervals", mode: 0o400)
    let result = try rider.program(
      ["--json"], environment: ["CREDENTIALS_DIRECTORY": folder.path]
    ).run()
    try expectEqual(Events(result).count("new"), 3)
    #expect(!Disk.exists(rider.rider.state + "/credentials.json"))
  }

  @Test func aPanelAsksForANewKey() throws {
    let rider = try IntervalsRider.connected(
      activities: IntervalsActivity.history(3, until: IntervalsRider.now))
    rider.intervals.edit { $0.key = "newkey" }
    let running = try rider.onTerminal().start()
    try running.wait(for: "Press r to sign in again, c to cancel")
    running.write("r")
    try running.wait(for: "API key (not shown):")
    running.write("newkey\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesBefore, result.modesAfter)
    try expectEqual(rider.storedIDs().count, 3)
  }
}
