import StatePages

/// A chart of numbers, one bar for each day, in units of its SVG.
struct ReviewChart: Sendable {
  static let height = 100
  static let bar = 8
  private static let step = 10

  /// The bars, without those of height zero.
  let bars: [Bar]
  let width: Int
  /// The number of the highest bar.
  let most: Int

  struct Bar: TemplateView {
    static let fields: [String: Field<Bar>] = [
      "x": .text { String($0.x) },
      "y": .text { String(ReviewChart.height - $0.height) },
      "height": .text { String($0.height) },
      "count": .number { $0.count },
      "weekday": .text(\.weekday),
      "day": .text(\.day),
    ]
    let x: Int
    let height: Int
    let count: Int
    let weekday: String
    let day: String
  }

  init(_ counts: [Int], labels: [(weekday: String, day: String)]) {
    let most = counts.max() ?? 0
    self.most = most
    width = counts.count * Self.step
    bars = zip(counts, labels).enumerated().compactMap { index, day in
      guard day.0 > 0 else { return nil }
      // At least so high that it can be seen.
      return Bar(
        x: index * Self.step + 1, height: max(2, day.0 * Self.height / most), count: day.0, weekday: day.1.weekday,
        day: day.1.day)
    }
  }
}
