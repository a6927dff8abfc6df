// Files in the folders of the store that velo-sync does not write: conflict copies, backups.

package import Model

extension Store {
  /// The files and folders in the store that are none of its own, such as a sync program's conflict
  /// copies, by their path below the data folder. Hidden ones are left out: `.git`, `.DS_Store`,
  /// and what other programs are just writing.
  ///
  /// - Parameter amongStreams: whether to look there, too: there may be a file for each activity.
  /// - Throws: `storage` when a folder cannot be listed.
  package func foreignFiles(amongStreams: Bool) throws(SyncFailure) -> [String] {
    var found: [String] = []
    for folder in StoreFolder.all where amongStreams || !folder.holdsStreams {
      let path = folder.path.isEmpty ? "" : folder.path + "/"
      let names = folder.foreign(among: try disk.list(root + "/" + folder.path))
      found += names.map { path + $0 }
    }
    return found
  }
}

/// A folder of the store, and the names that velo-sync writes there.
struct StoreFolder: Sendable {
  /// Below the data folder; empty for that itself.
  let path: String
  let isOwn: @Sendable (String) -> Bool
  var holdsStreams = false

  /// The names that are not hidden and none of velo-sync's own.
  func foreign(among names: some Sequence<String>) -> [String] {
    names.filter { !$0.hasPrefix(".") && !isOwn($0) }
  }

  /// All that there may be, each before those inside.
  static let all: [StoreFolder] = {
    let sources = Source.allCases.map(\.rawValue)
    let kinds = ["activities", "wellness", "streams"]
    let own =
      kinds + ["scores", "format", "sample", "athletes.json", "routine.json", "prep.json"]
    var folders = [StoreFolder(path: "", isOwn: { own.contains($0) })]
    for kind in kinds {
      let holdsStreams = kind == "streams"
      folders.append(StoreFolder(path: kind, isOwn: { sources.contains($0) }))
      folders += Source.allCases.map { source in
        StoreFolder(
          path: "\(kind)/\(source.rawValue)",
          isOwn: {
            holdsStreams ? StreamFile.id($0, of: source) != nil : YearName.year($0) != nil
          }, holdsStreams: holdsStreams)
      }
    }
    return folders + [StoreFolder(path: "scores", isOwn: { YearName.year($0) != nil })]
  }()
}
