// Moves the labels at the ends of lines apart.

enum EndLabels {
  /// The places nearest to the wanted ones where labels do not overlap.
  ///
  /// - Parameters:
  ///   - size: the height of a label.
  ///   - limit: the highest place; all labels have room between it and 0.
  static func spread(_ wanted: [Int], size: Int = 1, limit: Int) -> [Int] {
    // By height; there are seven labels at most.
    var order: [Int] = []
    for index in wanted.indices {
      let place = order.firstIndex { wanted[$0] > wanted[index] } ?? order.count
      order.insert(index, at: place)
    }
    var places = wanted
    var floor = 0
    for index in order {
      places[index] = max(floor, wanted[index])
      floor = places[index] + size
    }
    var ceiling = limit
    for index in order.reversed() {
      places[index] = max(0, min(ceiling, places[index]))
      ceiling = places[index] - size
    }
    return places
  }
}
