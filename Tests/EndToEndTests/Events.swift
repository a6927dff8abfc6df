// What a run said: its events, its exit code, and its screen.

import Codec
import Support
import Testing

/// The events of a run.
struct Events {
  let all: [JSONValue]
  let result: ProgramResult

  /// Reads the events in a program's output. Each must follow the published schema.
  ///
  /// - Parameter isOurs: whether only members of the schema may occur; otherwise other programs
  ///   have added their own.
  init(_ result: ProgramResult, isOurs: Bool = true) throws {
    self.result = result
    let schema = try Self.schema.get()
    all = try result.outputLines.map { line in
      let faults = schema.faults(in: line.utf8, isStrict: isOurs)
      expectEqual(faults, [], "\(line)")
      return try JSONValue(parsing: Array(line.utf8))
    }
  }

  /// The schema published by the binary itself.
  private static let schema = Result {
    try SchemaValidator(
      Program(BuiltProgram.path(of: "velo-sync"), ["schema"], environment: [:]).run().output)
  }

  var types: [String] { all.compactMap { $0["type"]?.string } }

  func of(_ type: String) -> [JSONValue] { all.filter { $0["type"]?.string == type } }

  /// The codes of all warnings, notices or errors.
  func codes(_ type: String) -> [String] { of(type).compactMap { $0["code"]?.string } }

  var warnings: [String] { codes("warning") }

  var summary: JSONValue? { of("summary").last }

  /// A count in the summary.
  func count(_ name: String) -> Int64? { summary?["counts"]?[name]?.integer }

  /// The exit, the codes of the errors, and what the summary counts but for what is unchanged:
  /// `exit 10 (network): 3 new, 1 deleted`.
  var brief: String {
    let counts = summary?["counts"]?.members?.compactMap { member -> String? in
      guard let count = member.value.integer, count != 0, member.name != "unchanged" else {
        return nil
      }
      return "\(count) \(member.name)"
    }
    let end = ending(result.status, codes("error"))
    return counts.map { $0.isEmpty ? end : "\(end): \($0.joined(separator: ", "))" } ?? end
  }

  /// The exit and the codes of the warnings.
  var ended: [String] { ["\(result.status)"] + warnings }

  /// How each source ended: `strava ok`.
  var outcomes: [String] {
    of("source_finished").map { "\($0["source"]?.string ?? "") \($0["outcome"]?.string ?? "")" }
      .sorted()
  }

  /// The state of a source, in the events of `sources` and `status`.
  func state(of source: String) -> String? {
    of("source").first { $0["source"]?.string == source }?["state"]?.string
  }
}

private func ending(_ status: ProgramStatus, _ codes: [String]) -> String {
  codes.isEmpty ? "\(status)" : "\(status) (\(codes.joined(separator: ", ")))"
}

extension RunningProgram {
  /// Waits for the end, which has to be this one and to leave the terminal as it was.
  @discardableResult
  func finish(
    _ status: ProgramStatus = .exited(0), fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) throws -> ProgramResult {
    let result = try wait()
    expectEqual(result.status, status, fileID: fileID, filePath: filePath, line: line)
    expectEqual(
      result.modesBefore, result.modesAfter, "terminal modes", fileID: fileID, filePath: filePath,
      line: line)
    return result
  }
}

extension Program {
  /// Runs to the end, which has to be this one and to leave the terminal as it was.
  @discardableResult
  func finish(
    _ status: ProgramStatus = .exited(0), fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) throws -> ProgramResult {
    try start().finish(status, fileID: fileID, filePath: filePath, line: line)
  }
}

extension ProgramResult {
  /// The exit and the codes that the errors of a log end with: `exit 77 (auth)`.
  var brief: String {
    ending(
      status,
      errorLines.compactMap { line in
        guard line.hasPrefix("velo-sync: "), line.hasSuffix(")") else { return nil }
        let code = line.split(separator: "(").last.map { String($0.dropLast()) } ?? ""
        return code.allSatisfy { $0.isLowercase || $0 == "_" } ? code : nil
      })
  }

  /// Whether it succeeded and reported no trouble.
  var isFine: Bool { status == .exited(0) && errorBytes.isEmpty }

  /// Everything that was sent to the terminal.
  var sent: String { String(decoding: terminalBytes, as: UTF8.self) }

  /// The lines left on the terminal.
  func screenLines(columns: Int = 80, rows: Int = 24) -> [String] {
    screen(terminalBytes, columns: columns, rows: rows).visibleLines
  }

  /// The screen after a run that left the terminal as it was: modes, cursor and colours.
  func finishedScreen(columns: Int = 80) -> TestScreen {
    let screen = screen(terminalBytes, columns: columns)
    expectEqual(modesBefore, modesAfter)
    expectEqual(screen.unknown, [])
    expectEqual(screen.unfinished, [])
    return screen
  }
}

extension TestScreen {
  /// What a program has left that the next one would suffer from.
  var unfinished: [String] {
    let all = [
      ("half a sequence", isMidway), ("half a line", cursor.column != 0),
      ("no cursor", !isCursorVisible), ("no wrapping", !wrapsAutomatically),
      ("an open update", isSynchronizing), ("a style", !style.parameters.isEmpty),
    ]
    return all.filter(\.1).map(\.0)
  }
}

/// A screen that has got these bytes.
func screen(_ bytes: [UInt8], columns: Int = 80, rows: Int = 24) -> TestScreen {
  var screen = TestScreen(columns: columns, rows: rows)
  screen.feed(bytes)
  return screen
}

/// Texts that tests wait for or look for. A change of a message or a label changes its mark only.
enum Marks {
  /// The prompt of the error panel, for a retry and for a new sign-in.
  static let panel = "Press r"
  /// What the first page of a first sync brought.
  static let firstPage = "200 so far"
  /// The status of a sync that downloads.
  static let downloading = "Downloading"
  /// The bar of the live line.
  static let bar = "━"
  /// The results of a success, and of a run that was stopped.
  static let done = "✓"
  static let stopped = "! Stopped."
  /// A wait for a service's limit.
  static let limit = "Strava asked us to wait"
  /// The message between the first and the second Ctrl-C.
  static let stopping = "Stopping"
}
