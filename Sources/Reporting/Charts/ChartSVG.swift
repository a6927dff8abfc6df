// A chart as a picture in SVG, light or dark like the reader's system.

package import Model

/// Draws a chart as one self-contained file of 960 × 480: no script, no font, nothing to load.
///
/// Screen readers hear the sentences of the accessible face. The panels, scales and labels are
/// those of ``ChartText``.
package struct ChartSVG: Sendable {
  /// The file in UTF-8.
  package let bytes: [UInt8]

  /// nil when there is too little to draw; ``ChartText`` has the sentence for it.
  ///
  /// - Parameters:
  ///   - series: all series of one chart; others are ignored.
  ///   - today: the local day. Later days are not drawn.
  package init?(_ chart: Chart, _ series: [ChartSeries], _ messages: Messages, today: Day) {
    guard let data = ChartData(chart, series, today: today), data.isPicture else { return nil }
    var picture = ChartPicture(data, messages)
    bytes = picture.draw()
  }
}
