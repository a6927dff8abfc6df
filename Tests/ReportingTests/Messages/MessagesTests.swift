// Every text that a person or a script can get, in every output mode: one file to read.

import Codec
import Model
import Reporting
import Support
import Testing

/// Other tests check codes, names, numbers and places; a text is only here, so that rewording it
/// changes its line in Sources and what this writes.
@Suite(.blocking) struct MessagesTests {
  @Test func `every message reads as recorded`() throws {
    let usual = TranscriptRenderer.allCases.map { renderer in
      Set(GalleryScene.usual.flatMap { lines($0, renderer) })
    }
    let pages = GalleryScene.messages.map { scene in
      var page = "== \(scene.name)\n"
      var groups: [(renderers: [String], lines: [String])] = []
      for (renderer, usual) in zip(TranscriptRenderer.allCases, usual) {
        let all = lines(scene, renderer)
        // The last line of a log repeats the error.
        let own =
          scene.isWhole ? all : all.filter { !usual.contains($0) && !$0.hasPrefix("Failed: ") }
        if own.isEmpty { continue }
        if let same = groups.firstIndex(where: { $0.lines == own }) {
          groups[same].renderers.append(renderer.rawValue)
        } else {
          groups.append(([renderer.rawValue], own))
        }
      }
      for (renderers, lines) in groups {
        page += renderers.joined(separator: ", ") + "\n" + lines.map { "  \($0)\n" }.joined()
      }
      return page
    }
    try Gallery.compare((pages + [tips]).joined(separator: "\n"), with: "messages.txt")
  }

  /// Only the live renderer has them; each is shown for three seconds.
  private var tips: String {
    var show = live(style: LiveStyle(firstTip: 0), columns: 100)
    _ = downloading(&show, done: 0, of: nil)
    show.wait(3500)
    var tips: [String] = []
    while let tip = screen(show).visibleLines.last, !tips.contains(tip) {
      tips.append(tip)
      show.wait(3000)
    }
    return Gallery.page("tips", tips)
  }

