// What the schema says of stored files that are one object each and have no table.

import Model

/// The members of `athletes.json`.
let athletesMembers = Source.allCases.filter { !$0.isFiles }.map { source in
  MemberDescription(
    name: source.rawValue, isRequired: false, about: "The id of the store's rider there.",
    kind: .text)
}

/// The members of a file of second-by-second data, by Strava's names
/// (https://developers.strava.com/docs/reference/#api-models-StreamSet).
let streamsMembers: [MemberDescription] = {
  func series(_ name: String, _ about: String, _ kind: ValueKind) -> ObjectKind {
    ObjectKind(
      name: name, about: about,
      rows: [
        MemberDescription(
          name: "data", isRequired: true, about: "One entry for each entry of time, null for none.",
          kind: .list(.orNull(kind))),
        MemberDescription(
          name: "series_type", isRequired: false, about: "What the entries are a series over.",
          kind: .text),
        MemberDescription(
          name: "original_size", isRequired: false, about: "The number of entries recorded.",
          kind: .integer(0 ... .max)),
        MemberDescription(
          name: "resolution", isRequired: false, about: "Whether all of them are there: high.",
          kind: .text),
      ])
  }
  let number = ValueKind.number(-1e9...1e9, decimals: nil)
  let numbers = series("numbers", "A series of numbers.", number)
  let positions = series("positions", "A series of positions.", .list(number))
  let flags = series("flags", "A series of true and false.", .flag)
  func row(_ name: String, _ kind: ObjectKind, _ about: String) -> MemberDescription {
    MemberDescription(name: name, isRequired: false, about: about, kind: .object(kind))
  }
  return [
    row("time", numbers, "Seconds since the start, with gaps."),
    row("latlng", positions, "Latitude and longitude in degrees; empty for none."),
    row("distance", numbers, "Metres since the start."),
    row("altitude", numbers, "Metres above the sea."),
    row("velocity_smooth", numbers, "Metres a second."),
    row("heartrate", numbers, "Beats a minute."),
    row("cadence", numbers, "Turns of the cranks a minute."),
    row("watts", numbers, "Watts; 0 while coasting."),
    row("temp", numbers, "Degrees Celsius."),
    row("grade_smooth", numbers, "The slope in per cent."),
    row("moving", flags, "Whether the rider moved; a gap after false is a pause of the recorder."),
  ]
}()
