import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Answers the forms of a task.
enum TaskForms {
  static func response(
    to action: TaskAction, of id: TaskID, _ request: SignedInRequest, _ form: FormBody
  ) async throws -> Response {
    let (store, today) = (request.store, request.look.today)
    // The page with the row of the task: that of its list, unless the form names another.
    func row(_ event: TaskEvent, in list: ListID) async -> Response {
      await request.redirect(after: event, at: form.origin ?? .list(list), rowTop: form.rowTop)
    }
    func changed(_ written: Written) async -> Response {
      await row(.changedTask(id, in: written.list, written.change), in: written.list)
    }
    switch action {
    case .edit: return try await edit(id, request, form)
    case .keepAsTyped: return try await keepAsTyped(id, request, form)
    case .addSubtasks: return try await addSubtasks(to: id, request, form)
    case .comment: return try await CommentForms.add(to: id, request, form)
    case .complete: return try await changed(store.complete(id, on: today))
    case .reopen: return try await changed(store.reopen(id))
    case .bringBack: return try await EarlierForms.bringBack(id, request, form)
    case .delete: return try await changed(store.deleteTask(id))
    case .skip:
      let date = (form.button(FormField.day) ?? form.button(FormField.due)).flatMap { Day(iso: $0) }
      return try await changed(store.skip(id, date, on: today))
    case .schedule: return try await changed(store.setDue(id, to: form.day(request.quickAdd)))
    case .restore:
      let written = try await store.restoreTask(id)
      return await request.redirect(after: .changedTask(id, in: written.list, written.change), at: .trash())
    case .fold:
      let list = try await store.setFolded(id, to: form.isFolding())
      return await row(.changedTask(id, in: list, nil), in: list)
    case .menu, .pick:
      // Buttons of the menu write nothing. They are forms like the other buttons of a row, so they keep what was typed and where the row is.
      let list = try await store.task(id).list
      try await store.makePending()
      return await row(action == .pick ? .pickedTask(id, in: list) : .openedMenu(id, in: list), in: list)
    case .move:
      if let list = try form.list(FormField.list) {
        let before = try await store.task(id).list
        let written = try await store.transferTask(id, to: list, submission: request.submission(form))
        return await row(.changedTask(id, in: before, written.change), in: before)
      }
      let written = try await store.moveTask(id, form.taskMove())
      return await request.redirect(
        after: .movedTask(id, in: written.list, written.change), at: .list(written.list), rowTop: form.rowTop)
    }
  }

  /// An edit of the text to that which was typed, as if its fields had been filled in.
  private static func keepAsTyped(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let added = form.button(FormField.typed).flatMap({ ChangeID($0) }) else { throw RequestProblem.malformed }
    let change = try await request.store.change(added)
    guard let text = change.quickAdd?.literal, change.task == id else {
      let task = try await request.store.task(id)
      return await request.redirect(
        after: .changedTask(id, in: task.list, nil), at: form.origin ?? .task(id), rowTop: form.rowTop)
    }
    var fields = TaskField.all.filter { $0 != .notes }.map { (name: $0.name, value: text[$0]) }
    fields.append((name: FormField.version, value: added.description))
    if let from = form[FormField.from] { fields.append((name: FormField.from, value: from)) }
    if let top = form.rowTop { fields.append((name: FormField.rowTop, value: String(top))) }
    return try await edit(id, request, FormBody(fields))
  }
}

extension FormBody {
  /// The day of the pressed button, or of the date field; nil for none.
  /// - Throws: 400 if it is no day.
  fileprivate func day(_ context: QuickAddContext) throws(RequestProblem) -> Day? {
    guard let typed = button(FormField.day) ?? button(FormField.due) else { throw .malformed }
    if typed.isEmpty { return nil }
    do { return try Day(typed: DueWord.date(typed, context)) } catch { throw .malformed }
  }
}
