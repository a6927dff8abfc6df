// What a run that is killed leaves to the next one: derived files and loads that are out of date.

package import Model

/// Two kinds of notes in the state folder survive a kill. `saving` is written before the first
/// record of a save and removed after its last cursor. `streaming-SOURCE` lists the activities
/// without streams before the first is fetched: those of them that have streams later may need
/// another load.
extension Store {
  package func unfinished() throws(SyncFailure) -> Unfinished {
    try check()
    let paths = try paths()
    var unfinished = Unfinished()
    unfinished.needsDeriving = try disk.exists(paths.saving)
    for source in Source.allCases {
      let names = try names(in: paths.streaming(source))
      if names.isEmpty { continue }
      let stored = Set(try disk.list(paths.streams(source)))
      for name in names where stored.contains(name + ".json") {
        unfinished.streamed.insert(ActivityID(source: source, sourceID: name))
      }
    }
    return unfinished
  }

  /// Notes that records and derived files may differ from now on.
  func beginSaving() throws(SyncFailure) {
    let path = try paths().saving
    if try !disk.exists(path) { try disk.replaceState(path, with: []) }
  }

  /// Records, derived files and cursors are those of one run: nothing is left to do.
  func endSaving() throws(SyncFailure) {
    try endStreaming()
    try disk.remove(try paths().saving)
  }

  package func endStreaming() throws(SyncFailure) {
    guard mode == .readWrite else { return }
    for source in Source.allCases { try disk.remove(try paths().streaming(source)) }
  }

  /// Notes that these activities may have streams from now on, beside those of an earlier run.
  func beginStreaming(_ ids: [ActivityID], of source: Source) throws(SyncFailure) {
    if ids.isEmpty || mode == .readOnly { return }
    let path = try paths().streaming(source)
    let names = try names(in: path).union(ids.map(\.sourceID))
    try disk.replaceState(path, with: Array(names.sorted().map { $0 + "\n" }.joined().utf8))
  }

  /// The lines of a file of names; none without the file.
  func names(in path: String) throws(SyncFailure) -> Set<String> {
    let bytes = try disk.read(path) ?? []
    return Set(bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) })
  }
}