  /// Screen readers read these characters aloud or as a pause; each line is a sentence, whose full
  /// stop would be pasted with a command at its end.
  @Test func `the accessible renderer writes sentences`() {
    let speakable = Set(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;?!'\"()-/_\n".utf8)
    for scene in GalleryScene.messages + GalleryScene.layout where !scene.hasForeignText {
      var show = TranscriptRenderer.accessible.show()
      scene.play(&show)
      let strange = (show.out + show.err).filter { !speakable.contains($0) }
      let bad = (show.lines + show.errors).filter { line in
        ![".", "?"].contains(line.last) && line.place(of: "velo-sync ") == nil
          || line.hasSuffix(".") && line.place(of: ": velo-sync ") != nil
          || line.first?.isLowercase == true
          || line.contains("..") || line.contains("  ")
      }
      // Lines are only added, each written whole.
      let isWhole = show.writes.allSatisfy { $0.bytes.last == 0x0A }
      expectEqual("\(strange) \(bad) \(isWhole)", "[] [] true", "\(scene.name)")
    }
  }

  /// A status is heard again when it lasts, in words of the same kind.
  @Test(arguments: TranscriptRenderer.allCases.filter { $0 == .plain || $0 == .accessible })
  func `every status that lasts is said again`(_ renderer: TranscriptRenderer) {
    for status in EveryCase.statuses where status.stage != nil && status != .complete {
      var show = renderer.show()
      show.start()
      show.post(.status(status))
      let before = show.lines.count
      show.wait(31_000)
      #expect(show.lines.count > before, "\(status)")
    }
  }

  @Test(
    arguments: [
      ("Notice", "Events/Notice"), ("Warning", "Events/Notice"),
      ("SyncStatus", "Events/SyncStatus"), ("Wait.Reason", "Events/RequestTrace"),
      ("ScoreGap", "Records/Score"),
      ("ExportFailure", "Failures/InputFailure"), ("RecordFailure", "Failures/InputFailure"),
      ("CommandFailure", "Failures/InputFailure"),
    ]
      + [
        "SyncFailure", "SystemLimit", "TimeLimit", "SignInFailure", "Refusal", "RateLimit.Window",
        "StorageFailure.Reason", "ConfigFailure", "CredentialRisk", "ValueFault", "UsageFailure",
      ].map { ($0, "Failures/SyncFailure") })
  func `no case is forgotten`(_ type: String, _ file: String) throws {
    var shown = EnumCases()
    shown.add(
      [
        EveryCase.statuses, EveryCase.notices, EveryCase.warnings, EveryCase.failures,
        EveryCase.waits, EveryCase.gaps, [SyncStatus.initial],
      ] as [Any])
    let declared = try EnumCases.declared(type, in: "Model/\(file).swift")
    #expect(declared.count > 1)
    expectEqual(shown.names["Model.\(type)", default: []].sorted(), declared.sorted())
  }

  /// Passing --store helps nobody whose state folder cannot be made, and one variable does not
  /// where both folders cannot.
  @Test(arguments: [
    (
      "/home/jo/.local", true, "or set XDG_STATE_HOME and XDG_DATA_HOME to absolute paths (sign-ins"
    ),
    (
      "/home/jo/.local/state/velo-sync", true, "or set XDG_STATE_HOME to an absolute path (sign-ins"
    ),
    (
      "/home/jo/.local/state/velo-sync", false,
      "or set XDG_STATE_HOME and XDG_DATA_HOME to absolute"
    ),
    (
      "/home/jo/.local/share/velo-sync/activities", true,
      "or set XDG_DATA_HOME to an absolute path,"
    ),
    ("/data", true, "or pass --store, and"),
  ])
  func `what lies above the folders is moved by its variable`(
    path: String, mayWriteStore: Bool, way: String
  ) {
    var messages = Messages(clock: .utc, home: "/home/jo")
    messages.settings = [
      ("/home/jo/.local/state/velo-sync", "XDG_STATE_HOME"),
      ("/home/jo/.local/share/velo-sync", "XDG_DATA_HOME"),
    ]
    messages.mayWriteStore = mayWriteStore
    let failure = StorageFailure(path: DisplayText(path), reason: .readOnly)
    let hint = messages.hint(.storage(failure)).description
    #expect(hint.contains(way), "\(hint)")
  }

  /// A command in a text stays in one piece where it fits, and no word is lost.
  @Test func `advised commands are not broken`() {
    let commands = [
      "velo-sync connect files DIR --store 'a b'", "velo-sync rides --sport run --since 2026-05-27",
      "velo-sync --ftp 255 --full --store data", "velo-sync disconnect files ~/Rides",
      "velo-sync --verbose import Rides --store ~/a=b", "velo-sync connect files rid -q --no-tips",
      "velo-sync chart zones --until 2020-09-24 --units imperial",
      "velo-sync --sample --speed max --store ~/ok --events T/ev --pace instant",
      "printf '\\n--ftp 250\\n' >> ~/.config/velo-sync/config",
    ]
    for command in commands {
      let text = DisplayText("Run \(command), and then something else again, or (\(command)).")
      for width in 20...90 {
        let lines = text.wrapped(to: width).map(\.description)
        expectEqual(lines.joined(separator: " "), text.description)
        let whole = lines.joined(separator: "\n").ranges(of: command).count
        expect(whole == 2 || width < command.count + 4, "\(width): \(lines)")
      }
    }
  }

  /// What is typed at a spoken question.
  @Test func `words that are understood`() {
    for (words, meant) in [
      (["retry", " Retry ", "r", "yes", "sign  in"], true), (["cancel", "c", "q", "No"], false),
      (["", "rr", "retry please"], nil),
    ] as [([String], Bool?)] {
      for typed in words { expectEqual(Messages.answer(typed), meant, "\(typed)") }
    }
  }

  @Test func `every code has a failure`() {
    let codes = Set(EveryCase.failures.compactMap(\.kind))
    expectEqual(FailureCode.allCases.filter { !codes.contains($0) }, [])
  }

  /// The lines of a scene without what every line of the renderer has.
  private func lines(_ scene: GalleryScene, _ renderer: TranscriptRenderer) -> [String] {
    var show = renderer.show()
    scene.play(&show)
    var lines = show.transcript(of: renderer)
    if renderer == .live, let panel = show.panelEnd {
      // The panel that asks, and what is different in the one that stays.
      var asking = show
      asking.chunks.removeSubrange(panel...)
      let asked = asking.transcript(of: renderer)
      lines = asked + lines.filter { !asked.contains($0) }
    }
    return lines.compactMap { shortened($0, renderer) }
  }

  private func shortened(_ line: String, _ renderer: TranscriptRenderer) -> String? {
    switch renderer {
    case .live:
      // The bar and the scores to come are in the gallery.
      if line.contains("─ ") || line.hasSuffix(" %") || line.contains("◌ ––   ") { return nil }
      return line.split(separator: "  ").map { $0.drop { $0 == " " } }.joined(separator: "  ")
    case .plain:
      return line.hasPrefix("2026-11-") ? String(line.dropFirst(21)) : line
    case .json:
      let common = ["version", "run_started", "stage_started", "stage_finished", "progress"]
      if common.contains(where: { line.hasPrefix("{\"type\":\"\($0)\"") }) { return nil }
      // Without the members that every line has: {"type":"x","ts":…,"seq":…,"elapsed_ms":…,
      let members = line.split(separator: ",", maxSplits: 4)
      return members.count == 5 ? "\(members[0]),\(members[4])" : line
    case .accessible, .quiet: return line
    }
  }
}
