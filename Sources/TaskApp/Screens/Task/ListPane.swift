import StatePages
import StateViews
import TaskStore
import Tasks

/// The list of a task, beside the page of the task.
enum ListPane {
  /// The most rows. A phone gets them, too, and doesn't show them.
  static let most = 60

  /// The open tasks around a task, in the order of its list, whatever their sections.
  static func page(of task: TaskID, for request: SignedInRequest) async throws(Failure) -> Page {
    let task = try await request.store.task(task)
    let outermost = task.parents.first?.id ?? task.id
    let place = try await request.store.openPlace(of: task.id, in: task.list)
    guard let shown = try await request.store.taskPlace(of: task.id, in: task.list) else { throw Failure(.notFound) }
    let (_, changed) = try await request.recentChanges()
    let rowStates = changed.filter { $0.list == task.list && $0.parent == nil }
    // What was done with the task is reported by its own page.
    var states = rowStates.filter { $0.row.id != task.id }
    states.opened = outermost
    let home = RowHome(from: request.from(.openTask(task.id)), listName: nil, hasEditForm: !task.isReadOnly)
    let content = request.store.loader(orEmpty: .noneOpen) { [states] store throws(Interruption) in
      TasksScreen.Content(
        try await store.openPage(
          place?.page(of: most) ?? 1, of: most, in: task.list, including: rowStates.changed, subtasks: .none), states,
        home: home)
    }
    var layout = request.layout(.list)
    // The rail is on the page of the task.
    layout.rail = nil
    return Page(layout, for: request.look) {
      PagePart.piece("head", ListPaneHead(name: shown.list.name, whole: request.findTask(task, at: shown)))
      Region<TasksScreen>(
        "tasks", content, retry: request.form(for: .openTask(task.id)), placement: .page, weight: .secondary)
    }.sending(request.intents)
  }
}

extension SignedInRequest {
  /// Leads to the row of a task in its list.
  func findTask(_ task: TaskDetail, at place: TaskPlace) -> TaskIntent {
    .findTask(task.id, in: task.list, ListRows().showing(place, for: look))
  }

  /// Leads there from the address of the pane.
  func findTask(_ id: TaskID) async throws(Failure) -> TaskIntent {
    let header = try await store.taskHeader(id)
    return findTask(header.task, at: header.place)
  }
}

struct ListPaneHead: Piece {
  static let template = "list/pane"
  static let fields: [String: Field<ListPaneHead>] = ["name": .text(\.name), "href": .link(\.whole)]
  let name: String
  /// The page of the list.
  let whole: TaskIntent
}
