/// When clocks are changed where a time zone holds, as a calendar file describes it. Moments are seconds since
/// 1970-01-01 00:00 of universal time, and so are distances to it: positive ones lie east.
struct ZoneRules {
  /// The name that everybody knows it by, if the file tells one.
  let location: Bytes?
  /// The changes, the earliest first once they are sorted; those of rules in ``years``.
  private(set) var onsets: [(moment: Int, after: Int)] = []
  /// What holds before the first change: standard time, of the first that there is.
  private var standard: (moment: Int, after: Int)?

  /// The years for which rules are reckoned out; later, the clocks stay as they were last changed.
  static let years = 1960...2100
  /// More of them are found in no file that means well.
  static let mostOnsets = 8_192

  init(location: Bytes?) {
    self.location = location
  }

  mutating func addOnset(at moment: Int, after: Int, isStandard: Bool) {
    onsets.append((moment, after))
    if isStandard, moment < standard?.moment ?? .max { standard = (moment, after) }
  }

  mutating func sort() {
    onsets.sort { $0.moment < $1.moment }
  }

  /// The distance to universal time at that moment: that of the last change until then.
  func offset(at moment: Int) -> Int {
    var low = 0
    var high = onsets.count
    while low < high {
      let middle = (low + high) / 2
      if onsets[middle].moment <= moment { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? onsets[low - 1].after : standard?.after ?? onsets.first?.after ?? 0
  }
}
