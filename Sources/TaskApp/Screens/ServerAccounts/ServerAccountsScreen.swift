import StatePages
import StateViews
import TaskStore
import Tasks

/// All accounts, with what each uses of its quotas. There is always one: that of the reader.
enum ServerAccountsScreen: ListScreen {
  typealias Content = AccountUsePage

  static let name: ViewName = "server-accounts"
  /// The number of accounts on a page. The use of each is counted.
  static let size = 50

  static let fields: [String: Field<ListView<ServerAccountsScreen>>] = [
    "rows": .rows(\.rows), "pages": .view(\.content.links),
  ]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "id": .text { $0.use.account.id.description },
      "name": .text(\.use.account.name),
      "disabled": .flag { $0.use.account.disabled != nil },
      "isOperator": .flag { $0.use.account.isOperator },
      "size": .view { $0.meter(.bytes) },
      "tasks": .numeral { $0.use.usage.tasks },
      "tasksLimit": .number { $0.use.quotas.tasks },
      "lists": .numeral { $0.use.usage.lists },
      "listsLimit": .number { $0.use.quotas.lists },
    ]
    let use: AccountUse
    let numbers: NumberPrinter

    private func meter(_ quantity: LimitedQuantity) -> UsageScreen.Row {
      UsageScreen.Row(quantity: quantity, used: use.usage[quantity], limit: use.quotas[quantity], numbers: numbers)
    }
  }

  static func rows(of content: Content, for look: DisplaySettings) -> [Row] {
    content.rows.map { Row(use: $0, numbers: look.numbers) }
  }

  static var samples: [Sample<ServerAccountsScreen>] {
    let uses = Samples.accountUses
    func content(_ number: Int, of total: Int) -> Content {
      Content(uses, number: number, paging: Paging(total, of: size))
    }
    return [
      Sample("accounts", content: content(1, of: uses.count)), Sample("page-of-many", content: content(2, of: 120)),
    ]
  }
}
