import StatePages
import StateViews
import Tasks

enum UsageScreen: ListScreen {
  static let name: ViewName = "usage"

  struct Content: ListContent {
    let usage: Usage
    let quotas: Quotas

    var count: Int { LimitedQuantity.allCases.count }
  }

  static let fields: [String: Field<ListView<UsageScreen>>] = [
    "rows": .rows(\.rows), "trash": .flag { $0.rows.contains(where: \.isNearlyFull) },
  ]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "key": .text(\.quantity.rawValue),
      "bytes": .flag { $0.quantity == .bytes },
      "tasks": .flag { $0.quantity == .tasks },
      "lists": .flag { $0.quantity == .lists },
      "sources": .flag { $0.quantity == .sources },
      "value": .text { String(min($0.used, $0.limit)) },
      "high": .text { String($0.limit * 9 / 10) },
      "max": .text { String($0.limit) },
      "used": .text { $0.printed($0.used) },
      "limit": .text { $0.printed($0.limit) },
      "full": .flag { $0.used >= $0.limit },
      "nearlyFull": .flag { $0.isNearlyFull && $0.used < $0.limit },
    ]
    let quantity: LimitedQuantity
    let used, limit: Int
    let numbers: NumberPrinter

    var isNearlyFull: Bool { used * 10 >= limit * 9 }

    /// Formats bytes as megabytes (10⁶ bytes), below ten with a decimal unless it is zero; other numbers with commas.
    private func printed(_ number: Int) -> String {
      switch quantity {
      case .tasks, .lists, .sources: return numbers.text(number)
      case .bytes:
        let tenths = (number + 50_000) / 100_000
        return tenths >= 100 || tenths % 10 == 0 ? numbers.text(tenths / 10) : numbers.text(tenths: tenths)
      }
    }
  }

  static func rows(of content: Content, for look: DisplaySettings) -> [Row] {
    // A quota of zero leaves nothing to use, so it has no row.
    LimitedQuantity.allCases.filter { content.quotas[$0] > 0 }.map {
      Row(quantity: $0, used: content.usage[$0], limit: content.quotas[$0], numbers: look.numbers)
    }
  }

  static var samples: [Sample<UsageScreen>] {
    [
      Sample(
        "usual",
        content: Content(usage: Usage(bytes: 4_260_000, tasks: 1_234, lists: 17, sources: 2), quotas: Quotas.standard)),
      Sample(
        "full",
        content: Content(
          usage: Usage(bytes: 100_020_000, tasks: 94_000, lists: 1_000, sources: 0), quotas: Quotas.standard)),
    ]
  }
}
