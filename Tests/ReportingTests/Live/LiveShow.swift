// Helpers for tests of the live renderer: starting a run and reading the screen.

import Reporting
import Support
import Model
import Terminal

func live(
  glyphs: Glyphs = .unicode, palette: Palette = .colorless, style: LiveStyle = LiveStyle(),
  start: Timestamp = Show.dawn, columns: Int = 80, rows: Int = 24
) -> Show {
  Show(
    LiveRenderer(
      messages: messages, glyphs: glyphs, palette: palette, style: style,
      began: Moment(nanoseconds: 0)), start: start, columns: columns, rows: rows)
}

func screen(_ show: Show) -> TestScreen {
  var screen = TestScreen(columns: show.columns, rows: show.rows)
  screen.feed(show.out, translatingNewlines: true)
  return screen
}

/// A run in the middle of its download.
func downloading(_ show: inout Show, done: Int, of total: Int?) -> Gauge {
  show.start()
  show.post(.stageStarted(.routine))
  show.post(.status(.downloadingActivities(source: .strava, count: total)))
  let gauge = show.work(.strava, .activities, of: total)
  gauge.set(done)
  return gauge
}
