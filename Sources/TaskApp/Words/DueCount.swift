import Tasks

/// A number of due tasks, which are counted up to ``DueCounts/most``.
enum DueCount {
  static func text(_ count: Int) -> String { count < DueCounts.most ? String(count) : "\(DueCounts.most - 1)+" }
}
