// Imports that a missing library or a signal ends, and folders that may not be read.

import CLibrary
import Codec
import Support
import Testing

@Suite(.blocking) struct ImportFailureTests {
  @Test(arguments: Tier.cases([2, 15] as [Int32], quick: 1))
  func `a signal while it reads leaves the store as it was`(
    _ signal: Int32
  ) throws {
    let importer = try Importer()
    try expectEqual(importer.run(importer.write(Importer.weeks), "-q").status, .exited(0))
    let before = try Disk.snapshot(of: importer.store)
    let newer = ExportText.History(last: Importer.today, days: 100)
    let path = try importer.write(Importer.endless(newer).utf8, to: "long.xml")
    let running = try importer.rider.program("import", path, "--json").start()
    try running.wait(for: "fetching_health_data")
    running.signal(signal)
    let events = try Events(running.wait())
    expectEqual(
      [events.brief, events.summary?["outcome"]?.string], ["signal \(signal)", "interrupted"])
    expectEqual(events.outcomes, [])
    try expectEqual(Disk.snapshot(of: importer.store), before)
    try expectEqual(importer.run(path, "--timeout", "10ms").brief, "exit 75 (timeout)")
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read every folder"))
  func `a folder that may not be read is refused`() throws {
    let importer = try Importer()
    let folder = try importer.write([("a.fit", TrueRide.daysAgo(3).fit())], under: "rides")
    let locked = importer.rider.home / "locked"
    try Disk.makeFolder(locked, mode: 0)
    defer { _ = chmod(locked, 0o700) }  // So that the home folder can be removed.
    let result = try importer.rider.run("connect", "files", folder, locked)
    expectEqual(result.brief, "exit 77 (permission)")
    expect(result.errors.contains("~/locked"), "\(result.errors)")
    try expectEqual(importer.rider.events("sources").state(of: "files"), "not_connected")
  }

  /// The file's name and its bytes are shown at the right while it is read.
  @Test func `bytes are shown beside the status`() throws {
    let importer = try Importer()
    let path = try importer.write(Importer.endless(Importer.weeks).utf8, to: "export.xml")
    let running = try importer.rider.onTerminal("import", path).start()
    try running.wait(for: " of 12")
    running.write("\u{3}")
    let result = try running.finish(.signalled(2))
    expectEqual(["export.xml · ", " MB"].filter { !result.sent.contains($0) }, [])
    expect(result.finishedScreen().text.contains(Marks.stopped))
    expect(!Disk.exists(importer.store))
  }
}
