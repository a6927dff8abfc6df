// The folders for data, state and settings.

import Model
import Support
import Testing

@testable import Command

@Suite(.blocking) struct FoldersTests {
  private func folders(
    _ environment: [String: String], store: String? = nil, isSample: Bool = false
  ) throws -> Folders {
    try Folders(environment: environment, store: store, isSample: isSample, current: "/work dir")
  }

  /// Empty and relative variables are ignored.
  @Test(
    arguments: [
      (["HOME": "/home/jo"], "/home/jo/.local/share/velo-sync", "/home/jo/.local/state/velo-sync"),
      (
        ["HOME": "/home/jo", "XDG_DATA_HOME": "/data/", "XDG_STATE_HOME": "/state//x/./"],
        "/data/velo-sync", "/state/x/velo-sync"
      ),
      (
        ["HOME": "/h", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": ""],
        "/h/.local/share/velo-sync", "/h/.local/state/velo-sync"
      ),
    ])
  func `follow the base directory specification`(
    _ environment: [String: String], _ store: String, _ state: String
  ) throws {
    let folders = try folders(environment)
    expectEqual([folders.store, folders.state], [store, state])
  }

  @Test func `a store may be anywhere`() throws {
    let home = ["HOME": "/h"]
    try expectEqual(folders(home, store: "rides/").store, "/work dir/rides")
    try expectEqual(folders(home, store: "/abs//rides").store, "/abs/rides")
    try expectEqual(folders(home, isSample: true).store, "/h/.local/share/velo-sync-sample")
  }

  @Test func `without a home there is no store`() {
    for environment in [[:], ["HOME": "relative"], ["XDG_STATE_HOME": "/s"]] {
      #expect(throws: SyncFailure.config(.noHome)) { try folders(environment) }
    }
    #expect(throws: Never.self) { try folders(["XDG_STATE_HOME": "/s"], store: "/x") }
  }
}
