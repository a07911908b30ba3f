import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum TaskForms {
  /// Performs the button's action after saving, so that every button keeps the typed text.
  static func after(
    _ change: ChangeID?, of id: TaskID, in list: ListID, _ request: SignedInRequest, from origin: TaskStep?,
    rowTop: Int?, then: FollowUpAction?
  ) async throws -> Response {
    switch then {
    case nil:
      return await request.redirect(after: .editedTask(id, in: list, change), at: origin ?? .task(id), rowTop: rowTop)
    case .complete: return try await complete(id, request, nil)
    case .reopen: return try await reopen(id, request, nil)
    case .skip: return try await skip(id, request, nil)
    case .delete: return try await delete(id, request, nil)
    }
  }

  /// `POST /tasks/{id}/as-typed`
  ///
  /// An edit of the text to that which was typed, as if its fields had been filled in.
  static func keepAsTyped(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let added = form.button(FormField.typed).flatMap({ ChangeID($0) }) else { throw RequestProblem.malformed }
    let change = try await request.store.change(added)
    guard let text = change.quickAdd?.literal, change.task == id else {
      let task = try await request.store.task(id)
      return await request.redirect(
        after: .editedTask(id, in: task.list, nil), at: form.origin ?? .task(id), rowTop: form.rowTop)
    }
    var fields = TaskField.all.filter { $0 != .notes }.map { (name: $0.name, value: text[$0]) }
    fields.append((name: FormField.version, value: added.description))
    if let from = form[FormField.from] { fields.append((name: FormField.from, value: from)) }
    if let top = form.rowTop { fields.append((name: FormField.rowTop, value: String(top))) }
    return try await edit(id, request, FormBody(fields))
  }

  /// `POST /tasks/{id}/complete`
  static func complete(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody?) async throws -> Response {
    let written = try await request.store.complete(id, on: request.look.today)
    return await request.redirect(
      after: .toggledTask(id, in: written.list, written.change), from: form, in: written.list)
  }

  /// `POST /tasks/{id}/reopen`
  static func reopen(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody?) async throws -> Response {
    let written = try await request.store.reopen(id)
    return await request.redirect(
      after: .toggledTask(id, in: written.list, written.change), from: form, in: written.list)
  }

  /// `POST /tasks/{id}/due`
  static func schedule(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let typed = form.button(FormField.day) ?? form.button(FormField.due) else { throw RequestProblem.malformed }
    let day: Day?
    do throws(Problem) {
      day = typed.isEmpty ? nil : try Day(typed: DueWord.date(typed, request.look.today))
    } catch {
      throw RequestProblem.malformed
    }
    let written = try await request.store.setDue(id, to: day)
    return await request.redirect(
      after: .scheduledTask(id, in: written.list, written.change), from: form, in: written.list)
  }

  /// `POST /tasks/{id}/menu`
  ///
  /// Writes nothing. It is a form like the other buttons of a row, so that it keeps what was typed and where the row is.
  static func openMenu(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let list = try await request.store.task(id).list
    return await request.redirect(after: .openedMenu(id, in: list), from: form, in: list)
  }

  /// `POST /tasks/{id}/pick`
  ///
  /// Writes nothing, like the full menu.
  static func pick(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let list = try await request.store.task(id).list
    return await request.redirect(after: .pickedTask(id, in: list), from: form, in: list)
  }

  /// `POST /tasks/{id}/skip`
  static func skip(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody?) async throws -> Response {
    let date = (form?.button(FormField.day) ?? form?.button(FormField.due)).flatMap { Day(iso: $0) }
    let written = try await request.store.skip(id, date, on: request.look.today)
    return await request.redirect(
      after: .scheduledTask(id, in: written.list, written.change), from: form, in: written.list)
  }

  /// `POST /tasks/{id}/move`
  static func move(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    if let list = try form.list(FormField.list) {
      let before = try await request.store.task(id).list
      let written = try await request.store.transferTask(id, to: list, submission: try request.submission(form))
      return await request.redirect(after: .transferredTask(id, from: before, written.change), from: form, in: before)
    }
    let written = try await request.store.moveTask(id, form.taskMove())
    return await request.redirect(
      after: .movedTask(id, in: written.list, written.change), at: .list(written.list), rowTop: form.rowTop)
  }

  /// `POST /tasks/{id}/delete`
  static func delete(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody?) async throws -> Response {
    let written = try await request.store.deleteTask(id)
    return await request.redirect(
      after: .deletedTask(id, in: written.list, written.change), from: form, in: written.list)
  }

  /// `POST /tasks/{id}/restore`
  static func restore(_ id: TaskID, _ request: SignedInRequest) async throws -> Response {
    let written = try await request.store.restoreTask(id)
    return await request.redirect(after: .restoredTask(id, in: written.list, written.change), at: .trash())
  }
}

extension SignedInRequest {
  /// Redirects to the page with the row of a task: that of its list, unless the form names another.
  fileprivate func redirect(after event: TaskEvent, from form: FormBody?, in list: ListID) async -> Response {
    await redirect(after: event, at: form?.origin ?? .list(list), rowTop: form?.rowTop)
  }
}
