/// The transitions of a time zone that a calendar file describes. Moments are seconds since 1970-01-01 00:00 UTC, offsets are
/// seconds east of UTC.
struct ZoneRules {
  /// Its IANA name, from X-LIC-LOCATION.
  let location: Bytes?
  /// The transitions, the earliest first after ``sort()``. Those of rules are limited to ``years``.
  private(set) var onsets: [(moment: Int, after: Int)] = []
  /// The offset before the first transition: that of the first STANDARD component.
  private var standard: (moment: Int, after: Int)?

  /// The years for which rules are evaluated; after them the last offset holds.
  static let years = 1960...2100
  /// Bounds the work for one zone.
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

  /// The offset at a moment: that of the last transition until then.
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
