import Hummingbird
import StatePages
import StateViews
import Tasks

/// Handles the form that changes several tasks of Today at once.
extension TodayPage {
  /// `POST /today/change`
  static func changeTasks(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let pages = if case .today(let view)? = form.origin?.page { view.pages } else { TodayPages() }
    let tasks = try SelectedInput(form).tasks
    return try await SelectionForm.change(
      request, form, all: nil, at: .today(pages: pages, selecting: true)
    ) { change in
      .changedToday(tasks.count == 1 ? tasks.first : nil, change)
    } page: { selecting throws(Failure) in
      try await page(pages, isSelecting: true, did: nil, for: request, selecting: selecting)
    }
  }
}
