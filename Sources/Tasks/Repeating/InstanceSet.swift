/// A set of instances of a recurring to-do, given by their start times, by days, or by ranges.
package struct InstanceSet {
  private var moments: Set<Int> = []
  private var days: Set<Day> = []
  private var ranges: [Range<Int>] = []

  package init() {}

  package mutating func insert(_ instance: WallTime, isDay: Bool) {
    if isDay { days.insert(instance.day) } else { moments.insert(instance.seconds) }
  }

  /// Inserts all instances from one up to another. Ranges are inserted in order, and do not overlap.
  package mutating func insert(from first: WallTime, before end: WallTime?) {
    let end = end?.seconds ?? .max
    if first.seconds < end { ranges.append(first.seconds..<end) }
  }

  package func contains(_ instance: WallTime) -> Bool {
    moments.contains(instance.seconds) || days.contains(instance.day)
      || range(of: instance) != nil
  }

  /// The instances of the set after one, in order, if it has no ranges that end.
  package func instances(after first: WallTime) -> [Recurrence.Instance] {
    let all = moments.map { Recurrence.Instance(WallTime(seconds: $0), like: first) } + days.map { .day($0) }
    return Set(all).filter { $0 > .time(first) }.sorted()
  }

  /// Whether it has ranges.
  package var hasRanges: Bool { !ranges.isEmpty }

  private func range(of instance: WallTime) -> Range<Int>? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound <= instance.seconds { low = middle + 1 } else { high = middle }
    }
    return low > 0 && ranges[low - 1].contains(instance.seconds) ? ranges[low - 1] : nil
  }

  /// Whether it contains that instance and all later ones.
  package func isWhole(from instance: WallTime) -> Bool { range(of: instance)?.upperBound == .max }
}
