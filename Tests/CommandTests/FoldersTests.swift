// The folders for data, state and settings.

import Support
import Model
import Testing

@testable import Command

@Suite(.blocking) struct FoldersTests {
  private func folders(
    _ environment: [String: String], store: String? = nil, isSample: Bool = false
  ) throws -> Folders {
    try Folders(environment: environment, store: store, isSample: isSample, current: "/work dir")
  }

  @Test func followTheBaseDirectorySpecification() throws {
    let usual = try folders(["HOME": "/home/jo"])
    expectEqual(usual.store, "/home/jo/.local/share/velo-sync")
    expectEqual(usual.state, "/home/jo/.local/state/velo-sync")
    let own = try folders([
      "HOME": "/home/jo", "XDG_DATA_HOME": "/data/", "XDG_STATE_HOME": "/state//x/./",
    ])
    expectEqual(own.store, "/data/velo-sync")
    expectEqual(own.state, "/state/x/velo-sync")
    try expectEqual(
      folders(["HOME": "/h"], isSample: true).store, "/h/.local/share/velo-sync-sample")
  }

  @Test func emptyAndRelativeVariablesAreIgnored() throws {
    let folders = try folders(["HOME": "/h", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": ""])
    expectEqual(folders.store, "/h/.local/share/velo-sync")
    expectEqual(folders.state, "/h/.local/state/velo-sync")
  }

  @Test func aStoreMayBeAnywhere() throws {
    try expectEqual(folders(["HOME": "/h"], store: "rides/").store, "/work dir/rides")
    #expect(try folders(["HOME": "/h"], store: "/abs//rides").store == "/abs/rides")
  }

  @Test func withoutAHomeThereIsNoStore() {
    #expect(throws: SyncFailure.config(.noHome)) { try folders([:]) }
    #expect(throws: SyncFailure.config(.noHome)) { try folders(["HOME": "relative"]) }
    #expect(throws: SyncFailure.config(.noHome)) { try folders(["XDG_STATE_HOME": "/s"]) }
    #expect(throws: Never.self) { try folders(["XDG_STATE_HOME": "/s"], store: "/x") }
  }
}
