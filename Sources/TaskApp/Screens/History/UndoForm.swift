import Hummingbird
import StatePages
import TaskStore
import Tasks

/// Takes back what was done, whatever it was.
enum UndoForm {
  /// `POST /changes/{id}/undo`
  @Sendable static func undo(_ visit: Visit) async throws -> Response {
    let id: ChangeID = try visit.id()
    let account = visit.reader.account
    let undone = try await visit.store { store throws(StoreError) in try await store.undo(id, for: account) }
    return visit.went(.undid(TaskFlow.Place(undone.place), undone.change))
  }
}

extension TaskFlow.Place {
  fileprivate init(_ place: Undone.Place) {
    switch place {
    case .overview: self = .overview
    case .list(let list): self = .list(list)
    case .row(let task, let list): self = .row(task, in: list)
    case .task(let task, _): self = .task(task)
    case .trash: self = .trash
    }
  }
}
