import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Handles the form that edits a task.
extension TaskForms {
  /// `POST /tasks/{id}`
  ///
  /// Enter in the field for a subtask presses Save, which adds the subtask, too. A press on a line of the notes edits them.
  static func edit(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let (then, line) = (form.afterSaving, form.button(FormField.line).flatMap { NoteLineNumber($0) })
    let sent = if let line { try await toggling(line, of: id, request, form) } else { form }
    let adding = then == nil ? TypedEdit.Adding.anew : .once
    let typed = try await TypedEdit(id, adding: adding, commenting: adding, request, sent)
    return try await typed.save(for: request) { request in
      if let then { return try await response(to: then, of: id, request, FormBody([])) }
      try await request.store.makePending()
      return await typed.redirect(request, form, at: line)
    }
  }

  /// The form with notes in which the box of a line is ticked, or unticked, as if that had been typed.
  private static func toggling(
    _ line: NoteLineNumber, of id: TaskID, _ request: SignedInRequest, _ form: FormBody
  ) async throws -> FormBody {
    guard let version = try form.version() else { throw RequestProblem.malformed }
    let task = try await request.store.task(id)
    let typed = TypedText.withPlainLineBreaks(form[FormField.notes] ?? task.text.notes)
    // The form has the text of a version that is forgotten.
    let shown = version == task.version ? task.text : try await request.store.text(of: id, at: version)
    let notes = NotePart.toggling(line.number, shownIn: shown?.notes ?? typed, in: typed)
    let others = form.fields.filter { $0.name != FormField.notes && !FormField.isCoordinate($0.name) }
    return FormBody(others + [(name: FormField.notes, value: notes)])
  }
}

/// The number of a line of notes, from 0.
struct NoteLineNumber: Hashable, Sendable, LosslessStringConvertible {
  let number: Int
  var description: String { String(number) }

  init(_ number: Int) { self.number = number }

  init?(_ description: String) {
    guard description.utf8.allSatisfy(\.isDigit), let number = Int(description), description == String(number) else {
      return nil
    }
    self.number = number
  }
}

extension FormBody {
  /// What the pressed button does in addition to saving; nil for nothing.
  fileprivate var afterSaving: TaskAction? {
    self[FormField.then].flatMap(TaskAction.init(rawValue:))
      .flatMap { TaskAction.afterSaving.contains($0) ? $0 : nil }
  }

  /// Whether all later dates of a repeating task move with its due date.
  var movesSeries: Bool { self[FormField.occurrence] == "later" }
}

extension TaskInput {
  /// The fields of a form; missing fields keep the task's values. A date button overrides the date field.
  init(
    _ form: FormBody, over task: TaskDetail, _ recurrence: RecurrenceInput?, _ reminders: ReminderInput?,
    _ context: QuickAddContext
  ) {
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
      case .reminders:
        return reminders?.text(changing: task.text.reminders, in: context.zone) ?? form[field.name] ?? task.text[field]
      case .start: return DueWord.date(form[field.name] ?? task.text[field], context)
      case .tags:
        let typed = [form[field.name] ?? task.text[field], form[FormField.moreTags] ?? ""].filter { !$0.isEmpty }
          .joined(separator: " ")
        return form[FormField.tag].flatMap { Tag($0) }.map { TagSet.toggling($0, in: typed) } ?? typed
      case _: return form[field.name] ?? task.text[field]
      }
    }
  }
}
