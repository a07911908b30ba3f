import StatePages
import Tasks

/// The forms that change how the reader looks at a list, in its menu and where it can't be arranged as it is.
struct ListPreferencesForm: TemplateView {
  static let fields: [String: Field<ListPreferencesForm>] = [
    "action": .form { .list($0.list.id, .setPreferences) },
    "orders": .rows { form in
      TaskOrder.allCases.map { OrderChoice(order: $0, isChosen: $0 == form.list.preferences.order) }
    },
    "addsAtTop": .flag { $0.list.preferences.adds == .top },
    "addsAtBottom": .flag { $0.list.preferences.adds == .bottom },
    "canBoard": .flag { $0.hasSections && $0.list.preferences.layout == .list },
    "canList": .flag { $0.list.preferences.layout == .board },
    "byDate": .flag { $0.list.preferences.order == .date },
    "byPriority": .flag { $0.list.preferences.order == .priority },
  ]
  let list: ListSummary
  /// Whether it can be shown as a board.
  var hasSections = false
}

private struct OrderChoice: TemplateView {
  static let fields: [String: Field<OrderChoice>] = [
    "value": .text(\.order.rawValue),
    "chosen": .flag(\.isChosen),
    "byHand": .flag { $0.order == .hand },
    "byDate": .flag { $0.order == .date },
    "byPriority": .flag { $0.order == .priority },
  ]
  let order: TaskOrder
  let isChosen: Bool
}
