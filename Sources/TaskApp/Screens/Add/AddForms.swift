import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Answers the forms that add a task to any list.
enum AddForms {
  static func add(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    try await request.addTask(form) { list, written in
      .addedTasks(to: list, await request.rows(with: written.tasks, in: list, nil), written.change)
    } again: { error, invalid throws(Failure) in
      try await AddPage.page(
        SharedText(), form: AddTaskForm(form, request.look, invalid, error), for: request)
    }
  }

  /// The form of Today, also on the page of a day.
  static func addToday(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let view: UpcomingView? = if case .upcoming(let view)? = form.origin?.page { view } else { nil }
    let day = if case .day(let day)? = view?.span { day } else { request.look.today }
    return try await request.addTask(form, withDefaultDue: day) { _, written in
      .addedToday(written.change)
    } again: { error, invalid throws(Failure) in
      // The name of a new list is asked for where there is a field for it.
      if form[FormField.list] == AddFormLists.new {
        var add = AddTaskForm(form, request.look, invalid, error)
        if add.dates.due.isEmpty, add.dates.quick.isEmpty { add.dates.due = day.iso }
        return try await AddPage.page(SharedText(), form: add, for: request)
      }
      let adding = (form: form, typed: form[FormField.title] ?? "", error: error)
      if let view { return try await UpcomingPage.page(view, for: request, adding: adding) }
      let whose = if case .today(let view)? = form.origin?.page { view.pages.whose } else { DueOwner.mine }
      return try await TodayPage.page(TodayView(pages: TodayPages(whose: whose)), for: request, adding: adding)
    }
  }
}
