import Tasks

/// The number of matches of a search, which is counted up to ``Limits/countedMatches``.
enum MatchCount {
  /// `12`, or `99+`.
  static func text(_ count: Int) -> String {
    count < Limits.countedMatches ? Counted.text(count) : "\(Limits.countedMatches - 1)+"
  }
}
