// The scenes of the gallery: moments of a run whose picture differs from the others.

import Model
import Reporting
import Support
import Testing

/// A moment of a run, given by what happens up to then.
struct GalleryScene: Sendable {
  let name: String
  /// Whether the golden of all messages also shows the lines that many runs have.
  var isWhole = false
  /// Whether it has text of another program, which is shown as it is.
  var hasForeignText = false
  /// Plays the run up to the moment that is drawn.
  let play: @Sendable (inout Show) -> Void

  init(_ name: String, _ play: @escaping @Sendable (inout Show) -> Void) {
    (self.name, self.play) = (name, play)
  }
}

extension GalleryScene {
  /// Drawn in the gallery at each width.
  static let layout = written("progress", "scores", "panels", "results", "overview")

  /// In the golden of all messages: every case that has a text, other commands, wrapped programs.
  static let messages =
    statuses + cases + failed + written("scores", "counted", "overview", "logs", "sources")
    + written("programs", "results", "ends") + lengths + usual

  static let usual = written("usual")

  // MARK: Scenes as orders

  /// Those of `scenes.txt` below these headings. A scene is a name, `[whole]` or `[foreign]`, and
  /// orders as a ``RunScript`` has them.
  static func written(_ headings: String...) -> [GalleryScene] {
    headings.flatMap { heading in
      expect(all[heading] != nil, "scenes.txt has no heading \(heading)")
      return all[heading] ?? []
    }
  }

  private static let all: [String: [GalleryScene]] = {
    let path = Gallery.path(of: "scenes.txt")
    let text = String(decoding: (try? Disk.read(path)) ?? [], as: UTF8.self)
    var (scenes, heading, scene) = ([String: [GalleryScene]](), "", (head: "", orders: [String]()))
    func close() {
      let (head, orders) = scene
      scene = ("", [])
      if head.isEmpty { return }
      let words = head.split(separator: " [")
      var made = GalleryScene(String(words[0])) { show in
        var player = Player(show)
        do { for order in orders { _ = try player.perform(order) } } catch { Issue.record(error) }
        show = player.show
      }
      (made.isWhole, made.hasForeignText) = (head.hasSuffix("[whole]"), head.hasSuffix("[foreign]"))
      scenes[heading, default: []].append(made)
    }
    for line in text.split(separator: "\n").map(String.init) + ["= "] {
      if line.hasPrefix("=") { close() }
      if line.hasPrefix("== ") {
        scene.head = String(line.dropFirst(3))
      } else if line.hasPrefix("= ") {
        heading = String(line.dropFirst(2).prefix { $0 != ":" })
      } else {
        scene.orders.append(line)
      }
    }
    return scenes
  }()

  // MARK: Every case

  private static let statuses = EveryCase.statuses.map { status in
    GalleryScene("status: \(status.name)") { show in
      show.start([.strava, .intervals])
      for stage in Stage.allCases {
        show.post(.stageStarted(stage))
        if stage == status.stage { break }
        show.post(.stageFinished(stage))
      }
      show.post(.status(status))
      show.wait(1000)
    }
  }

  private static let cases =
    EveryCase.waits.map { wait in
      GalleryScene("waiting: \(wait.reason.name)") { show in
        show.start()
        show.post(.waiting(wait))
        show.wait(1000)
      }
    }
    + EveryCase.notices.map { notice in
      // What to do next is shown with the result.
      let isStep = ["load_missing", "next_step"].contains(notice.code)
      return posted("notice: \(notice.code)", .notice(notice), ends: isStep)
    }
    + EveryCase.warnings.map { posted("warning: \($0.code)", .warning($0)) }
    + EveryCase.gaps.map { gap in
      let none = Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 3, reason: gap)
      let report = ScoreReport(kind: .sleep, score: none, date: Day(of: Show.dawn), cached: false)
      return posted("missing: \(gap.name)", .score(report), ends: true)
    }
    + Band.allCases.map { posted("score: \($0)", score(.strain, 43, $0), ends: true) }

  /// An event at the beginning of a sync, or of a sync that ends with it.
  private static func posted(
    _ name: String, _ kind: SyncEvent.Kind, ends: Bool = false
  ) -> GalleryScene {
    GalleryScene(name) { show in
      show.start()
      show.post(kind)
      if ends { show.end() }
    }
  }

  static let failed = EveryCase.failures.map { failure in
    GalleryScene("error: \(failure.code)") { show in
      show.start()
      show.post(.failure(failure))
      if let retryOption = RetryOption(for: [failure]) { show.propose(retryOption) }
      show.end(.failed)
    }
  }

  /// How long a run took.
  private static let lengths = [
    500, 1000, 4200, 59_400, 59_600, 252_000, 3_600_000, 3_629_000, 7_501_000, 360_000_000,
  ].map { length in
    GalleryScene("\(length) ms") { show in
      show.start()
      show.pass(length)
      show.end()
    }
  }
}
