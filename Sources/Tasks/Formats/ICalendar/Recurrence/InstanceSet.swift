/// A set of instances of a recurring to-do, given by their start times, by days, or by ranges.
struct InstanceSet {
  private var moments: Set<Int> = []
  private var days: Set<Day> = []
  private var ranges: [Range<Int>] = []

  mutating func insert(_ instance: WallTime, isDay: Bool) {
    if isDay { days.insert(instance.day) } else { moments.insert(instance.seconds) }
  }

  /// Inserts all instances from one up to another. Ranges are inserted in order, and do not overlap.
  mutating func insert(from first: WallTime, before end: WallTime?) {
    let end = end?.seconds ?? .max
    if first.seconds < end { ranges.append(first.seconds..<end) }
  }

  func contains(_ instance: WallTime) -> Bool {
    moments.contains(instance.seconds) || days.contains(instance.day)
      || range(of: instance) != nil
  }

  private func range(of instance: WallTime) -> Range<Int>? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound <= instance.seconds { low = middle + 1 } else { high = middle }
    }
    return low > 0 && ranges[low - 1].contains(instance.seconds) ? ranges[low - 1] : nil
  }

  /// Whether it contains that instance and all later ones.
  func isWhole(from instance: WallTime) -> Bool {
    range(of: instance)?.upperBound == .max
  }
}
