import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum UndoForm {
  static func undo(_ id: ChangeID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    do {
      let undone = try await request.store.withStoreErrors.undo(id)
      return await request.redirect(
        after: .undid(UndoPlace(undone.place, inRow: form.rowTop != nil), undone.change),
        at: form.origin ?? .overview(), rowTop: form.rowTop)
    } catch .conflict {
      let change = try await request.store.change(id)
      throw Failure(.conflict, .changedSince(list: change.list, task: change.task))
    } catch {
      throw request.store.failure(error)
    }
  }
}

extension Reason {
  /// The change cannot be undone, because its list or task was changed again; links to both.
  static func changedSince(list: ListID, task: TaskID?) -> Reason {
    var facts: [String: Fact] = ["list": .link(.list(list))]
    if let task { facts["task"] = .link(.task(task)) }
    return Reason("changed-since", facts)
  }
}

extension UndoPlace {
  /// - Parameter inRow: whether the button of a row was pressed, which shows the effect itself.
  fileprivate init(_ place: Undone.Place, inRow: Bool) {
    switch place {
    case .overview: self = .overview
    case .list(let list): self = .list(list)
    case .row(let task, let list): self = .row(task, in: list)
    case .task(let task, let list): self = inRow ? .row(task, in: list) : .task(task)
    case .trash: self = .trash
    }
  }
}
