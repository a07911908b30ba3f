import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum TodayForms {
  /// `POST /today`, also from the page of a day
  static func add(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let view: UpcomingView? = if case .upcoming(let view)? = form.origin?.page { view } else { nil }
    let day = if case .day(let day)? = view?.span { day } else { request.look.today }
    return try await request.addTask(form, dueOtherwise: day) { _, written in
      .addedToday(written.change)
    } again: { error, _ throws(Failure) in
      let adding = (form: form, typed: form[FormField.title] ?? "", error: error)
      if let view { return try await UpcomingPage.page(view, for: request, adding: adding) }
      return try await TodayPage.page(TodayPages(), did: nil, for: request, adding: adding)
    }
  }

  /// `POST /today/change`
  static func changeTasks(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let pages = if case .today(let view)? = form.origin?.page { view.pages } else { TodayPages() }
    let tasks = try SelectedInput(form).tasks
    return try await SelectionForm.change(
      request, form, all: nil, at: .today(pages: pages, selecting: true)
    ) { change in
      .changedToday(tasks.count == 1 ? tasks.first : nil, change)
    } page: { selecting throws(Failure) in
      try await TodayPage.page(pages, isSelecting: true, did: nil, for: request, selecting: selecting)
    }
  }
}
