import Tasks

/// What an account uses of its quotas, as a text table.
struct QuotaTable {
  let lines: [String]
  /// Whether it uses more than a quota allows.
  let isExceeded: Bool

  init(_ usage: Usage, usual: Quotas, own: AccountQuotas) {
    let quotas = usual.replaced(by: own)
    let rows = LimitedQuantity.allCases.map { quantity in
      [
        Self.name(quantity), Self.text(usage.amount(of: quantity), quantity),
        Self.text(quotas.limit(of: quantity), quantity),
        own[quantity] == nil ? "the server's limit" : "its own limit",
      ]
    }
    lines = TextTable([["", "USED", "LIMIT", ""]] + rows, numbers: [1, 2]).lines
    isExceeded = LimitedQuantity.allCases.contains { usage.amount(of: $0) > quotas.limit(of: $0) }
  }

  private static func name(_ quantity: LimitedQuantity) -> String {
    switch quantity {
    case .bytes: "Size"
    case .tasks: "Tasks"
    case .lists: "Lists"
    case .sources: "Followed lists"
    }
  }

  private static func text(_ number: Int, _ quantity: LimitedQuantity) -> String {
    switch quantity {
    case .bytes: Megabytes.text(UInt64(max(0, number)))
    case .tasks, .lists, .sources: String(number)
    }
  }
}
