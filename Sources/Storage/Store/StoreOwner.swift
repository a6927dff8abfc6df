// Whose store it is: the athlete's id at each service, in a file that travels with the records.

import Codec
package import Model

extension Store {
  /// Whose data the store holds of a source: as it says itself, or its newest record, or the last
  /// listing.
  ///
  /// - Throws: `storage`, `badInput` for a damaged file, and what keeps a store from being used.
  package func owner(of source: Source) throws(SyncFailure) -> Athlete? {
    try check()
    let listed = try cursor(of: source)?.athlete
    let id = if let id = try athletes()[source] { id } else { try newestSender(of: source) }
    guard let id, id != listed?.id else { return listed }
    return Athlete(id: id)
  }

  /// Refuses the data of another athlete.
  ///
  /// - Throws: `config`, and as `owner`.
  func refuse(_ athlete: Athlete, at source: Source) throws(SyncFailure) {
    guard let owner = try owner(of: source), owner.id != athlete.id else { return }
    throw .config(.otherAthlete(source, stored: owner.label, signedIn: athlete.label))
  }

  /// Notes the athletes of the listings that are about to be saved, and forgets the one of a source
  /// whose records are gone.
  func saveAthletes(without gone: Source? = nil) throws(SyncFailure) {
    let stored = try athletes()
    var athletes = stored
    for source in Source.allCases {
      if let athlete = states[source]?.merged?.athlete { athletes[source] = athlete.id }
    }
    if let gone { athletes[gone] = nil }
    if athletes == stored { return }
    let path = try paths().athletes
    if athletes.isEmpty { return try disk.remove(path) }
    var json = JSONWriter()
    json.object { json in
      for (source, id) in athletes.sorted(by: { $0.key < $1.key }) {
        json.key(escaping: source.rawValue)
        json.value(id)
      }
    }
    json.endLine()
    try disk.replaceData(path, with: json.take())
  }

  /// The athlete's id at each service, as the store says.
  private func athletes() throws(SyncFailure) -> [Source: String] {
    let path = try paths().athletes
    guard let bytes = try disk.read(path) else { return [:] }
    let json = try? JSONValue(parsing: bytes)
    guard let json, json.members != nil else { throw .badInput(file: DisplayText(path), line: 1) }
    var athletes: [Source: String] = [:]
    for source in Source.allCases { athletes[source] = json[source.rawValue]?.string }
    return athletes
  }

  /// The athlete whom the service named in its newest record, in stores of older versions.
  private func newestSender(of source: Source) throws(SyncFailure) -> String? {
    let names: [String]
    switch source {
    case .strava: names = ["athlete", "id"]
    case .intervals: names = ["icu_athlete_id"]
    default: return nil
    }
    let folder = try paths().activities(source)
    guard let year = try disk.stamps(in: folder).keys.max(),
      let bytes = try disk.readRecords(folder + "/" + YearName.file(year))
    else { return nil }
    for line in recordLines(in: bytes).reversed() {
      var value = try? JSONValue(parsing: bytes, in: line.range)["raw"]
      for name in names { value = value?[name] }
      if let id = value?.string ?? value?.integer.map({ String($0) }) { return id }
    }
    return nil
  }
}
