// What a listing asks for: the rules by which a range follows from the cursor and the options.

import Model

/// How a source is listed this time.
struct ListingPlan: Hashable, Sendable {
  /// Starts after this are asked for; nil asks for everything.
  var after: Timestamp?
  /// Whether everything is taken as it is sent: records, `raw` and loads.
  var isFull: Bool
  /// The beginning of the store from now on.
  var since: Day?

  /// An incremental run lists from this long before the newest start.
  static let window: Int64 = 30 * 86_400
}

extension ListingPlan {
  /// - Parameters:
  ///   - cursor: what is known; nil before the first listing.
  ///   - isTrusted: whether the files still look as the cursor says.
  ///   - now: newest starts beyond it come from a clock that was wrong, and do not count.
  ///   - beginning: the last moment before a local day.
  init(
    _ listing: Listing, cursor: Cursor?, isTrusted: Bool, now: Timestamp,
    beginning: (Day) -> Timestamp
  ) {
    isFull = listing.full
    since = listing.since ?? (listing.full ? nil : cursor?.since)
    after = since.map(beginning)
    guard !listing.full, isTrusted, let cursor, let newest = cursor.newest else { return }
    // Days before the remembered beginning were never asked for.
    if let known = cursor.since, let wanted = since, wanted < known { return }
    let recent = Timestamp(seconds: min(newest, now).seconds - Self.window)
    after = max(recent, after ?? recent)
  }

  /// Whether a listing that was cut short under `earlier` can go on for this plan: it must have
  /// asked for all that this one wants.
  func canResume(_ earlier: ListingPlan) -> Bool {
    if isFull, !earlier.isFull { return false }
    guard let begun = earlier.after else { return true }
    return after.map { begun <= $0 } ?? false
  }
}
