/// A set of instances of a recurring to-do, given by their start times, by days, or by ranges.
struct InstanceSet {
  private var moments: Set<Int> = []
  private var days: Set<Day> = []
  private var ranges: [Range<Int>] = []

  mutating func insert(_ instance: WallTime, isDay: Bool) {
    if isDay { days.insert(instance.day) } else { moments.insert(instance.seconds) }
  }

  /// Inserts all instances from one up to another.
  mutating func insert(from first: WallTime, before end: WallTime?) {
    let end = end?.seconds ?? .max
    if first.seconds < end { ranges.append(first.seconds..<end) }
  }

  func contains(_ instance: WallTime) -> Bool {
    moments.contains(instance.seconds) || days.contains(instance.day)
      || ranges.contains { $0.contains(instance.seconds) }
  }

  /// Whether it contains that instance and all later ones.
  func isWhole(from instance: WallTime) -> Bool {
    ranges.contains { $0.contains(instance.seconds) && $0.upperBound == .max }
  }
}
