// What is read of second-by-second data, with the liberties that Strava takes.

import Platform
import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct StreamFileTests {
  private let scratch: Scratch
  private let id = ActivityID(source: .strava, sourceID: "9000000000")

  init() throws { scratch = try Scratch() }

  /// What a store reads of streams that were sent like this.
  private func streams(_ json: String) async throws -> ActivityStreams? {
    let store = store(scratch)
    try await expectEqual(store.lock(), nil)
    try await store.keep(streams: Array(json.utf8), of: id)
    let streams = try await store.streams(of: id)
    await store.unlock()
    return streams
  }

  @Test(arguments: [
    """
    {"time":{"data":[0,1,2,60],"series_type":"time","original_size":4,"resolution":"high"},
     "watts":{"data":[200,null,220,0],"series_type":"time"},
     "heartrate":{"data":[120,121,122,130]},"latlng":{"data":[[52.5,13.4],[],null,[0,0]]}}
    """,
    // Without the option that asks for an object; and whole numbers as fractions.
    """
    [{"type":"watts","data":[200.0,null,220.0,0.0]},{"type":"moving","data":[true,true,true,false]},
     {"type":"heartrate","data":[120.0,121,122,130]},{"type":"time","data":[0.0,1.0,2,60.0]}]
    """,
  ])
  func `an object and an array say the same`(_ json: String) async throws {
    let streams = try await streams(json)
    expectEqual(streams?.power?.runs.map(\.values), [[200, 200, 220], [0]])
    expectEqual(streams?.power?.runs.map(\.start), [0, 60])
    expectEqual(streams?.heartRate?.seconds, 3 + 1)
  }

  /// However many they are, each costs one short line.
  @Test func `rides without streams are noted one by one`() async throws {
    let disk = MemoryFiles()
    func open() -> Store {
      Store(root: "/data", stateFolder: "/state", files: disk, time: ManualTime(at: now))
    }
    try await sync(open(), [Account(activities: rides(50))])
    for again in [false, true, true] {
      let run = open()
      try await expectEqual(run.lock(), nil)
      let wanted = try await run.withoutStreams(.strava, again: again).map(\.id)
      expectEqual(wanted.count, 50)
      disk.forgetChanges()
      for id in wanted.dropLast() { try await run.keep(streams: nil, of: id) }
      expectEqual(Set(disk.changes.map(\.operation)), [.append])
      try await expectEqual(run.withoutStreams(.strava, again: false).map(\.id), [wanted[49]])
      await run.unlock()
    }
    let notes = disk.files(below: "/state/").filter { $0.key.hasSuffix("streamless-strava") }
    expectEqual(notes.values.map { $0.count { $0 == 0x0A } }, [49])
  }

  @Test(arguments: ["", #""time":{"data":null},"#, #""time":null,"#, #""time":[],"#])
  func `without times entries are a second apart`(_ time: String) async throws {
    let streams = try await streams("{\(time)\"watts\":{\"data\":[100,200,300]}}")
    expectEqual(streams?.power?.runs.map(\.values), [[100, 200, 300]])
    expectEqual(streams?.heartRate, nil)
  }

  @Test func `times that are none take their value along`() async throws {
    let streams = try await streams(
      #"{"time":{"data":[0,null,"2",3]},"watts":{"data":[100,900,900,200,900]}}"#)
    expectEqual(streams?.power?.runs.map(\.values), [[100, 100, 100, 200]])
  }

  @Test(arguments: ["{}", "[]", #"{"watts":null}"#, #"{"watts":{"data":{}}}"#, "[null,7,{}]"])
  func `what is left out is left out`(_ json: String) async throws {
    let streams = try await streams(json)
    #expect(streams != nil && streams?.power == nil && streams?.heartRate == nil)
  }

  @Test(arguments: ["", "null", "\"x\"", "<html>", "{\"watts\":"])
  func `what is no streams is none`(_ json: String) async throws {
    try await expectEqual(streams(json), nil)
  }
}
