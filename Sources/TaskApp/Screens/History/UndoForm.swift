import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum UndoForm {
  static func undo(_ id: ChangeID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    do {
      let undone = try await request.store.withStoreErrors.undo(id)
      let target = form.isOfRow ? undone.target.inRow : undone.target
      return await request.redirect(
        after: .undid(target, undone.change), at: form.origin ?? .overview(), rowTop: form.rowTop)
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
    var facts: [String: Fact] = ["list": .link(.openList(list))]
    if let task { facts["task"] = .link(.openTask(task)) }
    return Reason("changed-since", facts)
  }
}
