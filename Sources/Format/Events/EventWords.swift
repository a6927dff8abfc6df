// The lists of words of the format; the words themselves are those of the enums.

package import Model

extension SyncStatus.Name: FieldWord { static var listName: String { "status" } }
extension FailureCode: FieldWord { static var listName: String { "code" } }
extension Source: FieldWord { static var listName: String { "source" } }
extension Work.Unit: FieldWord { static var listName: String { "unit" } }
extension Wait.Reason.Name: FieldWord { static var listName: String { "wait_reason" } }
extension SourceReport.State: FieldWord { static var listName: String { "source_state" } }
extension Band: FieldWord { static var listName: String { "band" } }
extension ActivityKind: FieldWord { static var listName: String { "kind" } }
extension ListedRide.Rank: FieldWord { static var listName: String { "rank" } }
extension RideGrouping: FieldWord { static var listName: String { "by" } }
extension LoadOrigin: FieldWord { static var listName: String { "load_from" } }
extension Chart: FieldWord { static var listName: String { "chart" } }
extension ChartSeries.Name: FieldWord { static var listName: String { "series" } }
extension ChartSeries.Unit: FieldWord { static var listName: String { "unit_of_series" } }

// MARK: Lists that never grow

extension Stage: FixedFieldWord { static var listName: String { "stage" } }
extension RunSummary.Outcome: FixedFieldWord { static var listName: String { "outcome" } }
extension SourceOutcome: FixedFieldWord { static var listName: String { "source_outcome" } }
extension ScoreKind: FixedFieldWord { static var listName: String { "score" } }
extension OutputStream: FixedFieldWord { static var listName: String { "stream" } }
extension Weekday: FixedFieldWord { static var listName: String { "weekday" } }
