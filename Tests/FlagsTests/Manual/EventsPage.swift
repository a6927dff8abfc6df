// velo-sync-events(5): the manual page of the event stream.

import Format
import Model

@testable import Flags

/// The manual page of the event stream, a fold over the table of events.
enum EventsPage {
  /// The page in mdoc.
  static var text: String {
    var page = Mdoc(
      "velo-sync-events", section: 5, date: Version.date, line: "the event stream of velo-sync")
    page.chapter("DESCRIPTION")
    page.paragraph(description)
    page.paragraph("Every line has these members:", breaks: true)
    page.members(EventType.common)
    page.chapter("TYPES")
    for type in EventType.all {
      page.subsection("\(type.name)")
      page.paragraph("\(type.about)")
      page.members(type.rows)
    }
    page.chapter("OBJECTS")
    for object in EventType.objects {
      page.subsection(object.name)
      page.paragraph(object.about)
      page.members(object.rows)
    }
    page.chapter("VERSIONS")
    page.paragraph(versions)
    page.chapter("WRITING EVENTS")
    page.paragraph(writing)
    page.literal(EventsPage.shellExample)
    page.paragraph("In Python, using the standard library only:", breaks: true)
    page.literal(EventsPage.pythonExample)
    page.chapter("EXAMPLES")
    for (index, recipe) in recipes.enumerated() {
      page.paragraph(recipe.meaning + ":", breaks: index > 0)
      page.literal("velo-sync --json | \(recipe.text)")
    }
    page.paragraph(
      "Every line against the schema, with the Python package jsonschema:", breaks: true)
    page.literal(EventsPage.validation)
    page.chapter("SEE ALSO")
    page.macro("Xr jq 1 ,")
    page.macro("Xr velo-sync 1")
    return page.text
  }

  /// What a source is, in every type.
  fileprivate static let sources = Source.allCases.map(\.rawValue)

  private static let description = """
    With --json, velo-sync writes its progress as NDJSON (UTF-8): one JSON object per line. The \
    first line has the type version, the last one the type summary. A stream without a summary is a \
    crashed run. The file given with --events and the record of the last run have the same format. \
    velo-sync replay reads it, and commands run by velo-sync wrap can write it.
    Each line is written at once and in full. Ids are strings. Names end in the unit: _ms \
    (milliseconds), _s (seconds), _w (watts). Fractions range from 0 to 1. A missing member is \
    unknown or does not apply. Times are in UTC and whole seconds, such as 2026-11-20T06:00:01Z. A \
    source is one of \(sources.joined(separator: ", ")), or another.
    """

  private static let versions = """
    This is format \(StreamVersion.current). Later versions 1.x may add types, members, and words to \
    the lists marked "or another"; readers ignore those they do not know. Nothing is removed, \
    renamed or redefined before 2.0, which readers of 1.x reject. velo-sync schema prints this \
    format as a JSON Schema (2020-12).
    """

  private static let writing = """
    velo-sync wrap passes a file descriptor to its command in VELO_SYNC_EVENTS_FD. The command can \
    write one event per line to it, with type and the members of that type. velo-sync adds the other \
    members, and version, run_started and summary. A status needs only text. Invalid lines are \
    skipped and members out of range are ignored, with one warning per run. Ranges: counts 0 to \
    2^53; seconds and milliseconds 0 to 100 years; times and dates 1970 to 2199; fractions 0 to 1; \
    load, fitness, fatigue and form -1,000,000 to 1,000,000. In a shell script, velo-sync emit \
    writes an event:
    """

  /// Examples with jq.
  static let recipes = [
    Example(
      "Number of new activities",
      "jq -r 'select(.type == \"summary\") | .counts.new'"),
    Example(
      "The scores that a sync computed, one per line; those of an earlier run are left out",
      "jq -r 'select(.type == \"score\" and .value != null and (.cached | not)) | \"\\(.date) \\(.score) \\(.value)\"'"
    ),
    Example(
      "Errors, each with what to do next",
      "jq -r 'select(.type == \"error\") | \"\\(.code): \\(.message) \\(.hint)\"'"),
    Example(
      "New activities and duration of each source",
      "jq -r 'select(.type == \"source_finished\") | [.source, .new, .duration_ms] | @tsv'"),
    Example(
      "Percentage of the run, for a progress bar",
      "jq --unbuffered -r 'select(.type == \"progress\" and .source == null) | .fraction * 100 | floor'"
    ),
    Example(
      "Statuses with their time in seconds; lines cut by a crash are skipped",
      "jq -R -r 'fromjson? | select(.type == \"status\") | \"\\(.ts | fromdateiso8601) \\(.text)\"'"
    ),
  ]

  /// Names what is wrong with a line, if anything is.
  static let validation = """
    velo-sync schema > events.schema.json
    velo-sync --json | python3 -c '
    import json, sys, jsonschema
    with open("events.schema.json") as file: schema = json.load(file)
    validator = jsonschema.Draft202012Validator(schema)
    faults = [(n, fault.message) for n, line in enumerate(sys.stdin, 1)
              for fault in validator.iter_errors(json.loads(line))]
    for n, message in faults: print(f"line {n}: {message}")
    sys.exit(1 if faults else 0)'
    """

  /// A shell script that sends events.
  static let shellExample = """
    #!/bin/sh
    velo-sync emit status text='Copying files...'
    for step in 1 2 3 4; do
      cp -R "part$step" /backup || {
        velo-sync emit error code=unknown message='The copy failed.' hint='Check the disk'
        exit 1
      }
      velo-sync emit progress done=$step total=4
    done
    """

  /// The same in Python.
  static let pythonExample = """
    import json, os
    fd = int(os.environ.get("VELO_SYNC_EVENTS_FD", "0"))
    def emit(type, **members):
        if fd:
            line = json.dumps({"type": type, **members}) + "\\n"
            os.write(fd, line.encode())
    emit("status", text="Counting...")
    for n in range(1, 6):
        emit("progress", fraction=n / 5)
    """
}

extension MemberDescription {
  /// What it may be, and what it means.
  fileprivate var meaning: String {
    let saysWhenAbsent = about.split(separator: " ").contains("absent")
    return "(\(kind.text)) \(about)" + (isRequired || saysWhenAbsent ? "" : " May be absent.")
  }
}

extension ValueKind {
  fileprivate var text: String {
    switch self {
    case .text: "text"
    case .time, .localTime: "time"
    case .date: "date"
    case .integer, .seconds: "count"
    case .ordinal: "number from 1"
    case .number: "number"
    case .fraction: "fraction"
    case .flag: "true or false"
    case .version: "version"
    case .word(let list) where list.words == EventsPage.sources: "source"
    case .list(.word(let list)) where list.words == EventsPage.sources: "list of sources"
    case .word(let list):
      "one of \(list.words.joined(separator: ", "))\(list.mayGrow ? ", or another" : "")"
    case .list(.word(let list)):
      "list of any of \(list.words.joined(separator: ", "))\(list.mayGrow ? ", or another" : "")"
    case .point: "pair"
    case .list(.point): "list of pairs"
    case .list(let kind): "list of \(kind.text)"
    case .object(let object): object.name
    case .orNull(let kind): "\(kind.text) or null"
    }
  }
}

extension Mdoc {
  fileprivate mutating func members(_ rows: [MemberDescription]) {
    if rows.isEmpty { return }
    list(rows.map { (Self.code($0.name), $0.meaning) })
  }
}
