// Inputs to start from that are more than a line: the recorded output of programs.

import Codec

@testable import Support

/// The texts that recorded programs wrote, in order.
private func recordedRuns() throws -> [[String]] {
  let tests = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
  let folder = tests + "/WrapTests/PrintedOutput"
  return try Disk.names(in: folder).filter { $0.hasSuffix(".ndjson") }.map { name in
    try NDJSON(Disk.read(folder + "/" + name) ?? []).lines.isEmpty
      ? [] : writes(folder + "/" + name)
  }
}

private func writes(_ path: String) throws -> [String] {
  let bytes = try Disk.read(path) ?? []
  return NDJSON(bytes).lines.compactMap { line in
    (try? JSONValue(parsing: bytes, in: line))?["text"]?.string
  }
}

/// Rows as the recogniser gets them, a few at a time: short inputs are changed where it matters.
@Sendable func printedSeeds() throws -> [[UInt8]] {
  try recordedRuns().flatMap { writes in
    let rows = writes.joined().split { $0.isNewline }
    return [rows.prefix(4), rows.dropFirst(4).prefix(4), rows.suffix(4)].map {
      Array($0.joined(separator: "\n").utf8)
    }
  }
}

/// Chunks as the emulation gets them.
@Sendable func outputSeeds() throws -> [[UInt8]] {
  try recordedRuns().map { writes in
    [80, 24, 1] + writes.prefix(8).map { [0] + Array($0.utf8) }.joined(separator: [0xFF])
  }
}

/// Records as services send them, and an error.
@Sendable func serviceSeeds() -> [[UInt8]] {
  let rides = RideBuilder.history(3)
  let strava = rides.map(\.json).joined(separator: ",")
  let intervals = rides.map { IntervalsActivity($0).json(nil) }.joined(separator: ",")
  let wahoo = WahooWorkout(rides[0]).json
  return [
    "[\(strava)]", "[\(intervals)]",
    #"[{"id":"2026-11-20","restingHR":48,"hrv":61.5,"sleepSecs":25000,"weight":70.5}]"#,
    #"{"workouts":[\#(wahoo)],"total":1,"page":1,"per_page":30}"#,
    #"{"errors":[{"resource":"Application","field":"status","code":"inactive"}]}"#,
  ].map { Array($0.utf8) }
}
