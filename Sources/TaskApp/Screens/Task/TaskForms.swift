import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// What the buttons of a task do.
extension TaskPage {
  /// `POST /tasks/{id}/complete`
  @Sendable static func complete(_ visit: Visit) async throws -> Response {
    let id: TaskID = try visit.id()
    let account = visit.reader.account
    let written = try await visit.store { store throws(StoreError) in try await store.complete(id, for: account) }
    return visit.went(.toggledTask(id, in: written.list, written.change), from: .list(written.list))
  }

  /// `POST /tasks/{id}/reopen`
  @Sendable static func reopen(_ visit: Visit) async throws -> Response {
    let id: TaskID = try visit.id()
    let account = visit.reader.account
    let written = try await visit.store { store throws(StoreError) in try await store.reopen(id, for: account) }
    return visit.went(.toggledTask(id, in: written.list, written.change), from: .list(written.list))
  }

  /// `POST /tasks/{id}/move`
  @Sendable static func move(_ visit: Visit, _ form: FormBody) async throws -> Response {
    let id: TaskID = try visit.id()
    let move = try form.move()
    let submission = try visit.submission(form)
    let account = visit.reader.account
    let written = try await visit.store { store throws(StoreError) in
      try await store.moveTask(id, move, submission: submission, for: account)
    }
    let rows = try await visit.store { store throws(StoreError) in
      try await store.openTasks(in: written.list, for: account)
    }
    let end: TaskFlow.End? = rows.first?.id == id ? .first : rows.last?.id == id ? .last : nil
    let direction = form[FormField.direction].flatMap(Direction.init(rawValue:))
    return visit.went(
      .movedTask(id, in: written.list, direction, reaching: end, written.change), from: .list(written.list))
  }

  /// `POST /tasks/{id}/delete`
  @Sendable static func delete(_ visit: Visit) async throws -> Response {
    let id: TaskID = try visit.id()
    let account = visit.reader.account
    let written = try await visit.store { store throws(StoreError) in try await store.deleteTask(id, for: account) }
    return visit.went(.deletedTask(in: written.list, beside: written.beside, written.change), from: .list(written.list))
  }

  /// `POST /tasks/{id}/restore`
  @Sendable static func restore(_ visit: Visit) async throws -> Response {
    let id: TaskID = try visit.id()
    let account = visit.reader.account
    let written = try await visit.store { store throws(StoreError) in try await store.restoreTask(id, for: account) }
    return visit.went(.restoredTask(id, in: written.list, written.change), from: .trash())
  }
}
