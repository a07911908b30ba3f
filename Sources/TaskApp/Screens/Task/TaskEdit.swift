import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Handles the form that edits a task. The other forms of its page send it along, so that no button drops what was typed.
extension TaskForms {
  /// `POST /tasks/{id}`
  ///
  /// Enter in the field for a step presses Save, which adds the step, too.
  static func edit(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let saved = try await save(id, request, form)
    let then = form.afterSaving
    var request = request
    let typed = TypedSteps(form)
    if typed.isTyped {
      let added = try await add(typed, to: id, once: then != nil, request, form)
      guard then != nil else {
        return await request.saving(saved.isNew ? saved.change : nil).redirect(after: added.event, at: .task(id))
      }
      request = request.saving(added.change)
    }
    if then != nil, saved.isNew { request = request.saving(saved.change) }
    // Performed after saving, so that every button keeps the typed text.
    if let then { return try await response(to: then, of: id, request, FormBody([])) }
    return await request.redirect(
      after: .changedTask(id, in: saved.list, saved.change), at: form.origin ?? .task(id), rowTop: form.rowTop)
  }

  /// Saves the edit and the steps that were typed on the page of a task and sent along with another of its forms.
  /// - Returns: the request to process the other form for.
  static func saveAlong(
    with other: TaskForm, _ request: SignedInRequest, _ form: FormBody
  ) async throws -> SignedInRequest {
    guard let text = form[FormField.editing] else { return request }
    if case .task(_, .edit) = other { return request }
    guard let id = TaskID(text) else { throw RequestProblem.malformed }
    let saved = try await save(id, isAlong: true, request, form)
    let after = request.saving(saved.isNew ? saved.change : nil)
    if case .task(_, .addSubtasks) = other { return after }
    let typed = TypedSteps(form)
    guard typed.isTyped else { return after }
    return after.saving(try await add(typed, to: id, once: true, request, form).change)
  }

  /// Saves the edit of a task.
  /// - Parameter isAlong: whether another form was pressed. Then text that the reader did not change is no conflict.
  /// - Returns: the change, which is nil, or an earlier one, if there was nothing to change.
  /// - Throws: ``RejectedForm`` with the typed text: what is wrong, both texts of a conflict, or more of the form that was requested.
  private static func save(
    _ id: TaskID, isAlong: Bool = false, _ request: SignedInRequest, _ form: FormBody
  ) async throws -> (list: ListID, change: ChangeID?, isNew: Bool) {
    guard let version = try form.version() else { throw RequestProblem.malformed }
    let submission = try request.submission(form, of: .task(id, .edit))
    let header = try await request.store.taskHeader(id)
    let task = header.task
    let repeats = RecurrenceInput(form)
    let typed = TaskInput(form, over: task, repeats, request.quickAdd)
    let wasList = try form.list(FormField.wasList) ?? task.list
    let list = try form.list(FormField.list).flatMap { $0 == wasList ? nil : $0 }
    let tags = try await request.store.tagNames()
    let steps = TypedSteps(form)
    func again(_ problem: FormProblem?, _ failure: Failure) async throws(Failure) -> RejectedForm {
      var content = TaskScreen.Content(
        task, lists: header.choices, tags: tags, typed: typed, repeats: repeats, list: list, version: version,
        problem: problem)
      content.stepsPage = form.stepsPage
      content.movesSeries = form.movesSeries
      content.showsDates = problem == nil && form[FormField.showDates] != nil
      // Without a problem, the form requested the dates of its recurrence: that is no error.
      return try await request.rejected(failure, status: problem == nil ? .ok : nil) { () async throws(Failure) in
        try await TaskPage.page(
          header, request, Loader(.content(content)), steps: form.stepsPage,
          adding: steps.isTyped ? steps.form(adding: id, revision: header.list.revision) : nil)
      }
    }
    let draft: TaskDraft
    do { draft = try TaskDraft(validating: typed) } catch { throw try await again(.invalid(error), Failure(.invalid)) }
    if form[FormField.showDates] != nil { throw try await again(nil, Failure(.invalid)) }
    if isAlong, list == nil {
      let base = version == task.version ? task.text : try await request.store.text(of: id, at: version)
      if draft == base { return (task.list, nil, isNew: false) }
    }
    do {
      let written = try await request.store.withStoreErrors.editTask(
        id, draft, list: list, version: version, submission: submission)
      return (written.list, written.change, isNew: written.acted)
    } catch .conflict(.task(_, let current, let theirs, let mine)) {
      let base = try await request.store.text(of: id, at: version)
      let conflict = TaskConflict(
        id: id, version: current, mine: mine, theirs: theirs, base: base, mineList: list, steps: steps)
      let failure = Failure(.conflict, conflict.reason(for: request.look))
      throw try await request.rejected(failure) { () async throws(Failure) in
        try await TaskPage.page(header, request, Loader(failed: failure), conflict: conflict)
      }
    } catch {
      let failure = request.store.failure(error)
      if let list, !header.choices.contains(where: { $0.id == list }) {
        throw try await again(.noSuchList, Failure(.invalid))
      }
      guard let told = FieldError(error, name: draft.title) else { throw failure }
      throw try await again(.refused(told), failure)
    }
  }
}

extension FormBody {
  /// What the pressed button does in addition to saving; nil for nothing.
  fileprivate var afterSaving: TaskAction? {
    self[FormField.then].flatMap(TaskAction.init(rawValue:))
      .flatMap { TaskAction.afterSaving.contains($0) ? $0 : nil }
  }

  /// Whether all later dates of a repeating task move with its due date.
  fileprivate var movesSeries: Bool { self[FormField.occurrence] == "later" }
}

extension TaskInput {
  /// The fields of a form; missing fields keep the task's values. A date button overrides the date field.
  fileprivate init(_ form: FormBody, over task: TaskDetail, _ recurrence: RecurrenceInput?, _ context: QuickAddContext)
  {
    let due = DueWord.date(form[FormField.quick] ?? form[FormField.due] ?? task.text[.due], context)
    var repeats =
      recurrence?.text(changing: task.repeats, was: task.due, due: Day(iso: due), today: context.today)
      ?? form[TaskField.repeats.name] ?? task.text[.repeats]
    // Another rule counts from the due date anyway.
    if form.movesSeries, let series = task.repeats, repeats == series.description, let day = Day(iso: due),
      day != series.current
    {
      repeats = series.moved(to: day).description
    }
    self.init { field in
      if form.keepsTheirs(field) { return task.text[field] }
      switch field {
      // The title wraps in a textarea, where Enter makes a line break.
      case .title: return TaskInput.onOneLine(form[field.name] ?? task.text[field])
      case .due:
        // A task that begins to repeat is due on the first date of its rule.
        let isNew = due.isEmpty && form[FormField.quick] == nil && repeats != task.text[.repeats]
        return isNew ? Recurrence(repeats)?.current.iso ?? due : due
      case .time:
        if form[FormField.quick] == "" { return "" }
        // Without a date there is no time, also where the form has no field for one.
        guard let time = form[field.name] else { return due.isEmpty ? "" : task.text[field] }
        let zone = form[FormField.clock] ?? ""
        return TimeOfDay(time) != nil && !zone.isEmpty ? "\(time) \(zone)" : time
      case .repeats: return repeats
      case .start: return DueWord.date(form[field.name] ?? task.text[field], context)
      case _: return form[field.name] ?? task.text[field]
      }
    }
  }
}
