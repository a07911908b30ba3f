/// Instances of a repeating to-do as a file names them: by the moment that they begin, only by the day, or one and those that follow.
struct InstanceSet {
  private var moments: Set<Int> = []
  private var days: Set<Day> = []
  private var ranges: [Range<Int>] = []

  mutating func insert(_ instance: WallTime, isDay: Bool) {
    if isDay { days.insert(instance.day) } else { moments.insert(instance.seconds) }
  }

  /// Takes in an instance and all later ones before another one.
  mutating func insert(from first: WallTime, before end: WallTime?) {
    let end = end?.seconds ?? .max
    if first.seconds < end { ranges.append(first.seconds..<end) }
  }

  func contains(_ instance: WallTime) -> Bool {
    moments.contains(instance.seconds) || days.contains(instance.day)
      || ranges.contains { $0.contains(instance.seconds) }
  }

  /// Whether it has that instance and all later ones.
  func isWhole(from instance: WallTime) -> Bool {
    ranges.contains { $0.contains(instance.seconds) && $0.upperBound == .max }
  }
}
