/// Rows that stay on a page where they were, among the others: the page is a part of all of them in one order, so that neither its rows
/// nor the numbers of pages change.
struct KeptRows<Rank: Comparable, Row> {
  private let kept: [(rank: Rank, row: Row)]

  init(_ kept: [(rank: Rank, row: Row)]) {
    self.kept = kept.sorted { $0.rank < $1.rank }
  }

  var count: Int { kept.count }

  /// Which of the other rows a page may need.
  func others(for shown: Range<Int>) -> Range<Int> { max(0, shown.lowerBound - count)..<shown.upperBound }

  /// The rows of a page.
  /// - Parameter others: those in ``others(for:)``, in order.
  func rows(_ shown: Range<Int>, among others: [(rank: Rank, row: Row)]) -> [Row] {
    let first = self.others(for: shown).lowerBound
    // If these are not the first of the others, every kept row before them is on an earlier page.
    let before = first == 0 ? 0 : others.first.map { next in kept.count { $0.rank < next.rank } } ?? 0
    var merged: [Row] = []
    var rest = kept.dropFirst(before)
    for other in others {
      while let next = rest.first, next.rank < other.rank { merged.append(rest.removeFirst().row) }
      merged.append(other.row)
    }
    merged += rest.map(\.row)
    return Array(merged.dropFirst(shown.lowerBound - first - before).prefix(shown.count))
  }
}
