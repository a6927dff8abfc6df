// velo-sync-events(5): the manual page of the event stream.

/// An event type, or an object or word list inside one, as a row of a table from another module.
package struct ManualPart: Sendable {
  /// A member and its type.
  package struct Field: Sendable {
    package let name: String
    /// "text", "count", "one of: ok, failed".
    package let kind: String
    package let isRequired: Bool
    package let about: String

    package init(name: String, kind: String, isRequired: Bool, about: String) {
      self.name = name
      self.kind = kind
      self.isRequired = isRequired
      self.about = about
    }
  }

  package let name: String
  package let about: String
  package let fields: [Field]

  package init(name: String, about: String, fields: [Field]) {
    self.name = name
    self.about = about
    self.fields = fields
  }
}

/// The manual page of the event stream.
package enum EventsPage {
  /// The page in mdoc.
  ///
  /// - Parameters:
  ///   - format: the version of the stream.
  ///   - common: the members that all types have.
  ///   - objects: the objects inside members.
  package static func text(
    format: String, common: [ManualPart.Field], types: [ManualPart], objects: [ManualPart]
  ) -> String {
    var page = Mdoc(
      "velo-sync-events", section: 5, date: Version.date, line: "the event stream of velo-sync")
    page.chapter("DESCRIPTION")
    page.paragraph(
      """
      With --json, velo-sync tells what it does as one JSON object a line (NDJSON, UTF-8): the first \
      is of type version, the last of type summary. A stream without a summary is a crashed run. \
      The same lines are written to the file given with --events, kept as the last run in the state \
      folder, shown again by velo-sync replay, and written by commands that run inside velo-sync wrap.
      Each line is written at once and as a whole. Ids are text. Units are part of the names: _ms, \
      _s, _m. A fraction goes from 0 to 1. What is absent is unknown or does not apply. Times are \
      UTC in whole seconds, like 2026-11-20T06:00:01Z.
      """)
    page.paragraph("Every line has these members:", breaks: true)
    page.fields(common)
    page.chapter("TYPES")
    for type in types {
      page.subsection(type.name)
      page.paragraph(type.about)
      page.fields(type.fields)
    }
    page.chapter("OBJECTS")
    for object in objects {
      page.subsection(object.name)
      page.paragraph(object.about)
      page.fields(object.fields)
    }
    page.chapter("VERSIONS")
    page.paragraph(
      """
      This is format \(format). A later 1.x may add types, members and words to the lists that may \
      grow: readers ignore what they do not know. Nothing is removed, renamed or given another \
      meaning before 2.0, which readers of 1.x refuse. velo-sync schema prints the same as JSON \
      Schema (2020-12).
      """)
    page.chapter("WRITING EVENTS")
    page.paragraph(
      """
      A command run by velo-sync wrap finds the number of a descriptor in VELO_SYNC_EVENTS_FD and \
      may write lines there. It gives type and the members of that type; velo-sync adds the others, \
      and version, run_started and summary. A status needs nothing but text. Invalid lines are \
      skipped and members out of range are ignored, with one warning per run. Ranges: counts 0 to \
      2^53; seconds and milliseconds 0 to 100 years; times and dates 1970 to 2199; fractions 0 to 1; \
      load, fitness, fatigue and form -1,000,000 to 1,000,000. In a shell script velo-sync emit \
      writes events:
      """)
    page.literal(EventsPage.shellExample)
    page.paragraph("In Python, without anything to install:", breaks: true)
    page.literal(EventsPage.pythonExample)
    page.chapter("EXAMPLES")
    for (index, recipe) in recipes.enumerated() {
      page.paragraph(recipe.meaning + ":", breaks: index > 0)
      page.literal("velo-sync --json | \(recipe.command)")
    }
    page.chapter("SEE ALSO")
    page.macro("Xr jq 1 ,")
    page.macro("Xr velo-sync 1")
    return page.text
  }

  /// Examples with jq.
  package static let recipes: [(command: String, meaning: String)] = [
    (
      "jq -r 'select(.type == \"summary\") | .counts.new'",
      "How many activities are new"
    ),
    (
      "jq -r 'select(.type == \"score\" and .value != null) | \"\\(.score) \\(.value)\"'",
      "The day's scores, a line each"
    ),
    (
      "jq -r 'select(.type == \"error\") | \"\\(.code): \\(.message) \\(.hint)\"'",
      "What went wrong, and what to do"
    ),
    (
      "jq -r 'select(.type == \"source_finished\") | [.source, .new, .duration_ms] | @tsv'",
      "Each source with what it brought and how long it took"
    ),
    (
      "jq --unbuffered -r 'select(.type == \"progress\" and .source == null) | .fraction * 100 | floor'",
      "A percentage for another program's bar"
    ),
    (
      "jq -R -r 'fromjson? | select(.type == \"status\") | \"\\(.ts | fromdateiso8601) \\(.text)\"'",
      "Statuses with their time in seconds; lines cut by a crash are passed over"
    ),
  ]

  /// A shell script that sends events.
  package static let shellExample = """
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
  package static let pythonExample = """
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

extension ManualPart.Field {
  /// Whether to mark it as optional: it may be absent and its text does not say when.
  fileprivate var isAbsentUnsaid: Bool {
    !isRequired && !about.split(separator: " ").contains { $0.lowercased() == "absent" }
  }
}

extension Mdoc {
  fileprivate mutating func fields(_ fields: [ManualPart.Field]) {
    if fields.isEmpty { return }
    list(
      fields.map { field in
        (
          Self.code(field.name),
          "(\(field.kind)) \(field.about)" + (field.isAbsentUnsaid ? " May be absent." : "")
        )
      })
  }
}
