import Hummingbird
import StatePages
import Tasks

extension ListPage {
  /// `POST /lists/{id}/view`. A field that the form does not have keeps its value.
  static func setView(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    var view = try await request.store.list(id).view
    if let text = form[FormField.adds] {
      guard let adds = ListEnd(rawValue: text) else { throw RequestProblem.malformed }
      view.adds = adds
    }
    if let text = form[FormField.order] {
      guard let order = TaskOrder(rawValue: text) else { throw RequestProblem.malformed }
      view.order = order
    }
    try await request.store.setView(view, of: id)
    let isArranging = form[FormField.then] == FormField.arrange
    return await request.redirect(after: .changedView(of: id, arranging: isArranging), at: .list(id))
  }
}

/// The forms that change how the reader looks at a list, in its menu and where it can't be arranged as it is.
struct ListViewForm: TemplateView {
  static let fields: [String: Field<ListViewForm>] = [
    "action": .address { TaskFlow.action(.setView($0.list.id)) },
    "orders": .rows { form in TaskOrder.allCases.map { OrderChoice(order: $0, isChosen: $0 == form.list.view.order) } },
    "addsAtTop": .flag { $0.list.view.adds == .top },
    "addsAtBottom": .flag { $0.list.view.adds == .bottom },
    "byDate": .flag { $0.list.view.order == .date },
    "byPriority": .flag { $0.list.view.order == .priority },
  ]
  let list: ListSummary
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
