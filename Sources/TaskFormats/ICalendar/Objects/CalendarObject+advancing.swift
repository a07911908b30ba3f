package import Tasks

extension CalendarObject {
  /// The text and the task of a series at its next date. Overrides, left out and additional dates of later instances stay in the text, and
  /// the task has what an override of its date says.
  /// - Parameters:
  ///   - now: what the task has at the current date.
  ///   - next: the task at its next date, as far as the series tells.
  /// - Returns: nil if the text doesn't say of the series what the task has.
  package func advanced(from now: TodoValues, to next: TaskDraft) -> (text: String, draft: TaskDraft)? {
    var open = now
    (open.task.completed, open.task.percent) = (nil, nil)
    guard let shown = CalendarObject(stored: reopened.text(showing: open)), let was = shown.values(),
      was.task.draft.repeats == now.task.draft.repeats
    else { return nil }
    var (wanted, next) = (was, next)
    // The start that an override gives its date is none of the next one.
    if shown.componentOfCurrentInstance != .task { next.start = next.repeats?.startDay(at: next.time) }
    wanted.task.draft = was.task.draft.with { draft in
      (draft.due, draft.time, draft.repeats, draft.start) = (next.due, next.time, next.repeats, next.start)
    }
    let text = shown.text(showing: wanted)
    guard let found = CalendarObject(stored: text)?.values(), found.task.draft.repeats == next.repeats else {
      return nil
    }
    let (old, new) = (was.task.draft, found.task.draft)
    let draft = next.with { draft in
      if !TypedText.same(new.title, old.title) { draft.title = new.title }
      if !TypedText.same(new.notes, old.notes) { draft.notes = new.notes }
      if new.priority != old.priority { draft.priority = new.priority }
      if new.tags != old.tags { draft.tags = new.tags }
      (draft.due, draft.time, draft.start) = (new.due, new.time, new.start)
    }
    return (text, draft)
  }

  /// The object with an open task: its completion is that of one date.
  var reopened: CalendarObject {
    guard isClosed else { return self }
    var edit = ObjectEdit(of: self)
    edit.replace(["STATUS", "PERCENT-COMPLETE", "COMPLETED"], by: ["STATUS:NEEDS-ACTION"])
    return CalendarObject(stored: edit.text) ?? self
  }
}
